import { parseDateTime } from "../client";
import type { Properties } from "./definition";
import type { CreateRequest, RecentCreates } from "./intents";
import type { Services } from "./services";

/** How the things of one kind show what created them. */
export interface CreateMatcher<Live> {
  /** Undefined where they have no label. */
  readonly labelOf?: (live: Live) => string;
  /** Whether it shows everything that was sent and can be read. */
  readonly matches: (live: Live, request: CreateRequest) => boolean;
  /** Whether it agrees in what was sent and can't be changed. */
  readonly matchesFixedFields: (live: Live, sent: Properties) => boolean;
  /** As the service writes it. */
  readonly createdAt?: (live: Live) => string;
  /** Whether it is being deleted. */
  readonly isBeingDeleted: (live: Live) => boolean;
}

/** By how much the clocks of a service's machines may differ, and how long its answers may take. */
const clockTolerance = 5000;
/** Where no answer tells the service's time, its clock may be off by a day. */
const unknownTolerance = 86_400_000;

/** Whether it is what the request asked for. A label that was generated proves it by itself. */
export function isResultOf<Live>(kind: CreateMatcher<Live>, live: Live, request: CreateRequest): boolean {
  const { nonce } = request;
  return nonce !== undefined && kind.labelOf ? kind.labelOf(live) === nonce : kind.matches(live, request);
}

/**
 * Whether it could be what the request asked for, changed by somebody since: it was created after the request left, agrees in what
 * can't be changed, and does not have the label of another create.
 */
export function mayBeResultOf<Live>(
  kind: CreateMatcher<Live>,
  live: Live,
  request: CreateRequest,
  services: Pick<Services, "serverTime">,
  others: RecentCreates,
): boolean {
  const created = parseDateTime(kind.createdAt?.(live));
  const label = kind.labelOf?.(live);
  return (
    kind.matchesFixedFields(live, request.sent ?? {}) &&
    (created === undefined || created >= leftAt(request, services)) &&
    (label === undefined || label === request.label || !others.labels.has(label))
  );
}

/** When the request left, on the service's clock, or earlier. */
function leftAt({ at }: CreateRequest, { serverTime: { offset } }: Pick<Services, "serverTime">): number {
  return offset === undefined ? at - unknownTolerance : at + offset - clockTolerance;
}

/** Requests are carried out late, but not hours late. */
const maxDelay = 10 * 60_000;

/** Whether it was created so soon after the request left that it may be its late result. */
export function isCreatedSoonAfter<Live>(
  kind: CreateMatcher<Live>,
  live: Live,
  request: CreateRequest,
  services: Pick<Services, "serverTime">,
): boolean {
  const created = parseDateTime(kind.createdAt?.(live));
  if (created === undefined || services.serverTime.offset === undefined) return false;
  return created <= request.at + services.serverTime.offset + maxDelay;
}
