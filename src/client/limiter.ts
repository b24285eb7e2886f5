import type { Clock } from "../clock";
import { OperationLimit } from "./operation-limit";
import type { WireResponse } from "./wire";

/** Leave to send one request. */
export interface Permit {
  /** Gives it back, with the answer where there was one. */
  leave(answer?: Pick<WireResponse, "status" | "headers">): void;
}

interface Waiter {
  readonly ticket: number;
  readonly admit: (permit: Permit) => void;
}

interface Lane {
  readonly limit: OperationLimit;
  readonly waiting: Waiter[];
  /** Ends the sleep until the lane opens again. */
  alarm: AbortController | undefined;
}

/** The most requests under way at a time. */
export const mostInFlight = 32;

/**
 * Keeps the pace that the service asks for, learnt per operation from its answers. Calls of an operation leave in the
 * order of their tickets; an operation that has to wait stops no other one.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();
  #inFlight = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for leave to send. A call that is sent again keeps its ticket, and so its place. Rejects with the signal's reason. */
  enter(operation: string, ticket: number, signal?: AbortSignal): Promise<Permit> {
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
        ticket,
        admit: (permit) => {
          signal?.removeEventListener("abort", onAbort);
          resolve(permit);
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
    const lane: Lane = { limit: new OperationLimit(), waiting: [], alarm: undefined };
    this.#lanes.set(operation, lane);
    return lane;
  }

  /** Lets go whoever may, the lowest ticket first. */
  #admit(): void {
    while (this.#inFlight < mostInFlight) {
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
    const opensAt = lane.waiting.length > 0 ? lane.limit.opensAt(now) : undefined;
    if (opensAt === undefined) return;
    const alarm = new AbortController();
    lane.alarm = alarm;
    this.#clock.sleep(opensAt - now, alarm.signal).then(
      () => this.#admit(),
      () => undefined,
    );
  }
}
