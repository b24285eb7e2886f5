import { NodecloudError } from "../../client";
import type { Clock } from "../../clock";
import { formatDuration } from "../deadline";
import { causeOf, isAccessDenied, LifecycleError } from "../failures";
import type { Wait } from "./collection";
import { pollInterval } from "./poll-interval";
import type { Source } from "./shared-list";

type Described<Live> = Pick<Source<Live>, "kind" | "describe">;

/** Reads an object as it was at `notBefore` or later. */
type Read<Live> = (id: string, notBefore: number, wait: Wait<Live>) => Promise<Live | undefined>;

/** The first poll of a wait comes after this fraction of the shortest wait for the same goal so far. Waits with failed polls do not count. */
const firstPollAfter = 0.8;
/** In milliseconds: the first poll comes no later, because an earlier wait may have taken unusually long. */
const maxFirstPoll = 60_000;

const waitLonger = "Set a longer timeout in `timeouts`, or run the command again to wait longer.";

/** In milliseconds: a state that stays the same is reported this often. A report of each poll costs a large run more than the polls. */
const reportInterval = 5000;

/** Polls objects of one kind until they reach a goal. */
export class Poller<Live> {
  readonly #source: Described<Live>;
  readonly #clock: Clock;
  readonly #read: Read<Live>;
  /** The shortest wait for each goal so far in which no poll failed, in milliseconds. */
  readonly #shortest = new Map<string, number>();
  /** The waits that sleep until their next poll. */
  readonly #sleeping = new Set<SleepingWait<Live>>();

  constructor(source: Described<Live>, clock: Clock, read: Read<Live>) {
    this.#source = source;
    this.#clock = clock;
    this.#read = read;
  }

  /**
   * Polls until the goal is reached. A failed poll ends the wait only if another one cannot succeed, or if the service asks not to be called
   * again before the deadline.
   */
  async wait(id: string, wait: Wait<Live>): Promise<Live | undefined> {
    const { goal, deadline } = wait;
    const startedAt = this.#clock.now();
    let last = "no poll has succeeded yet";
    let advice: string | undefined;
    let reported: { readonly state: string; readonly at: number } | undefined;
    const report = (state: string, at: number) => {
      last = state;
      if (reported?.state === state && at - reported.at < reportInterval) return;
      reported = { state, at };
      wait.reportProgress(
        `waiting for ${this.#source.kind} ${id} ${goal}: ${state}, ${formatDuration(at - startedAt)} so far`,
      );
    };
    let interval = Math.min((this.#shortest.get(goal) ?? 0) * firstPollAfter, maxFirstPoll);
    let hasFailed = false;
    for (let polledAt = startedAt; ; ) {
      const remaining = deadline.at - this.#clock.now();
      if (remaining <= 0) throw this.#timedOut(id, goal, startedAt, `${last}. ${advice ?? waitLonger}`);
      interval = Math.max(interval, pollInterval(this.#clock.now() - startedAt, this.#clock, wait.rate));
      await this.#sleep(Math.min(interval, remaining), { id, until: wait.until, notBefore: polledAt });
      interval = 0;
      const notBefore = polledAt;
      polledAt = this.#clock.now();
      let live: Live | undefined;
      try {
        live = await this.#read(id, notBefore, wait);
      } catch (error) {
        if (isAccessDenied(error)) throw error;
        // A poll that the deadline interrupted is less informative than the one before it.
        if (this.#clock.now() >= deadline.at) continue;
        hasFailed = true;
        interval = requestedDelayOf(error);
        if (this.#clock.now() + interval >= deadline.at) throw this.#delayed(id, goal, error, interval);
        report(`the last poll failed (${causeOf(error)})`, polledAt);
        continue;
      }
      if (wait.until(live)) {
        const waited = this.#clock.now() - startedAt;
        // A wait through an outage shows how long the outage took.
        if (!hasFailed && (wait.isTypical?.(live) ?? true))
          this.#shortest.set(goal, Math.min(waited, this.#shortest.get(goal) ?? waited));
        return live;
      }
      advice = wait.advise?.(live);
      report(wait.describe?.(live) ?? describeObject(this.#source, live), polledAt);
    }
  }

  /**
   * Wakes the waits that a new list decides. Another wait requested that list, so each of them would notice only at its own next poll.
   * @param find Returns what the list shows of an object, if that would serve as a poll of it at `notBefore` or later.
   */
  wakeDecidedWaits(
    find: (id: string, notBefore: number) => { readonly live: Live | undefined } | undefined,
  ): void {
    for (const { id, until, notBefore, wake } of this.#sleeping) {
      const found = find(id, notBefore);
      if (found !== undefined && isDecided(until, found.live)) wake.abort("A list decides the wait.");
    }
  }

  async #sleep(ms: number, wait: Omit<SleepingWait<Live>, "wake">): Promise<void> {
    const sleeping = { ...wait, wake: new AbortController() };
    this.#sleeping.add(sleeping);
    try {
      await this.#clock.sleep(ms, sleeping.wake.signal);
    } catch (error) {
      if (!sleeping.wake.signal.aborted) throw error;
    } finally {
      this.#sleeping.delete(sleeping);
    }
  }

  #delayed(id: string, goal: string, error: unknown, delay: number): LifecycleError {
    return new LifecycleError(
      `Stopped waiting for ${this.#source.kind} ${id} ${goal}: ${causeOf(error)}. The timeout ends before the service accepts calls again, in ${formatDuration(delay)}. Run the command again then.`,
    );
  }

  #timedOut(id: string, goal: string, startedAt: number, outcome: string): LifecycleError {
    const waited = formatDuration(this.#clock.now() - startedAt);
    return new LifecycleError(
      `Timed out after ${waited} while waiting for ${this.#source.kind} ${id} ${goal}: ${outcome}`,
    );
  }
}

interface SleepingWait<Live> extends Pick<Wait<Live>, "until"> {
  readonly id: string;
  /** When it polled last. */
  readonly notBefore: number;
  readonly wake: AbortController;
}

/** In milliseconds: how long the service asks to wait before the next call. */
function requestedDelayOf(error: unknown): number {
  return error instanceof NodecloudError ? (error.retryAfter ?? 0) : 0;
}

/** Whether the goal is reached or never will be. */
function isDecided<Live>(until: Wait<Live>["until"], live: Live | undefined): boolean {
  try {
    return until(live);
  } catch {
    return true;
  }
}

function describeObject<Live>({ describe }: Described<Live>, live: Live | undefined): string {
  if (live === undefined) return "it no longer exists";
  const state = describe?.(live) ?? undefined;
  return state === undefined ? "its status is unknown" : `it is ${state}`;
}
