import type { UnsettledObject } from "../scan/account-scan";
import type { ObjectName } from "../scan/object-name";
import { maxChangingTime, maxTransientTime } from "../scan/wait-until-stable";

/** In milliseconds: the maximum time until an object that keeps changing is read again. */
const maxWait = 300_000;

interface Entry extends ObjectName {
  readonly account: string;
  /** `busy`: according to an event, it is still being changed. */
  readonly state: UnsettledObject["state"] | "busy";
  readonly since: number;
  readonly wait: number;
  readonly due: number;
}

/**
 * The objects that have to be read again, although no event says so: they change on their own, have drift that may be temporary, or could
 * not be read. Longer changes are read less often.
 */
export class UnsettledObjects {
  readonly #entries = new Map<string, Entry>();
  readonly #interval: number;

  constructor(interval: number) {
    this.#interval = interval;
  }

  /** When the next object is due. */
  get nextDue(): number {
    return Math.min(...[...this.#entries.values()].map(({ due }) => due));
  }

  /** Forgets the objects of accounts that are no longer watched. */
  keepOnly(accounts: readonly string[]): void {
    for (const [key, { account }] of this.#entries)
      if (!accounts.includes(account)) this.#entries.delete(key);
  }

  dueOf(account: string, now: number): readonly ObjectName[] {
    return [...this.#entries.values()].filter((entry) => entry.account === account && entry.due <= now);
  }

  /** Reads an object an interval later, because it is still being changed according to an event. */
  delay(account: string, { type, id }: ObjectName, now: number): void {
    const key = keyOf(account, { type, id });
    if (this.#entries.has(key)) return;
    const wait = this.#interval;
    this.#entries.set(key, { account, type, id, state: "busy", since: now, wait, due: now + wait });
  }

  /**
   * Updates which objects of an account are unsettled.
   * @param read The objects that have just been read; `all` after a full scan, which has waited for them.
   */
  update(
    account: string,
    unsettled: readonly UnsettledObject[],
    read: readonly ObjectName[] | "all",
    now: number,
  ): void {
    const readKeys = read === "all" ? undefined : new Set(read.map((object) => keyOf(account, object)));
    const current = new Map(unsettled.map((object) => [keyOf(account, object), object]));
    for (const [key, entry] of this.#entries) {
      const isRead = readKeys === undefined || readKeys.has(key);
      if (entry.account === account && isRead && !current.has(key)) this.#entries.delete(key);
    }
    for (const [key, { type, id, state }] of current) {
      const before = this.#entries.get(key);
      const isSame = before?.state === state;
      const since = isSame ? before.since : read === "all" ? now - maxChangingTime : now;
      const wait = isSame ? Math.min(before.wait * 2, maxWait) : this.#interval;
      if (isSame && before.due > now) continue;
      const due = state === "transient" ? dueOfTransient(since, now) : now + wait;
      this.#entries.set(key, { account, type, id, state, since, wait, due });
    }
  }

  /** Whether it is too early to report the findings of an object. */
  isHeld({ type, id }: { readonly type: string; readonly id: string | null }, now: number): boolean {
    return [...this.#entries.values()].some(
      (entry) => entry.type === type && entry.id === id && now - entry.since < holdTimes[entry.state],
    );
  }
}

/** In milliseconds, as in a single scan. */
const holdTimes: Readonly<Record<Entry["state"], number>> = {
  busy: maxChangingTime,
  changing: maxChangingTime,
  transient: maxTransientTime,
  failed: 0,
};

/** Drift that has lasted longer than that is not temporary, so it is not read again. */
function dueOfTransient(since: number, now: number): number {
  const end = since + maxTransientTime;
  return end > now ? end : Number.POSITIVE_INFINITY;
}

function keyOf(account: string, { type, id }: ObjectName): string {
  return JSON.stringify([account, type, id]);
}
