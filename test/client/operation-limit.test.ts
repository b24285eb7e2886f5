import { OperationLimit as RealLimit } from "../../src/client/operation-limit";

/** In milliseconds since 1970: the moment that the tests call 0. */
const begun = Date.UTC(2022, 2, 21, 9);

/** The limit of an operation, on a clock that begins at 0. */
class OperationLimit {
  readonly #limit = new RealLimit((rejections) => rejections * 400);

  isOpen(now: number): boolean {
    return this.#limit.isOpen(begun + now);
  }

  opensAt(now: number): number | undefined {
    const at = this.#limit.opensAt(begun + now);
    return at === undefined ? undefined : at - begun;
  }

  begin(): number {
    return this.#limit.begin();
  }

  end(call: number, now: number, response: Parameters<RealLimit["end"]>[2]): void {
    this.#limit.end(call, begun + now, response);
  }

  block(until: number): void {
    this.#limit.block(begun + until);
  }
}

/** Headers of a response; moments in seconds of a clock that begins at 0. */
function response(remaining: number | string, resetAt?: number, limit?: number) {
  return {
    status: 200,
    headers: {
      "x-ratelimit-remaining": String(remaining),
      ...(resetAt !== undefined && { "x-ratelimit-reset": String(begun / 1000 + resetAt) }),
      ...(limit !== undefined && { "x-ratelimit-limit": String(limit) }),
    },
  };
}

/** Begins as many calls as the limit admits at this moment, at most 20. */
function admitted(limit: OperationLimit, now: number): number {
  let calls = 0;
  while (calls < 20 && limit.isOpen(now)) {
    limit.begin();
    calls++;
  }
  return calls;
}

/** A limit after the response to one call. */
function limitAfter(...args: Parameters<typeof response>): OperationLimit {
  const limit = new OperationLimit();
  limit.end(limit.begin(), 0, response(...args));
  return limit;
}

describe("the limit of an operation", () => {
  it("returns no time in the past if a service describes its windows, but not in every rejection", () => {
    const limit = limitAfter(2, 30);
    limit.end(limit.begin(), 0, { status: 429, headers: {} });
    limit.begin();
    expect(limit.isOpen(30_000)).toBe(false);
    expect(limit.opensAt(30_000)).toBeUndefined();
  });

  it("admits four calls until the first response, and does not count a call without one", () => {
    const limit = new OperationLimit();
    expect(admitted(limit, 0)).toBe(4);
    limit.end(1, 0, undefined);
    expect(admitted(limit, 0)).toBe(1);
    limit.end(2, 0, { status: 200, headers: {} });
    expect(admitted(limit, 0)).toBe(20);
  });

  it("admits as many calls as a response leaves, and then returns the end of the window", () => {
    const limit = limitAfter(3, 30);
    expect(limit.opensAt(0)).toBeUndefined();
    expect(admitted(limit, 0)).toBe(3);
    expect(limit.opensAt(0)).toBe(30_000);
    expect(limit.isOpen(29_999)).toBe(false);
    expect(limit.isOpen(30_000)).toBe(true);
  });

  it.each([
    ["2.9", 2],
    ["-1", 0],
  ])("reads a remaining number of %s as %i", (remaining, calls) => {
    expect(admitted(limitAfter(remaining, 30), 0)).toBe(calls);
  });

  it("ignores a remaining count without a reset time", () => {
    expect(admitted(limitAfter(1), 0)).toBe(20);
  });

  it.each<[string, Record<string, string>]>([
    ["describes no window", {}],
    ["only returns a remaining count", { "x-ratelimit-remaining": "0" }],
    ["only returns a reset time", { "x-ratelimit-reset": String(begun / 1000 + 30) }],
  ])("admits one call at a time after a rejection that %s", (_, headers) => {
    const limit = new OperationLimit();
    limit.end(limit.begin(), 0, { status: 200, headers: {} });
    limit.end(limit.begin(), 0, { status: 429, headers });
    expect(limit.isOpen(0)).toBe(false);
    expect(admitted(limit, 60_000)).toBe(1);
  });

  it("subtracts the calls that were sent after the one that got the response", () => {
    const limit = limitAfter(9, 30);
    for (let call = 0; call < 3; call++) limit.begin();
    limit.end(2, 0, response(4, 30));
    expect(admitted(limit, 0)).toBe(2);
  });

  it("is closed if more calls are in flight than a response leaves", () => {
    const limit = new OperationLimit();
    for (let call = 0; call < 3; call++) limit.begin();
    limit.end(1, 0, response(1, 30));
    expect(admitted(limit, 0)).toBe(0);
    expect(limit.opensAt(0)).toBe(30_000);
  });
});

describe("a limit that others use too", () => {
  /** A limit of 10, of which this process used two calls and another one four, in the first window. */
  function sharedLimit(): OperationLimit {
    const limit = new OperationLimit();
    const [first, second] = [limit.begin(), limit.begin()];
    limit.end(first, 0, response(8, 30, 10));
    limit.end(second, 0, response(4, 30, 10));
    return limit;
  }

  it("is shared in proportion to the calls, and then returns the end of the window", () => {
    const limit = sharedLimit();
    expect(admitted(limit, 0)).toBe(1);
    limit.end(3, 0, response(2, 30, 10));
    expect(admitted(limit, 0)).toBe(0);
    expect(limit.opensAt(0)).toBe(30_000);
  });

  it("uses one call to learn how much of a new window is left, and takes its share", () => {
    const limit = sharedLimit();
    expect(admitted(limit, 30_000)).toBe(1);
    limit.end(3, 30_000, response(8, 60, 10));
    expect(admitted(limit, 30_000)).toBe(2);
  });

  it("leaves more of the next window to the others if this one rejected calls, which do not count in it", () => {
    const limit = new OperationLimit();
    expect(admitted(limit, 0)).toBe(4);
    limit.end(1, 0, response(8, 30, 10));
    limit.end(2, 0, response(3, 30, 10));
    for (const call of [3, 4]) limit.end(call, 0, { ...response(0, 30, 10), status: 429 });
    expect(admitted(limit, 30_000)).toBe(1);
    limit.end(5, 30_000, response(9, 60, 10));
    expect(admitted(limit, 30_000)).toBe(1);
  });

  it("is used up by this process alone again after windows without other callers", () => {
    const limit = sharedLimit();
    const windows: number[] = [];
    for (let call = 3, at = 30; at <= 120; at += 30) {
      const first = admitted(limit, at * 1000);
      limit.end(call, at * 1000, response(9, at + 30, 10));
      const calls = first + admitted(limit, at * 1000);
      for (const next = call + calls; ++call < next; ) limit.end(call, at * 1000, undefined);
      windows.push(calls);
    }
    expect(windows).toEqual([3, 6, 8, 10]);
  });

  it("waits after its first calls until their responses show whether others call too", () => {
    const limit = new OperationLimit();
    expect(admitted(limit, 0)).toBe(4);
    for (const [call, left] of [9, 7, 5].entries()) {
      limit.end(call + 1, 0, response(left, 30, 10));
      expect(admitted(limit, 0)).toBe(0);
    }
    limit.end(4, 0, response(3, 30, 10));
    expect(admitted(limit, 0)).toBe(2);
  });

  it("is not shared with calls from before the first response", () => {
    expect(admitted(limitAfter(3, 30, 10), 0)).toBe(3);
  });

  it("is used without regard to others while many calls are left", () => {
    const limit = new OperationLimit();
    const [first, second] = [limit.begin(), limit.begin()];
    limit.end(first, 0, response(998, 30, 1000));
    limit.end(second, 0, response(400, 30, 1000));
    expect(admitted(limit, 0)).toBe(20);
  });
});

describe("a response that a later call's response has overtaken", () => {
  const admittedAfterLateResponse = (remaining: number, resetAt: number) => {
    const limit = new OperationLimit();
    const [first, second] = [limit.begin(), limit.begin()];
    limit.end(second, 0, response(5, 30));
    limit.end(first, 0, response(remaining, resetAt));
    return admitted(limit, 0);
  };

  it.each([28.5, 30, 31.5])("lowers the number of calls if its window ends at the same time: %d s", (end) => {
    expect(admittedAfterLateResponse(2, end)).toBe(2);
  });

  it("never raises the number of calls", () => {
    expect(admittedAfterLateResponse(9, 30)).toBe(5);
  });

  it.each([28.499, 31.501])("is ignored if it describes another window: %d s", (end) => {
    expect(admittedAfterLateResponse(2, end)).toBe(5);
  });
});

describe("requests that arrive in a different order from the one in which they were sent", () => {
  it.each([[[7, 8, 9, 10]], [[10, 9, 8, 7]], [[9, 7, 10, 8]]])("do not exceed the limit: %j", (arrivals) => {
    const limit = limitAfter(4, 10, 5);
    expect(admitted(limit, 0)).toBe(4);
    for (const call of [2, 3, 4, 5]) limit.end(call, 0, response(0, 10, 5));
    expect(admitted(limit, 10_000)).toBe(5);
    limit.end(6, 10_100, response(4, 20, 5));
    for (const [counted, call] of arrivals.entries()) {
      expect(limit.isOpen(10_200)).toBe(false);
      limit.end(call, 10_200, response(3 - counted, 20, 5));
    }
    expect(limit.isOpen(10_200)).toBe(false);
    expect(limit.opensAt(10_200)).toBe(20_000);
  });

  it("are not sent in place of calls that are in flight or have no response", () => {
    const limit = limitAfter(10, 30, 11);
    expect(admitted(limit, 0)).toBe(10);
    limit.end(7, 0, response(9, 30, 11));
    expect(limit.isOpen(0)).toBe(false);
    for (const call of [2, 3, 4]) limit.end(call, 0, response(6, 30, 11));
    expect(limit.isOpen(0)).toBe(false);
    limit.end(5, 0, undefined);
    expect(limit.isOpen(0)).toBe(false);
    limit.end(6, 0, { status: 502, headers: {} });
    expect(limit.isOpen(0)).toBe(false);
  });

  it("leave the calls that the service has left, once all have responses", () => {
    const limit = limitAfter(10, 30, 11);
    for (const _ of [1, 2, 3]) limit.begin();
    limit.end(4, 0, response(7, 30, 11));
    limit.end(2, 0, response(9, 30, 11));
    limit.end(3, 0, response(8, 30, 11));
    expect(admitted(limit, 0)).toBe(7);
  });
});

describe("a new window", () => {
  it("allows the whole limit minus the calls in flight, each of which may count in it", () => {
    const limit = limitAfter(3, 10, 5);
    expect(admitted(limit, 0)).toBe(3);
    expect(admitted(limit, 10_000)).toBe(2);
    expect(limit.opensAt(10_000)).toBeUndefined();
  });

  it.each([
    ["an unknown limit", undefined],
    ["a limit that the calls in flight exhaust", 3],
  ])("allows one call with %s", (_, most) => {
    const limit = limitAfter(3, 10, most);
    expect(admitted(limit, 0)).toBe(3);
    expect(admitted(limit, 10_000)).toBe(1);
  });

  it("is not described by responses to calls of the old one", () => {
    const limit = new OperationLimit();
    const [first, second] = [limit.begin(), limit.begin()];
    limit.end(first, 0, response(3, 10, 5));
    expect(limit.isOpen(10_000)).toBe(true);
    limit.end(second, 10_000, response(0, 11, 5));
    expect(limit.opensAt(10_000)).toBeUndefined();
    expect(admitted(limit, 10_000)).toBe(4);
  });

  it("begins before a response that arrives after the end of the last one is read", () => {
    const limit = new OperationLimit();
    const [first, second] = [limit.begin(), limit.begin()];
    limit.end(first, 0, response(3, 10, 5));
    limit.end(second, 10_000, response(0, 11, 5));
    expect(limit.opensAt(10_000)).toBeUndefined();
    expect(admitted(limit, 10_000)).toBe(5);
  });

  it("is described by the response to its first call", () => {
    const limit = limitAfter(0, 10, 2);
    expect(limit.isOpen(10_000)).toBe(true);
    limit.end(limit.begin(), 10_100, response(1, 20, 2));
    expect(admitted(limit, 10_100)).toBe(1);
    expect(limit.opensAt(10_100)).toBe(20_000);
  });

  it("allows one more call when all its calls have ended without a response", () => {
    const limit = limitAfter(0, 10, 2);
    expect(admitted(limit, 10_000)).toBe(2);
    limit.end(2, 10_000, undefined);
    expect(limit.isOpen(10_000)).toBe(false);
    limit.end(3, 10_000, undefined);
    expect(admitted(limit, 10_000)).toBe(1);
  });
});

describe("a block", () => {
  it("closes an operation until its end, whatever the window allows, and is never shortened", () => {
    const limit = limitAfter(3, 30);
    limit.block(5_000);
    limit.block(2_000);
    expect(limit.isOpen(4_999)).toBe(false);
    expect(limit.opensAt(4_999)).toBe(5_000);
    expect(limit.isOpen(5_000)).toBe(true);
    expect(limit.opensAt(5_000)).toBeUndefined();
  });

  it.each([
    ["Retry-After, before the end of the window", { "retry-after": "7", "x-ratelimit-reset": "30" }, 7_000],
    ["the end of the window without Retry-After", { "x-ratelimit-reset": "30" }, 30_000],
    ["a delay of the client without either", {}, 400],
    ["a delay of the client instead of 0", { "retry-after": "0" }, 400],
  ])("after a 429 lasts for %s", (_, headers, until) => {
    const limit = new OperationLimit();
    limit.end(limit.begin(), 0, { status: 429, headers });
    expect(limit.opensAt(0)).toBe(until);
  });

  it("without rate-limit headers admits one call afterwards, and twice as many after each accepted one", () => {
    const limit = new OperationLimit();
    limit.end(limit.begin(), 0, { status: 429, headers: { "retry-after": "7" } });
    expect(admitted(limit, 7_000)).toBe(1);
    expect(limit.opensAt(7_000)).toBeUndefined();
    limit.end(2, 7_000, { status: 200, headers: {} });
    expect(admitted(limit, 7_000)).toBe(2);
    limit.end(3, 7_000, undefined);
    expect(admitted(limit, 7_000)).toBe(3);
  });

  it("with rate-limit headers admits what the next window allows", () => {
    const limit = limitAfter(1, 30, 2);
    limit.end(limit.begin(), 0, response(0, 30, 2));
    limit.end(limit.begin(), 0, { ...response(0, 30, 2), status: 429 });
    expect(admitted(limit, 30_000)).toBe(2);
  });

  it("grows with each rejection in a row, and is short again after an accepted call", () => {
    const limit = new OperationLimit();
    const reject = (now: number) => limit.end(limit.begin(), now, { status: 429, headers: {} });
    reject(0);
    expect(limit.opensAt(0)).toBe(400);
    reject(400);
    expect(limit.opensAt(400)).toBe(400 + 800);
    limit.end(limit.begin(), 1_200, { status: 200, headers: {} });
    reject(1_200);
    expect(limit.opensAt(1_200)).toBe(1_200 + 400);
  });

  it("is not caused by Retry-After of another status", () => {
    const limit = new OperationLimit();
    limit.end(limit.begin(), 0, { status: 503, headers: { "retry-after": "7" } });
    expect(limit.isOpen(0)).toBe(true);
  });
});
