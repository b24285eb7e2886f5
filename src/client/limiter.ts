import type { Clock } from "../clock";
import { retryDelay } from "./backoff";
import type { WaitReport } from "./calls";
import { OperationLimit } from "./operation-limit";
import { SteadyTime } from "./steady-time";
import type { TransportResponse } from "./transport/transport";

/** Permission to send one request. */
export interface Permit {
  /** Returns the permit, with the response if there was one. */
  release(response?: Pick<TransportResponse, "status" | "headers">): void;
}

/** The rate limit resets later than the caller can wait, or the service has rejected every call for that long. */
export class LimitOpensTooLate extends Error {
  override readonly name = "LimitOpensTooLate";
  /** @param opensAt In milliseconds since 1970. */
  constructor(readonly opensAt: number) {
    super("The rate limit resets too late.");
  }
}

export interface AcquireOptions {
  /** How long the caller can wait for the rate limit, in milliseconds. */
  readonly maxWait: number;
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  readonly ticket: number;
  readonly maxWait: number;
  readonly queuedAt: number;
  readonly admit: (permit: Permit) => void;
  readonly refuse: (reason: LimitOpensTooLate) => void;
}

/** The waiting calls of one operation, in the order of their tickets. */
interface Queue {
  readonly operation: string;
  readonly limit: OperationLimit;
  readonly waiters: Waiter[];
  /** Cancels the sleep until the limit opens. */
  alarm: AbortController | undefined;
  /** The end of the wait that was last reported. */
  reportedUntil: number;
}

/** In milliseconds: shorter waits are not reported. */
const minReportedWait = 3000;
/** In milliseconds: end times of a wait that differ by less than this count as equal, because headers contain whole seconds. */
const reportTolerance = 1500;

/** The maximum number of requests in flight at a time. */
const maxInFlight = 32;

/**
 * Respects the rate limits of the service, which it learns per operation from the responses. Calls of one operation are sent in the order
 * of their tickets. Waiting for one operation does not delay the others.
 */
export class Limiter {
  readonly #clock: Clock;
  /** Limits are kept in this time: a clock that is set back must not keep one closed for that long. */
  readonly #time: SteadyTime;
  readonly #queues = new Map<string, Queue>();
  readonly #onWaiting: (report: WaitReport) => void;
  #inFlight = 0;

  constructor(clock: Clock, onWaiting: (report: WaitReport) => void = () => undefined) {
    this.#clock = clock;
    this.#time = new SteadyTime(clock);
    this.#onWaiting = onWaiting;
  }

  /**
   * Waits for a permit to send a request. A call that is sent again keeps its ticket, and so its place in the queue.
   * Rejects with the signal's reason, or with LimitOpensTooLate as soon as that is known.
   */
  acquire(operation: string, ticket: number, { maxWait, signal }: AcquireOptions): Promise<Permit> {
    const queue = this.#queue(operation);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        queue.waiters.splice(queue.waiters.indexOf(waiter), 1);
        reject(signal?.reason);
        this.#admit();
      };
      const waiter: Waiter = {
        ...{ ticket, maxWait, queuedAt: this.#time.now() },
        admit: (permit) => {
          signal?.removeEventListener("abort", onAbort);
          resolve(permit);
        },
        refuse: (reason) => {
          signal?.removeEventListener("abort", onAbort);
          reject(reason);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const place = queue.waiters.findIndex((other) => other.ticket > ticket);
      queue.waiters.splice(place < 0 ? queue.waiters.length : place, 0, waiter);
      this.#admit();
    });
  }

  /** Sends no call of this operation for a number of milliseconds, because the service asked for that. */
  block(operation: string, ms: number): void {
    this.#queue(operation).limit.block(this.#time.now() + ms);
  }

  /** Reports that a call of this operation waits for a number of milliseconds, unless that is short or was reported for another call. */
  reportWait(operation: string, ms: number): void {
    const now = this.#time.now();
    this.#report(this.#queue(operation), now + ms, now);
  }

  #queue(operation: string): Queue {
    const known = this.#queues.get(operation);
    if (known) return known;
    const limit = new OperationLimit((rejections) => retryDelay(rejections, this.#clock));
    const queue: Queue = { operation, limit, waiters: [], alarm: undefined, reportedUntil: 0 };
    this.#queues.set(operation, queue);
    return queue;
  }

  /**
   * Admits every call that may be sent now, the lowest ticket first. All decisions are about the same time: a limit that opened between two
   * of them would be too late for the first, and need no alarm for the second.
   */
  #admit(): void {
    const now = this.#time.now();
    while (this.#inFlight < maxInFlight) {
      const queue = this.#nextQueue(now);
      const waiter = queue?.waiters.shift();
      if (!queue || !waiter) break;
      this.#inFlight++;
      waiter.admit(this.#permit(queue, queue.limit.begin()));
    }
    for (const queue of this.#queues.values()) {
      this.#refuseHopelessWaits(queue, now);
      this.#setAlarm(queue, now);
    }
  }

  #nextQueue(now: number): Queue | undefined {
    let first: Queue | undefined;
    for (const queue of this.#queues.values()) {
      const ticket = queue.waiters[0]?.ticket;
      if (ticket === undefined || !queue.limit.isOpen(now)) continue;
      if (ticket < (first?.waiters[0]?.ticket ?? Number.POSITIVE_INFINITY)) first = queue;
    }
    return first;
  }

  #permit(queue: Queue, call: number): Permit {
    let isHeld = true;
    return {
      release: (response) => {
        if (!isHeld) return;
        isHeld = false;
        this.#inFlight--;
        queue.limit.end(call, this.#time.now(), response);
        this.#admit();
      },
    };
  }

  /** Refuses waiters that have waited too long for a service that accepts nothing: such waiting does not extend deadlines. */
  #refuseHopelessWaits({ limit, waiters }: Queue, now: number): void {
    const { rejectedSince } = limit;
    if (rejectedSince === undefined) return;
    for (const waiter of waiters.splice(0)) {
      if (now - Math.max(rejectedSince, waiter.queuedAt) < waiter.maxWait) waiters.push(waiter);
      else waiter.refuse(this.#tooLate(limit.opensAt(now) ?? now));
    }
  }

  #setAlarm(queue: Queue, now: number): void {
    queue.alarm?.abort("The alarm is set again.");
    queue.alarm = undefined;
    const opensAt = queue.limit.opensAt(now);
    if (opensAt === undefined) return;
    for (const waiter of queue.waiters.splice(0)) {
      if (opensAt - now < waiter.maxWait) queue.waiters.push(waiter);
      else waiter.refuse(this.#tooLate(opensAt));
    }
    if (queue.waiters.length === 0) return;
    const alarm = new AbortController();
    queue.alarm = alarm;
    this.#clock.sleep(opensAt - now, alarm.signal).then(
      () => {
        this.#time.reach(opensAt);
        this.#admit();
      },
      () => undefined,
    );
    // Last, because the report may make callers abort their calls, which stops the alarm.
    this.#report(queue, opensAt, now);
  }

  #tooLate(opensAt: number): LimitOpensTooLate {
    return new LimitOpensTooLate(this.#time.onClock(opensAt));
  }

  #report(queue: Queue, until: number, now: number): void {
    if (until - now < minReportedWait || Math.abs(until - queue.reportedUntil) <= reportTolerance) return;
    queue.reportedUntil = until;
    this.#onWaiting({ operation: queue.operation, until: this.#time.onClock(until) });
  }
}
