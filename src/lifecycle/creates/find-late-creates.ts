import type { CommonInputs } from "../../common-inputs";
import { messageOf } from "../../unknown";
import { deadlineAfter } from "../deadline";
import { isSameOrigin, type ResourceOrigin } from "../identity/origin";
import { type CreateRequest, type Intent, isRecent } from "../records/intents";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";
import { isProvenResult, isResultOf, isUnclaimed, mayBeLateResultOf } from "./create-matcher";
import { openRequestsOf } from "./intent-record";
import { isOtherObject } from "./is-other-object";

/** The objects that the service created for requests without a known result. It may process such a request long after the next one. */
export interface LateCreates<Live> {
  /** A generated label proves that this resource's create created them. */
  readonly certain: readonly LateCreate<Live>[];
  readonly possible: readonly LateCreate<Live>[];
}

export interface LateCreate<Live> {
  readonly id: string;
  readonly live: Live;
  readonly request: CreateRequest;
  /** The resource under which the request is recorded. */
  readonly origin: ResourceOrigin;
  /** Whether the run that sent the request was interrupted before it knew the result. */
  readonly isInterrupted: boolean;
}

/** The resource whose requests are searched for. */
export interface LateCreateSearch {
  /** The id of the object in the state. */
  readonly id: string;
  /** The ids of the objects that the state names as possible results of an unresolved create. Default: none. */
  readonly candidates?: readonly string[];
  /** The resource as the program declares it, and its name in the last run if this one renames it. */
  readonly origins: readonly (ResourceOrigin | undefined)[];
  /** Whether to include the create of an interrupted replacement, unless this run resumes it. */
  readonly withInterrupted: boolean;
}

/** Reads the list only if a request of the last day has no known result. */
export async function findLateCreates<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  search: LateCreateSearch,
): Promise<LateCreates<Live>> {
  const found = new Map<string, LateCreate<Live> & { readonly isCertain: boolean }>();
  const { kind, createMatcher: matcher } = definition;
  const { claims, clock, intents, address, log } = services;
  const records = recordsOf(services, search);
  const [first] = records;
  if (!matcher || !first) return { certain: [], possible: [] };
  try {
    const { items } = await definition.collection(services).list({ deadline: deadlineAfter(clock, "1m") });
    for (const { origin, request, interrupted } of records) {
      const others = intents.recentCreates(origin, address);
      for (const [id, live] of items) {
        if (id === search.id || search.candidates?.includes(id) || found.has(id)) continue;
        if (!isUnclaimed(matcher, { kind, id, live }, request, claims, others)) continue;
        const isKnown = interrupted?.id === id;
        if (!isKnown && hasProvenResult(interrupted)) continue;
        if (isKnown && isOtherObject(matcher, live, interrupted, services)) continue;
        const isResult = isKnown || isResultOf(matcher, live, request);
        if (!isResult && !mayBeLateResultOf(matcher, live, request, services, others)) continue;
        const isCertain = isProvenResult(matcher, live, request, isKnown);
        found.set(id, { id, live, request, origin, isInterrupted: interrupted !== undefined, isCertain });
      }
    }
  } catch (error) {
    log.warn(
      `Could not check whether an earlier request for this resource created another ${kind}: ${messageOf(error)}`,
      first.origin,
    );
  }
  const all = [...found.values()];
  const certain = all.filter((one) => one.isCertain);
  // A request creates only one object.
  const isOpen = ({ request }: LateCreate<Live>) => certain.every((one) => one.request !== request);
  return { certain, possible: all.filter((one) => !one.isCertain && isOpen(one)) };
}

/** Whether a response, or a generated label, has shown which object the request created. */
function hasProvenResult(intent: Intent | undefined): boolean {
  return intent?.id !== undefined && (intent.isFound !== true || intent.nonce !== undefined);
}

interface RequestRecord {
  readonly origin: ResourceOrigin;
  readonly request: CreateRequest;
  /** The intent of a run that was interrupted before it knew the result of the request or recorded it in the state. */
  readonly interrupted: Intent | undefined;
}

function recordsOf(
  services: Services,
  { id, origins, withInterrupted }: LateCreateSearch,
): readonly RequestRecord[] {
  const { intents, address, clock, isInState } = services;
  const distinct = origins.filter(
    (origin, index): origin is ResourceOrigin =>
      origin !== undefined && origins.findIndex((other) => other && isSameOrigin(origin, other)) === index,
  );
  return distinct.flatMap((origin) => {
    const intent = withInterrupted ? intents.find(origin, address) : undefined;
    // Another stack may have the name now, and the object.
    const isOpen = intent && intent.id !== id && !intent.isFailed && isInState(intent) !== true;
    const interrupted = isOpen ? intent : undefined;
    return [
      ...openRequestsOf(services, origin, undefined).map((request) => ({
        origin,
        request,
        interrupted: undefined,
      })),
      ...(interrupted && isRecent(interrupted, clock.now())
        ? [{ origin, request: interrupted, interrupted }]
        : []),
    ];
  });
}
