import { type Event, type Page, parseDateTime } from "../../client";

/** The difference between a page of the log and the previous one. */
export type LogStep =
  | { readonly kind: "first" }
  /** The events that are new or have another status, and those that had not ended when the page last showed them. */
  | { readonly kind: "continued"; readonly events: readonly Event[] }
  /** Events may have been missed. The sentence says why. */
  | { readonly kind: "gap"; readonly reason: string }
  /** This log cannot be followed by its first page. The sentence says why. */
  | { readonly kind: "unusable"; readonly reason: string };

/**
 * Follows an event log by its first page. The interface specifies neither its order nor that ids increase, so every page is checked
 * against the previous one, and any contradiction is a gap. Keeps one page of events.
 */
export class EventLog {
  #shown: readonly Event[] | undefined;

  /** Call it with each page once. After a gap it continues from that page. */
  follow({ data, pages }: Pick<Page<Event>, "data" | "pages">): LogStep {
    const before = this.#shown;
    if (pages > 1 && !isNewestFirst(data)) {
      this.#shown = undefined;
      return { kind: "unusable", reason: "The event log does not list the newest events first." };
    }
    this.#shown = data;
    if (before === undefined) return { kind: "first" };
    const reason = gapBetween(before, data, pages);
    return reason === undefined
      ? { kind: "continued", events: findNewEvents(before, data) }
      : { kind: "gap", reason };
  }
}

function gapBetween(before: readonly Event[], now: readonly Event[], pages: number): string | undefined {
  const last = newestOf(before);
  if (last === undefined)
    return pages > 1 ? "The event log has more than one page of new events." : undefined;
  if (now.length === 0) return "The event log is empty, although it was not before.";
  const same = now.find(({ id }) => id === last.id);
  if (same === undefined) {
    return "The event log no longer has the last known event on its first page: there may be more than one page of new events.";
  }
  if (!isSameEvent(last, same)) return "The event log has another event under the id of the last known one.";
  const known = new Set(before.map(({ id }) => id));
  const fresh = now.filter(({ id }) => !known.has(id));
  if (fresh.some(({ id }) => id < last.id))
    return "The event log has a new event with a lower id than the last known one.";
  if (fresh.some((event) => timeOf(event) < timeOf(last))) {
    return "The event log has a new event with an earlier time than the last known one.";
  }
  return undefined;
}

function findNewEvents(before: readonly Event[], now: readonly Event[]): readonly Event[] {
  const earlier = new Map(before.map((event) => [event.id, event]));
  const current = new Set(now.map(({ id }) => id));
  return [
    ...now.filter((event) => earlier.get(event.id)?.status !== event.status),
    ...before.filter((event) => isInProgress(event) && !current.has(event.id)),
  ];
}

/** Whether the action of the event continues, so that another event, or another status of this one, follows. */
export function isInProgress({ status }: Pick<Event, "status">): boolean {
  return status === "started" || status === "scheduled";
}

/** The last event by its id, because several may have the same time. */
function newestOf(events: readonly Event[]): Event | undefined {
  return events.reduce<Event | undefined>(
    (newest, event) => (newest === undefined || event.id > newest.id ? event : newest),
    undefined,
  );
}

function isNewestFirst(events: readonly Event[]): boolean {
  const [first, last] = [events.at(0), events.at(-1)];
  if (first === undefined || last === undefined) return true;
  const difference = timeOf(first) - timeOf(last);
  return difference ? difference > 0 : first.id >= last.id;
}

function isSameEvent(one: Event, other: Event): boolean {
  return one.created === other.created && one.action === other.action;
}

/** NaN for an invalid date-time, so that comparisons are false. */
function timeOf({ created }: Event): number {
  return parseDateTime(created) ?? Number.NaN;
}
