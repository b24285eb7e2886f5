import { type Event, parseDateTime } from "../../client";
import type { Actor, Finding } from "../types.generated";
import { causesOf } from "./causes";
import { type EventIndex, timeOf } from "./event-index";

/** A finding, and the values that distinguish its events from others. */
export interface ActorQuery {
  readonly finding: Finding;
  /** Events before this moment cannot have caused it. In milliseconds since 1970. */
  readonly start: number | undefined;
  /** When its object was created. */
  readonly created: string | null | undefined;
}

/** In milliseconds: how far the event of an added payment method, which names no object, may be from its creation time. */
const maxUnnamedGap = 5000;

/** Who caused the newest event that could have caused the finding. Undefined if none of the events could. */
export function findActor(query: ActorQuery, index: EventIndex): Actor | undefined {
  const { finding, start = Number.NEGATIVE_INFINITY } = query;
  const causes = new Set(causesOf(finding));
  const isPossible = (event: Event) =>
    causes.has(event.action) && hasOccurred(event) && timeOf(event) >= start;
  const named = index.about(finding.type, finding.id).filter(isPossible);
  const possible = named.length > 0 ? named : unnamedCreate(query, index.unnamed.filter(isPossible));
  const [newest] = [...possible].sort((a, b) => timeOf(b) - timeOf(a) || b.id - a.id);
  return newest && { user: newest.username ?? null, time: newest.created, action: newest.action };
}

/** An event without a time cannot be distinguished from those of an earlier object with the same id. */
function hasOccurred({ status, created }: Event): boolean {
  return status !== "failed" && status !== "scheduled" && Boolean(created);
}

/** Events of payment methods do not name their object. If exactly one was logged at the creation time of the method, it is the method's. */
function unnamedCreate({ finding, created }: ActorQuery, possible: readonly Event[]): readonly Event[] {
  const moment = parseDateTime(created);
  if (finding.type !== "PaymentMethod" || finding.kind !== "unmanaged" || moment === undefined) return [];
  const near = possible.filter((event) => Math.abs(timeOf(event) - moment) <= maxUnnamedGap);
  return near.length === 1 ? near : [];
}
