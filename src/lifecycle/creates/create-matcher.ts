import { parseDateTime } from "../../client";
import type { Claims } from "../identity/claims";
import { existedBefore, isResultOfOther, type RecentCreates } from "../identity/created-objects";
import type { CreateRequest } from "../records/intents";
import type { Services } from "../services";
import { isGeneratedLabel } from "../values/labels";

/** Recognizes the object that a create request created among the objects of one kind. */
export interface CreateMatcher<Live> {
  /** Absent if objects have no label. */
  readonly labelOf?: (live: Live) => string;
  /** Whether the object has all the sent values that can be read. */
  readonly matches: (live: Live, request: CreateRequest) => boolean;
  /**
   * Whether the object could have been created with the sent values, although it has been changed since or the service returns them in another
   * form.
   */
  readonly mayMatch: (live: Live, request: CreateRequest) => boolean;
  /** Whether an object that has the sent values may still belong to somebody else, unless its label was generated or its id is known. */
  readonly needsProof?: (request: CreateRequest) => boolean;
  /** As the service writes it. */
  readonly createdAt?: (live: Live) => string;
  readonly isBeingDeleted: (live: Live) => boolean;
  /** The call that deletes an object, as `nodecloud api` names it: `instances delete`. */
  readonly deleteCall: string;
  /** What a user may have to do before that call, as a sentence. */
  readonly deleteNote?: (services: Services) => string;
}

/** In milliseconds: how far the clocks of the service's machines may differ, plus how long a response may take. */
const clockTolerance = 5000;
/** In milliseconds: how far the service's clock may be off before a response has contained its time. */
const unknownClockTolerance = 86_400_000;

/** Whether an object can be the result of a request: it is new since then and not being deleted, and no other request created it. */
export function isUnclaimed<Live>(
  matcher: CreateMatcher<Live>,
  { kind, id, live }: { readonly kind: string; readonly id: string; readonly live: Live },
  request: CreateRequest,
  claims: Pick<Claims, "isClaimed">,
  others: RecentCreates,
): boolean {
  const object = { id, created: matcher.createdAt?.(live) };
  return (
    !matcher.isBeingDeleted(live) &&
    !existedBefore(request, object) &&
    !claims.isClaimed(kind, id) &&
    !isResultOfOther(others, object)
  );
}

/** Whether the request created the object. A generated label is proof on its own. */
export function isResultOf<Live>(matcher: CreateMatcher<Live>, live: Live, request: CreateRequest): boolean {
  const { nonce } = request;
  return nonce !== undefined && matcher.labelOf
    ? isGeneratedLabel(matcher.labelOf(live), nonce)
    : matcher.matches(live, request);
}

/**
 * Whether `up` may delete the object as a result of the request: a run recorded its id (`isKnown`), or its generated label proves it. Another
 * label shows that somebody has taken over the object, whoever created it.
 */
export function isProvenResult<Live>(
  matcher: CreateMatcher<Live>,
  live: Live,
  request: CreateRequest,
  isKnown: boolean,
): boolean {
  return isKnown
    ? matcher.labelOf === undefined || matcher.labelOf(live) === request.label
    : request.nonce !== undefined && isResultOf(matcher, live, request);
}

/**
 * Whether the request may have created the object, although the object does not have the sent values. It was created after the request was
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

/** The earliest time on the service's clock at which the request could have been sent. */
function earliestSent(
  { at }: Pick<CreateRequest, "at">,
  { serverTime: { offset } }: Pick<Services, "serverTime">,
): number {
  return offset === undefined ? at - unknownClockTolerance : at + offset - clockTolerance;
}

/** In milliseconds: services may process requests late, but not hours late. */
export const maxDelay = 10 * 60_000;

/** In milliseconds: how far the clock of the creation times may be ahead of that of the responses' dates. */
const creationClockTolerance = 10 * 60_000;

/**
 * Whether a request may have created an object that was created at this time, in milliseconds.
 * @param delay In milliseconds: how long after the request it may have been carried out.
 */
export function mayBeCreatedBy(
  request: Pick<CreateRequest, "at">,
  created: number,
  services: Pick<Services, "serverTime">,
  delay = maxDelay,
): boolean {
  const { offset } = services.serverTime;
  const latest = request.at + (offset === undefined ? unknownClockTolerance : offset + delay);
  return created >= earliestSent(request, services) && created <= latest;
}

/**
 * Whether an object was created too long after the request to be its result. The creation times may come from a different clock than the
 * dates of the responses, as one in the future shows.
 * @param created In milliseconds. Undefined if the service does not return it: the object may be as new as this moment.
 */
export function isCreatedTooLate(
  { at }: Pick<CreateRequest, "at">,
  created: number | undefined,
  { clock, serverTime: { offset = 0 } }: Pick<Services, "clock" | "serverTime">,
): boolean {
  const now = clock.now() + offset;
  const isInPast = created !== undefined && created <= now;
  const tolerance = isInPast ? creationClockTolerance : unknownClockTolerance;
  return (created ?? now) > at + offset + maxDelay + tolerance;
}

/** Whether the object may be the late result of the request: the request may have created it, and was sent shortly before. */
export function mayBeLateResultOf<Live>(
  matcher: CreateMatcher<Live>,
  live: Live,
  request: CreateRequest,
  services: Pick<Services, "clock" | "serverTime">,
  others: RecentCreates,
): boolean {
  const created = parseDateTime(matcher.createdAt?.(live));
  const { offset } = services.serverTime;
  if (created === undefined || offset === undefined) return false;
  // If it was, the creation times come from a different clock than the dates of the responses, and do not show how much later it was.
  const isInFuture = created > services.clock.now() + offset;
  return (
    (isInFuture || mayBeCreatedBy(request, created, services, maxDelay + creationClockTolerance)) &&
    mayBeResultOf(matcher, live, request, services, others)
  );
}
