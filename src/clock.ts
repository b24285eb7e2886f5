import { randomBytes } from "node:crypto";
import timers from "node:timers";

/** Time, timers and random numbers. Code receives a clock as an argument, so that tests can control all three. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Resolves after `ms` milliseconds, or on the next turn for 0 or less. Rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `action` after `ms` milliseconds, or on the next turn for 0 or less, unless the returned function is called first. Default: a
   * `sleep` whose signal the returned function aborts, which costs far more.
   */
  after?(ms: number, action: () => void): () => void;
  /** A random number, at least 0 and below 1. */
  random(): number;
  /** A string of `length` random letters and digits, about 5.95 bits each. Seven have more than 40 bits. */
  token(length: number): string;
}

/** The longest delay of a Node.js timer, in milliseconds. A longer one would fire immediately. */
const maxTimerDelay = 2 ** 31 - 1;
const tokenCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  // Rejection sampling: 248 is the largest multiple of 62 in a byte, so that every character is equally likely.
  token: (length) => {
    let text = "";
    while (text.length < length) {
      for (const byte of randomBytes(length)) {
        if (byte < 248 && text.length < length) text += tokenCharacters.charAt(byte % tokenCharacters.length);
      }
    }
    return text;
  },
  after: (ms, action) => {
    const end = Date.now() + ms;
    const start = performance.now();
    // The system's time may be set back, which must not prolong the wait. The monotonic clock stops while the system is suspended.
    const timeLeft = () => Math.min(end - Date.now(), Math.ceil(ms - (performance.now() - start)));
    let handle: NodeJS.Timeout;
    const wait = (left: number) => {
      handle = setTimeout(onTimer, Math.min(Math.max(left, 0), maxTimerDelay));
    };
    const onTimer = () => {
      const left = timeLeft();
      if (left > 0) wait(left);
      else action();
    };
    wait(ms);
    return () => clearTimeout(handle);
  },
  sleep: (ms, signal) => sleepUntil((wake) => callAfter(realClock, ms, wake), signal),
};

/** `start` starts a timer that calls `wake`, and returns a function that stops it. */
function sleepUntil(start: (wake: () => void) => () => void, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      stop();
      reject(signal?.reason);
    };
    const stop = start(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** Calls `action` after `ms` milliseconds of this clock, unless the returned function is called first. */
export function callAfter(clock: Clock, ms: number, action: () => void): () => void {
  if (clock.after) return clock.after(ms, action);
  const stop = new AbortController();
  clock.sleep(ms, stop.signal).then(action, () => undefined);
  return () => stop.abort(stopped);
}

/** Nobody reads this reason, but without one Node.js would capture a stack trace for each abort. */
const stopped = "The timer was stopped.";

/** In milliseconds of real time: system work, such as that of another process, takes less. */
const maxIdle = 30_000;

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/**
 * A clock that is stopped until it is advanced. Random numbers are seeded, so that a run can be repeated. `run` advances it from sleeper to
 * sleeper until a promise settles.
 */
export class VirtualClock implements Clock {
  #now: number;
  #seed: number;
  #order = 0;
  #sleepers: Sleeper[] = [];

  constructor(options: { readonly now?: number; readonly seed?: number } = {}) {
    this.#now = options.now ?? Date.UTC(2022, 2, 21, 9);
    this.#seed = options.seed ?? 1;
  }

  now(): number {
    return this.#now;
  }

  /** The mulberry32 generator. */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), this.#seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  token(length: number): string {
    return Array.from({ length }, () =>
      tokenCharacters.charAt(Math.floor(this.random() * tokenCharacters.length)),
    ).join("");
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepUntil((wake) => {
      const sleeper: Sleeper = { at: this.#now + Math.max(ms, 0), order: this.#order++, wake };
      this.#sleepers.push(sleeper);
      return () => this.#remove(sleeper);
    }, signal);
  }

  /** The time at which the next sleeper wakes, in milliseconds since 1970. Undefined if there is none. */
  next(): number | undefined {
    return this.#first()?.at;
  }

  /** Advances the time by `ms` milliseconds. Wakes sleepers in the order of their times, and lets each run before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await flushPromises();
    for (let first = this.#first(); first && first.at <= end; first = this.#first()) {
      this.#wake(first);
      await flushPromises();
    }
    this.#now = end;
  }

  /**
   * Waits for `work` and advances to the next sleeper whenever nothing else is left to do.
   * @throws Error if nobody sleeps and `work` has not settled after half a minute of real time: nothing will ever wake it.
   */
  async run<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    let idleSince: number | undefined;
    const done = work.finally(() => {
      settled = true;
    });
    done.catch(() => undefined);
    await flushPromises();
    while (!settled) {
      const first = this.#first();
      if (first) this.#wake(first);
      idleSince = first ? undefined : (idleSince ?? performance.now());
      if (idleSince !== undefined && performance.now() - idleSince > maxIdle)
        throw new Error("The work waits for something that no sleeper of this clock will end.");
      await flushPromises();
    }
    return done;
  }

  #first(): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (!first || sleeper.at < first.at || (sleeper.at === first.at && sleeper.order < first.order))
        first = sleeper;
    }
    return first;
  }

  #remove(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
  }

  #wake(sleeper: Sleeper): void {
    this.#remove(sleeper);
    this.#now = Math.max(this.#now, sleeper.at);
    sleeper.wake();
  }
}

/**
 * Test runners replace timers with stopped ones: Jest the global ones, Vitest also those of `node:timers`. This one was saved when the
 * module was loaded.
 */
const { setImmediate: setRealImmediate } = timers;

/** The next turn of the event loop, regardless of a test runner's fake timers. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setRealImmediate(resolve));
}

/** System work, such as file access and hashes, that must finish before the time advances. */
const systemWork = new Set([
  "FSReqCallback",
  "FSReqPromise",
  "CloseReq",
  "ScryptRequest",
  "PBKDF2Request",
  "RandomBytesRequest",
]);
const idleTurns = 3;

/** Waits until nothing can run without advancing the time: no promise callbacks, no queued callbacks and no system work. */
async function flushPromises(): Promise<void> {
  for (let idle = 0; idle < idleTurns; idle++) {
    await nextTurn();
    if (process.getActiveResourcesInfo().some((resource) => systemWork.has(resource))) idle = -1;
  }
}
