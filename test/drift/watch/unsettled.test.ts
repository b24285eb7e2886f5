import { UnsettledObjects } from "../../../src/drift/watch/unsettled";

const second = 1000;
const web = { type: "Instance", id: "1" } as const;
const other = { type: "Instance", id: "2" } as const;

const newObjects = () => new UnsettledObjects(30 * second);
const state = (object: typeof web | typeof other, name: "changing" | "transient" | "failed") => ({
  ...object,
  state: name,
});
const idsDue = (objects: UnsettledObjects, now: number, account = "a") =>
  objects.dueOf(account, now).map(({ id }) => id);

it("reads an object in transition after 1, 2, 4, ... intervals, at most after 5 minutes", () => {
  const objects = newObjects();
  const waits = [];
  let now = 0;
  for (let round = 0; round < 7; round++) {
    objects.update("a", [state(web, "changing")], [web], now);
    waits.push((objects.nextDue - now) / second);
    now = objects.nextDue;
  }
  expect(waits).toEqual([30, 60, 120, 240, 300, 300, 300]);
});

it("does not delay due reads by reading other objects", () => {
  const objects = newObjects();
  objects.update("a", [state(web, "changing")], [web], 0);
  objects.update("a", [state(web, "changing")], [other], 10 * second);
  expect(objects.nextDue).toBe(30 * second);
  expect(idsDue(objects, 30 * second - 1)).toEqual([]);
  expect(idsDue(objects, 30 * second)).toEqual(["1"]);
  expect(idsDue(objects, 30 * second, "b")).toEqual([]);
});

it("reads drift that may be temporary again 15 s after it was first seen", () => {
  const objects = newObjects();
  objects.update("a", [state(web, "transient")], [web], 0);
  expect(objects.nextDue).toBe(15 * second);
  expect(objects.isHeld(web, 15 * second - 1)).toBe(true);
  objects.update("a", [state(web, "transient")], [web], 15 * second);
  expect(objects.nextDue).toBe(Number.POSITIVE_INFINITY);
  expect(objects.isHeld(web, 15 * second)).toBe(false);
});

it("holds an object in transition for 30 s, and starts again when its state changes", () => {
  const objects = newObjects();
  objects.update("a", [state(web, "changing")], [web], 0);
  expect(objects.isHeld(web, 30 * second - 1)).toBe(true);
  expect(objects.isHeld(web, 30 * second)).toBe(false);
  expect(objects.isHeld(other, 0)).toBe(false);
  expect(objects.isHeld({ type: "Image", id: "1" }, 0)).toBe(false);
  objects.update("a", [state(web, "transient")], [web], 40 * second);
  expect(objects.isHeld(web, 40 * second)).toBe(true);
});

it("holds nothing after a full scan, which has waited, and nothing that could not be read", () => {
  const objects = newObjects();
  objects.update("a", [state(web, "changing"), state(other, "transient")], "all", 0);
  expect([objects.isHeld(web, 0), objects.isHeld(other, 0)]).toEqual([false, false]);
  objects.update("a", [state(web, "failed")], [web], 0);
  expect(objects.isHeld(web, 0)).toBe(false);
  expect(idsDue(objects, 30 * second)).toEqual(["1"]);
});

it("forgets an object that has stopped changing as soon as it was read, and no other object", () => {
  const objects = newObjects();
  objects.update("a", [state(web, "changing"), state(other, "changing")], [web, other], 0);
  objects.update("b", [state(web, "changing")], [web], 0);
  objects.update("a", [], [web], 0);
  expect(idsDue(objects, 30 * second)).toEqual(["2"]);
  expect(idsDue(objects, 30 * second, "b")).toEqual(["1"]);
  objects.update("a", [], "all", 0);
  expect(idsDue(objects, 30 * second)).toEqual([]);
  objects.keepOnly(["a"]);
  expect(objects.nextDue).toBe(Number.POSITIVE_INFINITY);
});

it("reads an object one interval after the first event about it", () => {
  const objects = newObjects();
  objects.delay("a", web, 0);
  objects.delay("a", web, 10 * second);
  expect(objects.nextDue).toBe(30 * second);
  expect(objects.isHeld(web, 29 * second)).toBe(true);
  objects.update("a", [], [other], 20 * second);
  expect(idsDue(objects, 30 * second)).toEqual(["1"]);
});
