import { timingOf } from "../../src/client/headers";

const now = Date.UTC(2022, 2, 21, 9);
const seconds = now / 1000;
const day = 86_400;

describe("the end of a window", () => {
  it.each<[string, string, number | undefined]>([
    ["remaining seconds", "30", 30_000],
    ["remaining seconds, for a day", String(day), day * 1000],
    ["remaining seconds, for more than a day", String(day + 1), undefined],
    ["remaining seconds, for decades", "999999999", undefined],
    ["a moment of 2001 in seconds", "1000000000", 0],
    ["a moment in seconds", String(seconds + 30), 30_000],
    ["a moment in seconds in a day", String(seconds + day), day * 1000],
    ["a moment in seconds in more than a day", String(seconds + day + 1), undefined],
    ["a moment of the year 5138 in seconds", "100000000000", undefined],
    ["a moment of 1973 in milliseconds", "100000000001", 0],
    ["a moment in milliseconds", String(now + 30_000), 30_000],
    ["a moment in milliseconds in more than a day", String(now + day * 1000 + 1), undefined],
    ["a word", "soon", undefined],
  ])("is read as %s: %s", (_, reset, resetIn) => {
    expect(timingOf({ "x-ratelimit-reset": reset }, now).resetIn).toBe(resetIn);
  });

  it("can be a time on the service's clock, which may be wrong, or remaining seconds", () => {
    const timing = (reset: number) =>
      timingOf({ date: new Date(now).toUTCString(), "x-ratelimit-reset": String(reset) }, now + 3_600_000);
    expect([seconds + 30, now + 30_000, 30].map((reset) => timing(reset).resetIn)).toEqual([
      30_000, 30_000, 30_000,
    ]);
  });
});

describe("a rate limit", () => {
  const expected = { limit: 100, remaining: 7, resetIn: 30_000 };

  it.each<[string, Record<string, string>]>([
    [
      "X-RateLimit-*",
      { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "7", "x-ratelimit-reset": "30" },
    ],
    ["RateLimit-*", { "ratelimit-limit": "100", "ratelimit-remaining": "7", "ratelimit-reset": "30" }],
    [
      "RateLimit-* with its windows",
      { "ratelimit-limit": "100;w=60, 5000;w=3600", "ratelimit-remaining": "7", "ratelimit-reset": "30" },
    ],
    [
      "headers that were sent twice",
      { "x-ratelimit-limit": "100, 100", "x-ratelimit-remaining": "7 , 7", "x-ratelimit-reset": "30,30" },
    ],
  ])("is read from %s", (_, headers) => {
    expect(timingOf(headers, now)).toMatchObject(expected);
  });

  it("is read from X-RateLimit-* if a service sends both", () => {
    const headers = { "x-ratelimit-remaining": "7", "ratelimit-remaining": "8" };
    expect(timingOf(headers, now).remaining).toBe(7);
  });

  it.each(["7x", "7;8", "7 8", ", 7", ""])("is unknown if its header is not a number: %s", (remaining) => {
    expect(timingOf({ "x-ratelimit-remaining": remaining }, now).remaining).toBeUndefined();
  });
});

it("a Retry-After in words is ignored, also if it contains a number that could be part of a date", () => {
  for (const text of ["soon", "soon 5"])
    expect(timingOf({ "retry-after": text }, now).retryAfter).toBeUndefined();
});
