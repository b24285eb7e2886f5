import type { Clock } from "../clock";
import type { WaitReport } from "./calls";
import { OperationLimit } from "./operation-limit";
import type { TransportResponse } from "./transport/transport";

/** Leave to send one request. */
export interface Permit {
  /** Gives it back, with the answer where there was one. */
  leave(answer?: Pick<TransportResponse, "status" | "headers">): void;
}

/** The limit opens later than the caller can wait. */
export class LimitOpensTooLate extends Error {
  override readonly name = "LimitOpensTooLate";
  constructor(readonly opensAt: number) {
    super("The limit opens too late.");
  }
}

export interface Patience {
  /** How long the caller can wait for a limit to open, in milliseconds. */
  readonly longest: number;
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  readonly ticket: number;
  readonly longest: number;
  readonly admit: (permit: Permit) => void;
  readonly refuse: (reason: LimitOpensTooLate) => void;
}

interface Lane {
  readonly operation: string;
  readonly limit: OperationLimit;
  readonly waiting: Waiter[];
  /** Ends the sleep until the lane opens again. */
  alarm: AbortController | undefined;
  /** Until when it was last reported to be closed. */
  reported: number;
}

/** Shorter waits are not reported, and two moments that lie closer are the same one: headers count whole seconds. */
export const minReportedWait = 3000;
const sameMoment = 1500;

/** The most requests under way at a time. */
export const maxInFlight = 32;

/**
 * Keeps the pace that the service asks for, learnt per operation from its answers. Calls of an operation leave in the
 * order of their tickets; an operation that has to wait stops no other one.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();
  readonly #onWaiting: (report: WaitReport) => void;
  #inFlight = 0;

  constructor(clock: Clock, onWaiting: (report: WaitReport) => void = () => undefined) {
    this.#clock = clock;
    this.#onWaiting = onWaiting;
  }

  /**
   * Waits for leave to send. A call that is sent again keeps its ticket, and so its place. Rejects with the signal's reason, or with
   * LimitOpensTooLate as soon as it is known.
   */
  enter(operation: string, ticket: number, { longest, signal }: Patience): Promise<Permit> {
    const lane = this.#lane(operation);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
        reject(signal?.reason);
        this.#admit();
      };
      const waiter: Waiter = {
        ...{ ticket, longest },
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
      const place = lane.waiting.findIndex((other) => other.ticket > ticket);
      lane.waiting.splice(place < 0 ? lane.waiting.length : place, 0, waiter);
      this.#admit();
    });
  }

  /** Nothing more of this operation until then: the service said so. */
  block(operation: string, ms: number): void {
    this.#lane(operation).limit.block(this.#clock.now() + ms);
  }

  #lane(operation: string): Lane {
    const known = this.#lanes.get(operation);
    if (known) return known;
    const lane: Lane = { operation, limit: new OperationLimit(), waiting: [], alarm: undefined, reported: 0 };
    this.#lanes.set(operation, lane);
    return lane;
  }

  /** Lets go whoever may, the lowest ticket first. */
  #admit(): void {
    while (this.#inFlight < maxInFlight) {
      const lane = this.#nextLane();
      const waiter = lane?.waiting.shift();
      if (!lane || !waiter) break;
      this.#inFlight++;
      waiter.admit(this.#permit(lane, lane.limit.begin()));
    }
    for (const lane of this.#lanes.values()) this.#setAlarm(lane);
  }

  #nextLane(): Lane | undefined {
    const now = this.#clock.now();
    let first: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      const ticket = lane.waiting[0]?.ticket;
      if (ticket === undefined || !lane.limit.isOpen(now)) continue;
      if (ticket < (first?.waiting[0]?.ticket ?? Number.POSITIVE_INFINITY)) first = lane;
    }
    return first;
  }

  #permit(lane: Lane, call: number): Permit {
    let held = true;
    return {
      leave: (answer) => {
        if (!held) return;
        held = false;
        this.#inFlight--;
        lane.limit.end(call, this.#clock.now(), answer);
        this.#admit();
      },
    };
  }

  #setAlarm(lane: Lane): void {
    lane.alarm?.abort();
    lane.alarm = undefined;
    const now = this.#clock.now();
    const opensAt = lane.limit.opensAt(now);
    if (opensAt === undefined) return;
    for (const waiter of lane.waiting.splice(0)) {
      if (opensAt - now < waiter.longest) lane.waiting.push(waiter);
      else waiter.refuse(new LimitOpensTooLate(opensAt));
    }
    if (lane.waiting.length === 0) return;
    this.#report(lane, opensAt, now);
    const alarm = new AbortController();
    lane.alarm = alarm;
    this.#clock.sleep(opensAt - now, alarm.signal).then(
      () => this.#admit(),
      () => undefined,
    );
  }

  #report(lane: Lane, until: number, now: number): void {
    if (until - now < minReportedWait || Math.abs(until - lane.reported) <= sameMoment) return;
    lane.reported = until;
    this.#onWaiting({ operation: lane.operation, until });
  }
}
