import { formatDuration, parseDuration } from "../../src/lifecycle/deadline";

describe("a duration", () => {
  it.each([
    ["90s", 90_000],
    ["20m", 1_200_000],
    ["1h30m", 5_400_000],
    ["1h1m1s", 3_661_000],
    ["1.5h", 5_400_000],
    ["500ms", 500],
    ["1m30.5s", 90_500],
    [".5s", 500],
    ["1.s", 1000],
    ["+2m", 120_000],
    ["2m2m", 240_000],
    ["1s1h", 3_601_000],
    ["1500us", 1.5],
    ["1500µs", 1.5],
    ["1500μs", 1.5],
    ["2000000ns", 2],
  ])("is parsed as in Go: %s", (text, ms) => expect(parseDuration(text)).toBeCloseTo(ms, 6));

  it.each(["", "0s", "0", "5", "-5m", "m", "5 m", "5d", "1h-2m", ".s", "1e3s", "5M", "1,5h", "∞", "soon"])(
    "is rejected if it is invalid in Go or not positive: %j",
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );

  it.each([
    [45_400, "45s"],
    [120_000, "2m"],
    [5_400_000, "1h30m"],
    [0, "0s"],
  ])("is formatted for messages: %d ms", (ms, text) => expect(formatDuration(ms)).toBe(text));
});
