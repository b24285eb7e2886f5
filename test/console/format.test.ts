import { count, formatClock, formatDuration, formatTime } from "../../src/console/model/format";
import { read, readList, readText, readTime } from "../../src/console/model/read";
import { actionTitle, progressOf, toneOf } from "../../src/console/model/status";
import { instanceStatuses } from "../../src/contract";
import { start } from "./builders";

it.each([
  [0, "<1 ms"],
  [0.9, "<1 ms"],
  [12.4, "12 ms"],
  [999, "999 ms"],
  [1000, "1 s"],
  [2540, "2.5 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [250_000, "4 min 10 s"],
  [3_600_000, "1 h"],
  [11_100_000, "3 h 5 min"],
  [957_600_000, "11 d 2 h"],
])("formats %d ms as %s", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it("formats times and numbers", () => {
  expect([formatTime(start), formatClock(start), formatTime(Number.NaN)]).toEqual([
    "2022-03-21 09:00:00",
    "09:00:00",
    "",
  ]);
  expect([count(1, "call"), count(0, "call"), count(5000, "instance")]).toEqual([
    "1 call",
    "0 calls",
    "5,000 instances",
  ]);
});

it("reads members of JSON, and times of the API with and without a zone", () => {
  const json = { a: { b: [1], none: null }, time: "2022-03-21T09:00:00", zoned: "2022-03-21T10:00:00+01:00" };
  expect([read(json, "a", "b"), read(json, "a", "x", "y"), read(null, "a")]).toEqual([
    [1],
    undefined,
    undefined,
  ]);
  expect([readText(json, "a", "none"), readText(json, "x"), readText({ n: 0 }, "n")]).toEqual(["", "", "0"]);
  expect([readList(json, "a", "b"), readList(json, "time")]).toEqual([[1], []]);
  expect([readTime(json, "time"), readTime(json, "zoned"), readTime(json, "x")]).toEqual([
    start,
    start,
    Number.NaN,
  ]);
});

it("distinguishes stable from transient statuses", () => {
  const tones = Object.fromEntries(instanceStatuses.map((status) => [status, toneOf(status)]));
  expect(tones).toMatchObject({
    running: "good",
    offline: "idle",
    stopped: "idle",
    booting: "busy",
    deleting: "busy",
  });
  expect([toneOf("failed"), toneOf(""), toneOf("something_new"), toneOf("constructor")]).toEqual([
    "bad",
    "none",
    "busy",
    "busy",
  ]);
});

it("computes the progress of an action", () => {
  const action = { name: "node_boot", since: start, expected: 10 };
  const progress = (seconds: number) => progressOf(action, start + seconds * 1000);
  expect([progress(-1), progress(0), progress(2.5), progress(99)]).toEqual([0, 0, 0.25, 1]);
  expect(progressOf({ ...action, expected: 0 }, start)).toBeUndefined();
  expect([actionTitle("acme_boot", "acme"), actionTitle("host_reboot", "acme")]).toEqual([
    "boot",
    "host reboot",
  ]);
});
