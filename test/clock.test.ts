/** @jest-environment node */
import { open } from "node:fs/promises";
import { gzip } from "node:zlib";
import fc from "fast-check";
import { type Clock, callAfter, realClock, VirtualClock } from "../src/clock";

const lettersAndDigits = /^[A-Za-z0-9]*$/;

describe("the virtual clock", () => {
  it("waits for a file to be closed, however busy the system is", async () => {
    const clock = new VirtualClock({ now: 0 });
    const file = await open(__filename);
    void clock.sleep(1000);
    // The system works on four requests at a time, and Node.js does not show these.
    for (let requests = 0; requests < 8; requests++) gzip(Buffer.alloc(2_000_000), () => undefined);
    await clock.run(file.close());
    expect(clock.now()).toBe(0);
  });

  it("starts at a fixed or given time and is stopped", async () => {
    const clock = new VirtualClock();
    expect(new Date(clock.now()).toISOString()).toBe("2022-03-21T09:00:00.000Z");
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.now()).toBe(Date.UTC(2022, 2, 21, 9));
    expect(new VirtualClock({ now: 5 }).now()).toBe(5);
  });

  it("wakes sleepers in the order of their times, and equal ones in the order in which they started", async () => {
    const clock = new VirtualClock({ now: 0 });
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push(`${name} ${clock.now()}`);
    };
    const all = [sleeper("c", 30), sleeper("a", 10), sleeper("b1", 20), sleeper("b2", 20)];
    await clock.advance(30);
    await Promise.all(all);
    expect(woken).toEqual(["a 10", "b1 20", "b2 20", "c 30"]);
  });

  it("lets each sleeper run before it wakes the next, including new sleeps", async () => {
    const clock = new VirtualClock({ now: 0 });
    const woken: string[] = [];
    const every = async (name: string, ms: number, times: number) => {
      for (let turn = 0; turn < times; turn++) {
        await clock.sleep(ms);
        woken.push(`${name} ${clock.now()}`);
      }
    };
    const all = [every("two", 2, 3), every("three", 3, 2)];
    await clock.advance(6);
    await Promise.all(all);
    expect(woken).toEqual(["two 2", "three 3", "two 4", "three 6", "two 6"]);
  });

  it("advances exactly as far as asked, and wakes no sleeper too early", async () => {
    const clock = new VirtualClock({ now: 0 });
    let isAwake = false;
    const asleep = clock.sleep(10).then(() => {
      isAwake = true;
    });
    await clock.advance(9);
    expect([clock.now(), isAwake, clock.next()]).toEqual([9, false, 10]);
    await clock.advance(1);
    await asleep;
    expect([clock.now(), isAwake, clock.next()]).toEqual([10, true, undefined]);
  });

  it("advances without sleepers", async () => {
    const clock = new VirtualClock({ now: 0 });
    await clock.advance(1_000);
    expect(clock.now()).toBe(1_000);
  });

  it("treats a delay of 0 or less as the next turn of the event loop", async () => {
    const clock = new VirtualClock({ now: 100 });
    const all = [clock.sleep(0), clock.sleep(-50)];
    expect(clock.next()).toBe(100);
    await clock.advance(0);
    await Promise.all(all);
    expect(clock.now()).toBe(100);
  });

  it("skips a sleep of a century", async () => {
    const clock = new VirtualClock({ now: 0 });
    const century = 100 * 365 * 86_400_000;
    await clock.run(clock.sleep(century));
    expect(clock.now()).toBe(century);
  });
});

describe("an aborted sleep on the virtual clock", () => {
  it("rejects with the signal's reason and is removed", async () => {
    const clock = new VirtualClock({ now: 0 });
    const controller = new AbortController();
    const asleep = clock.sleep(10, controller.signal);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(asleep).rejects.toBe(reason);
    expect(clock.next()).toBeUndefined();
  });

  it("rejects immediately if the signal was already aborted", async () => {
    const clock = new VirtualClock({ now: 0 });
    await expect(clock.sleep(10, AbortSignal.abort("before"))).rejects.toBe("before");
    expect(clock.next()).toBeUndefined();
  });

  it("leaves the others asleep", async () => {
    const clock = new VirtualClock({ now: 0 });
    const controller = new AbortController();
    const aborted = clock.sleep(10, controller.signal);
    const other = clock.sleep(20, controller.signal);
    const third = clock.sleep(30);
    controller.abort("enough");
    await expect(aborted).rejects.toBe("enough");
    await expect(other).rejects.toBe("enough");
    expect(clock.next()).toBe(30);
    await clock.run(third);
    expect(clock.now()).toBe(30);
  });

  it("is unaffected after it has woken, and leaves no listener", async () => {
    const clock = new VirtualClock({ now: 0 });
    const controller = new AbortController();
    const removed = jest.spyOn(controller.signal, "removeEventListener");
    await clock.run(clock.sleep(10, controller.signal));
    expect(removed).toHaveBeenCalledTimes(1);
    controller.abort("late");
    expect(clock.now()).toBe(10);
  });
});

describe("work that runs on the virtual clock", () => {
  it("takes as long as it sleeps and returns its result", async () => {
    const clock = new VirtualClock({ now: 0 });
    const work = async () => {
      await clock.sleep(1_000);
      await Promise.all([clock.sleep(500), clock.sleep(2_000)]);
      return "done";
    };
    await expect(clock.run(work())).resolves.toBe("done");
    expect(clock.now()).toBe(3_000);
  });

  it("takes no time if it does not sleep, even if others sleep", async () => {
    const clock = new VirtualClock({ now: 0 });
    const asleep = clock.sleep(10);
    await expect(clock.run(Promise.resolve(1))).resolves.toBe(1);
    expect([clock.now(), clock.next()]).toEqual([0, 10]);
    await clock.run(asleep);
  });

  it("includes turns of the event loop, which take no time", async () => {
    const clock = new VirtualClock({ now: 0 });
    const turns = async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      return clock.now();
    };
    await expect(clock.run(turns())).resolves.toBe(0);
  });

  it("passes its error on", async () => {
    const clock = new VirtualClock({ now: 0 });
    const work = clock.sleep(5).then(() => {
      throw new Error("broken");
    });
    await expect(clock.run(work)).rejects.toThrow("broken");
    expect(clock.now()).toBe(5);
  });

  it("fails if nobody sleeps and it has not settled after half a minute of real time", async () => {
    const clock = new VirtualClock({ now: 0 });
    let realTime = 0;
    const now = jest.spyOn(performance, "now").mockImplementation(() => realTime);
    const passed: string[] = [];
    const work = async () => {
      const turns = async (name: string, ms: number) => {
        realTime += ms;
        for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
        passed.push(name);
      };
      await turns("no time", 0);
      await turns("20 s", 20_000);
      await clock.sleep(1000);
      await turns("20 s after a sleep", 20_000);
      await turns("40 s more", 40_000);
    };
    await expect(clock.run(work())).rejects.toThrow("something that no sleeper of this clock will end");
    expect(passed).toEqual(["no time", "20 s", "20 s after a sleep"]);
    now.mockRestore();
  });

  it("shares one clock and one order with other work", async () => {
    const clock = new VirtualClock({ now: 0 });
    const woken: number[] = [];
    const work = async (ms: number) => {
      await clock.sleep(ms);
      woken.push(ms);
    };
    await Promise.all([clock.run(work(30)), clock.run(work(10)), clock.run(work(20))]);
    expect(woken).toEqual([10, 20, 30]);
    expect(clock.now()).toBe(30);
  });

  it("wakes in order of time, whatever the delays", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 8 }),
      async (delays) => {
        const clock = new VirtualClock({ now: 0 });
        const woken: number[] = [];
        await clock.run(Promise.all(delays.map((ms) => clock.sleep(ms).then(() => woken.push(clock.now())))));
        expect(woken).toEqual([...delays].sort((one, other) => one - other));
      },
    );
    await fc.assert(property, { numRuns: 50, seed: 7 });
  });
});

describe("random values of the virtual clock", () => {
  const draw = (clock: VirtualClock) => [clock.random(), clock.random(), clock.token(7), clock.random()];

  it("are equal for the same seed and different for another", () => {
    expect(draw(new VirtualClock({ seed: 42 }))).toEqual(draw(new VirtualClock({ seed: 42 })));
    expect(draw(new VirtualClock({ seed: 42 }))).not.toEqual(draw(new VirtualClock({ seed: 43 })));
    expect(draw(new VirtualClock())).toEqual(draw(new VirtualClock({ seed: 1 })));
  });

  it("do not depend on the time", async () => {
    const moved = new VirtualClock({ now: 0, seed: 9 });
    await moved.advance(1_000);
    expect(draw(moved)).toEqual(draw(new VirtualClock({ seed: 9 })));
  });

  it("are at least 0 and below 1, and evenly distributed", () => {
    const clock = new VirtualClock({ seed: 3 });
    const tenths = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 10_000; draw++) {
      const value = clock.random();
      expect(value >= 0 && value < 1).toBe(true);
      tenths[Math.floor(value * 10)]! += 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

describe.each([
  ["the real clock", realClock],
  ["the virtual clock", new VirtualClock({ seed: 5 })],
])("a token of %s", (_, clock) => {
  it("has the requested length and consists of letters and digits", () => {
    for (const length of [0, 1, 7, 32, 100]) {
      expect(clock.token(length)).toHaveLength(length);
      expect(clock.token(length)).toMatch(lettersAndDigits);
    }
  });

  it("contains all letters and digits about equally often", () => {
    const counts = new Map<string, number>();
    const draw = 62_000;
    for (const letter of clock.token(draw)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,000 of each are expected. A difference of six standard deviations occurs once in many millions of runs.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(190);
  });

  it("is different each time", () => {
    const tokens = new Set(Array.from({ length: 1_000 }, () => clock.token(7)));
    expect(tokens.size).toBe(1_000);
  });
});

describe("the real clock", () => {
  afterEach(() => jest.useRealTimers());

  it("returns the time of this machine, and random numbers of at least 0 and below 1", () => {
    const before = Date.now();
    const now = realClock.now();
    expect(now >= before && now <= Date.now()).toBe(true);
    const value = realClock.random();
    expect(value >= 0 && value < 1).toBe(true);
  });

  it("sleeps as long as asked, and not at all for 0 or less", async () => {
    jest.useFakeTimers();
    const woken: string[] = [];
    const all = [
      realClock.sleep(1_000).then(() => woken.push("second")),
      realClock.sleep(0).then(() => woken.push("zero")),
      realClock.sleep(-5).then(() => woken.push("negative")),
    ];
    await jest.advanceTimersByTimeAsync(0);
    expect(woken).toEqual(["zero", "negative"]);
    await jest.advanceTimersByTimeAsync(999);
    expect(woken).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    await Promise.all(all);
    expect(woken).toHaveLength(3);
  });

  it("sleeps longer than the maximum of a Node.js timer", async () => {
    jest.useFakeTimers();
    const timers = jest.spyOn(globalThis, "setTimeout");
    const longest = 2 ** 31 - 1;
    let isAwake = false;
    const asleep = realClock.sleep(2 * longest + 1_000).then(() => {
      isAwake = true;
    });
    await jest.advanceTimersByTimeAsync(longest);
    await jest.advanceTimersByTimeAsync(longest);
    expect(isAwake).toBe(false);
    await jest.advanceTimersByTimeAsync(999);
    expect(isAwake).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await asleep;
    expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([longest, longest, 1_000]);
  });

  it("sleeps no longer when the system time is set back, and no shorter when it is set forward", async () => {
    jest.useFakeTimers();
    const longest = 2 ** 31 - 1;
    const woken: string[] = [];
    const short = realClock.sleep(10_000).then(() => woken.push("short"));
    await jest.advanceTimersByTimeAsync(4_000);
    jest.setSystemTime(Date.now() - 3_600_000);
    await jest.advanceTimersByTimeAsync(5_999);
    expect(woken).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await short;
    const long = realClock.sleep(3 * longest).then(() => woken.push("long"));
    await jest.advanceTimersByTimeAsync(4_000);
    jest.setSystemTime(Date.now() + 3 * longest);
    await jest.advanceTimersByTimeAsync(longest - 4_000);
    await long;
    expect(woken).toEqual(["short", "long"]);
  });

  it("rejects with the signal's reason when it is aborted, and leaves no timer", async () => {
    jest.useFakeTimers();
    const controller = new AbortController();
    const reason = new Error("enough");
    const asleep = realClock.sleep(2 ** 32, controller.signal);
    const rejected = expect(asleep).rejects.toBe(reason);
    await jest.advanceTimersByTimeAsync(2 ** 31);
    controller.abort(reason);
    await rejected;
    expect(jest.getTimerCount()).toBe(0);
  });

  it("does not start a sleep whose signal was already aborted", async () => {
    jest.useFakeTimers();
    await expect(realClock.sleep(1_000, AbortSignal.abort("before"))).rejects.toBe("before");
    expect(jest.getTimerCount()).toBe(0);
  });

  it("leaves no listener on a signal that outlives the sleep", async () => {
    jest.useFakeTimers();
    const { signal } = new AbortController();
    const [added, removed] = [
      jest.spyOn(signal, "addEventListener"),
      jest.spyOn(signal, "removeEventListener"),
    ];
    const asleep = realClock.sleep(10, signal);
    await jest.advanceTimersByTimeAsync(10);
    await asleep;
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
  });
});

const { after: _, ...sleepingClock } = realClock;

describe.each<[string, Clock]>([
  ["with timers", realClock],
  ["that can only sleep", sleepingClock],
])("an action after a time of a clock %s", (_, clock) => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it("is called once, when the time has passed", async () => {
    const action = jest.fn();
    callAfter(clock, 1_000, action);
    await jest.advanceTimersByTimeAsync(999);
    expect(action).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(action).toHaveBeenCalledTimes(1);
  });

  it("is not called if it is stopped first, and leaves no timer", async () => {
    const action = jest.fn();
    const stop = callAfter(clock, 2 ** 32, action);
    await jest.advanceTimersByTimeAsync(2 ** 31);
    stop();
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(2 ** 32);
    expect(action).not.toHaveBeenCalled();
  });
});

it("an action is not called by a clock whose sleep is interrupted", async () => {
  const action = jest.fn();
  callAfter({ ...sleepingClock, sleep: () => Promise.reject(new Error("interrupted")) }, 1, action);
  await new Promise((resolve) => setImmediate(resolve));
  expect(action).not.toHaveBeenCalled();
});
