import { parseDateTime } from "../client";
import type { CreateRequest, RecentCreates } from "./intents";
import type { Services } from "./services";

/** Recognizes, among the objects of one kind, what a create request made. */
export interface CreateMatcher<Live> {
  /** Absent if objects have no label. */
  readonly labelOf?: (live: Live) => string;
  /** Whether the object agrees with the request in everything that was sent and can be read. */
  readonly matches: (live: Live, request: CreateRequest) => boolean;
  /** Whether the object may show what was sent: changed by somebody since, or with values that the service writes otherwise. */
  readonly mayMatch: (live: Live, request: CreateRequest) => boolean;
  /** As the service writes it. */
  readonly createdAt?: (live: Live) => string;
  readonly isBeingDeleted: (live: Live) => boolean;
}

/** In milliseconds: by how much the clocks of the service's machines may differ, and how long its answers may take. */
const clockTolerance = 5000;
/** In milliseconds: by how much the service's clock may be off when no answer has shown its time yet. */
const unknownClockTolerance = 86_400_000;

/** Whether the object is what the request asked for. A generated label proves it by itself. */
export function isResultOf<Live>(matcher: CreateMatcher<Live>, live: Live, request: CreateRequest): boolean {
  const { nonce } = request;
  return nonce !== undefined && matcher.labelOf
    ? matcher.labelOf(live) === nonce
    : matcher.matches(live, request);
}

/**
 * Whether the object may be what the request asked for, although it does not show what was sent. It was created after the request was
 * sent, and does not have the label of another create.
 */
export function mayBeResultOf<Live>(
  matcher: CreateMatcher<Live>,
  live: Live,
  request: CreateRequest,
  services: Pick<Services, "serverTime">,
  others: RecentCreates,
): boolean {
  const created = parseDateTime(matcher.createdAt?.(live));
  const label = matcher.labelOf?.(live);
  return (
    matcher.mayMatch(live, request) &&
    (created === undefined || created >= earliestSent(request, services)) &&
    (label === undefined || label === request.label || !others.labels.has(label))
  );
}

/** The earliest time, on the service's clock, at which the request can have been sent. */
function earliestSent(
  { at }: Pick<CreateRequest, "at">,
  { serverTime: { offset } }: Pick<Services, "serverTime">,
): number {
  return offset === undefined ? at - unknownClockTolerance : at + offset - clockTolerance;
}

/** In milliseconds: services carry out requests late, but not hours late. */
const maxDelay = 10 * 60_000;

/** Whether an object that was created at this time, in milliseconds, may be what an answered request made. */
export function mayBeCreatedBy(
  request: Pick<CreateRequest, "at">,
  created: number,
  services: Pick<Services, "serverTime">,
): boolean {
  const { offset } = services.serverTime;
  const latest = request.at + (offset === undefined ? unknownClockTolerance : offset + maxDelay);
  return created >= earliestSent(request, services) && created <= latest;
}

/** Whether the object was created so soon after the request was sent that it may be its late result. */
export function isCreatedSoonAfter<Live>(
  matcher: CreateMatcher<Live>,
  live: Live,
  request: CreateRequest,
  services: Pick<Services, "serverTime">,
): boolean {
  const created = parseDateTime(matcher.createdAt?.(live));
  if (created === undefined || services.serverTime.offset === undefined) return false;
  return created <= request.at + services.serverTime.offset + maxDelay;
}
