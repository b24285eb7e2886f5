import { renamedUrns } from "../../../src/engine/core/renamed-urns";
import { newResource, type ResourceState } from "../../../src/state";
import { type, urnOf } from "../world";

const group = (name: string, kind: string) =>
  newResource({ urn: urnOf(name, kind), type: kind, custom: false });
const child = (name: string, parent: ResourceState, more: Partial<ResourceState> = {}): ResourceState => ({
  ...newResource({ urn: urnOf(name, `${parent.type}$${type}`), type, custom: true }),
  parent: parent.urn,
  ...more,
});
const [former, next] = [group("one", "my:Old"), group("one", "my:New")];
const renamed = new Map([[former.urn, next.urn]]);

it("renames nothing before the state has the new URN", () => {
  expect(renamedUrns([former, child("a", former)], renamed).size).toBe(0);
  const none = new Map<string, string>();
  expect(renamedUrns([next, child("a", former)], none)).toBe(none);
});

it("renames the children of a renamed resource, and their children", () => {
  const a = child("a", former);
  const b = { ...child("b", a), urn: urnOf("b", `my:Old$${type}$${type}`) };
  expect(Object.fromEntries(renamedUrns([next, a, b, child("c", group("two", "my:Old"))], renamed))).toEqual({
    [former.urn]: next.urn,
    [a.urn]: urnOf("a", `my:New$${type}`),
    [b.urn]: urnOf("b", `my:New$${type}$${type}`),
  });
});

it("keeps the URNs of children if only the parent's name changed", () => {
  const other = group("two", "my:Old");
  const written = renamedUrns([other, child("a", former)], new Map([[former.urn, other.urn]]));
  expect([...written]).toEqual([[former.urn, other.urn]]);
});

it("renames none to a URN that another resource has or gets", () => {
  const a = child("a", former);
  expect(renamedUrns([next, child("a", next), a], renamed).has(a.urn)).toBe(false);
  const [older, newer] = [group("two", "my:Older"), group("two", "my:New")];
  const states = [next, newer, a, child("a", older)];
  const both = renamedUrns(states, new Map([...renamed, [older.urn, newer.urn]]));
  expect([both.get(a.urn), both.has(child("a", older).urn)]).toEqual([urnOf("a", `my:New$${type}`), false]);
});

it("does not rename a resource because of another one with its URN that waits for its deletion", () => {
  const two = group("two", "my:Old");
  const [a, replaced] = [child("a", two), child("a", former, { delete: true })];
  expect(renamedUrns([next, two, a, replaced], renamed).has(a.urn)).toBe(false);
  expect(renamedUrns([next, two, replaced], renamed).get(a.urn)).toBe(urnOf("a", `my:New$${type}`));
});

it("renames a renamed resource again if its parent was renamed too", () => {
  const a = child("a", former);
  expect([...renamedUrns([next, a], new Map([...renamed, [urnOf("old"), a.urn]]))]).toEqual([
    [former.urn, next.urn],
    [urnOf("old"), urnOf("a", `my:New$${type}`)],
    [a.urn, urnOf("a", `my:New$${type}`)],
  ]);
});
