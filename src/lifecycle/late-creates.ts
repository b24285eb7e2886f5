import type { CommonInputs } from "../common-inputs";
import { messageOf } from "../unknown";
import { isCreatedSoonAfter, isResultOf, mayBeResultOf } from "./create-matcher";
import { deadlineAfter } from "./deadline";
import { deleteTask } from "./delete-task";
import { causeOf, LifecycleError } from "./failures";
import { openRequestsOf } from "./intent-record";
import { type CreateRequest, existedBefore, type Intent, isRecent, isRecorded } from "./intents";
import { isOtherObject } from "./is-other-object";
import { areSameOrigin, type ResourceOrigin } from "./origin";
import type { RecordedObject } from "./ownership";
import type { ResourceContext } from "./resource-context";
import type { Services } from "./services";
import type { State } from "./state";

/** What the service made of create requests that had no known result: it may carry one out long after the next one. */
interface LateCreates<Live> {
  /** A generated label proves that this resource's create made them. */
  readonly certain: readonly LateCreate<Live>[];
  readonly possible: readonly LateCreate<Live>[];
}

interface LateCreate<Live> {
  readonly id: string;
  readonly live: Live;
  readonly request: CreateRequest;
  /** Where the request is recorded. */
  readonly origin: ResourceOrigin;
  /** Whether the run that sent the request was interrupted before it knew the result. */
  readonly isInterrupted: boolean;
}

/** Whose requests are searched for. */
interface LateCreateSearch {
  /** The id of the object that the state knows. */
  readonly id: string;
  /** As the program declares the resource, and as the state recorded it before it was renamed. */
  readonly origins: readonly (ResourceOrigin | undefined)[];
  /** Also the create of a replacement that was interrupted, unless this run resumes it. */
  readonly withInterrupted: boolean;
}

/** Warns about late creates. Returns whether the next update has any to delete. */
export async function reportLateCreates<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  search: LateCreateSearch,
): Promise<boolean> {
  const { kind } = context.definition;
  const { log } = context.services;
  const { certain, possible } = await findLateCreates(context, search);
  for (const { id, origin, isInterrupted } of certain) {
    log.warn(
      `${kind} ${id} was created ${when(isInterrupted)} of this resource and is in no state. The next \`pulumi up\` deletes it${isInterrupted ? ", or takes it over if it replaces the resource" : ""}.`,
      origin,
    );
  }
  for (const { id, origin, isInterrupted } of possible) {
    log.warn(
      `${kind} ${id} may have been created ${when(isInterrupted)} of this resource. Nothing proves it, so it is not deleted. Delete it if nobody needs it.`,
      origin,
    );
  }
  return certain.length > 0;
}

/** Warns about what an interrupted replacement made, when its old object is deleted: the state may have it, so it is not deleted here. */
export async function reportInterruptedReplacement<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  const { certain, possible } = await findLateCreates(context, {
    id,
    origins: [origin],
    withInterrupted: true,
  });
  const { kind } = context.definition;
  for (const late of [...certain, ...possible].filter(({ isInterrupted }) => isInterrupted)) {
    context.services.log.warn(
      `${kind} ${late.id} was created by an interrupted replacement of this resource. It is not deleted with ${kind} ${id}, because the state may have it. If it still exists after this run, delete it, or declare the resource again: the next \`pulumi up\` takes it over.`,
      late.origin,
    );
  }
}

/** The ids of the late creates that are certain. */
export async function certainLateCreates<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<readonly string[]> {
  const search = { id, origins: [origin], withInterrupted: false };
  return (await findLateCreates(context, search)).certain.map((late) => late.id);
}

function when(isInterrupted: boolean): string {
  return isInterrupted ? "by an interrupted replacement" : "late by an earlier request";
}

/** Deletes the late creates that are certain. */
export async function deleteLateCreates<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  recorded: RecordedObject,
  state: Pick<State<I, Live>, "applied" | "origin">,
  search: Omit<LateCreateSearch, "id">,
): Promise<void> {
  const { definition, services, identity } = context;
  const { intents, address } = services;
  const { certain } = await findLateCreates(context, { id: recorded.id, ...search });
  if (certain.length > 0) await identity.ownership.verifyBeforeChange(recorded);
  for (const [index, { id, live, request, origin, isInterrupted }] of certain.entries()) {
    services.log.info(
      `deleting ${definition.kind} ${id}, which was created ${when(isInterrupted)} of this resource`,
      origin,
    );
    let isSent = false;
    const onSent = () => {
      isSent = true;
    };
    try {
      await definition.remove(deleteTask(definition, services, id, live, state, { onSent }));
    } catch (error) {
      const ids = certain.map((late) => late.id);
      throw partlyDeleted(definition.kind, { ids, index, isSent }, error);
    }
    await intents.closeRequest(origin, address, request, id);
    if (isInterrupted) await intents.remove(origin, address);
  }
}

/** What was deleted, and what was not, when the delete of the object at an index failed. */
function partlyDeleted(
  kind: string,
  {
    ids,
    index,
    isSent,
  }: { readonly ids: readonly string[]; readonly index: number; readonly isSent: boolean },
  error: unknown,
): LifecycleError {
  const [deleted, left] = [ids.slice(0, index), ids.slice(index + 1)];
  const others = [
    ...(deleted.length > 0 ? [`${kind} ${deleted.join(", ")} was deleted before`] : []),
    ...(left.length > 0 ? [`${kind} ${left.join(", ")} was not deleted`] : []),
  ].join(", and ");
  const outcome = isSent ? "may have been deleted: the request was sent" : "was not deleted";
  return new LifecycleError(
    `${kind} ${ids[index]} ${outcome} (${causeOf(error)}). ${others === "" ? "" : `${others}. `}Run the command again.`,
  );
}

/** Reads the list only where a request of the last day has no known result. */
async function findLateCreates<I extends CommonInputs, Live, Step extends string>(
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
        const object = { id, created: matcher.createdAt?.(live) };
        const isOthers = claims.isClaimed(kind, id) || others.objects.some((one) => isRecorded(one, object));
        const isTaken = id === search.id || isOthers || existedBefore(request, object);
        if (isTaken || matcher.isBeingDeleted(live) || found.has(id)) continue;
        const isKnown = interrupted?.id === id;
        if (isKnown && isOtherObject(matcher, live, interrupted, services)) continue;
        const isResult = isKnown || isResultOf(matcher, live, request);
        const mayBe =
          isResult ||
          (mayBeResultOf(matcher, live, request, services, others) &&
            isCreatedSoonAfter(matcher, live, request, services));
        if (!mayBe) continue;
        const isCertain = isKnown || (isResult && request.nonce !== undefined);
        found.set(id, { id, live, request, origin, isInterrupted: interrupted !== undefined, isCertain });
      }
    }
  } catch (error) {
    log.warn(
      `Could not check whether an earlier request of this resource created another ${kind}: ${messageOf(error)}`,
      first.origin,
    );
  }
  const all = [...found.values()];
  return { certain: all.filter((one) => one.isCertain), possible: all.filter((one) => !one.isCertain) };
}

interface RequestRecord {
  readonly origin: ResourceOrigin;
  readonly request: CreateRequest;
  /** The intent of a run that was interrupted before it knew the result of the request, or before the state did. */
  readonly interrupted: Intent | undefined;
}

function recordsOf(
  services: Services,
  { id, origins, withInterrupted }: LateCreateSearch,
): readonly RequestRecord[] {
  const { intents, address, clock } = services;
  const distinct = origins.filter(
    (origin, index): origin is ResourceOrigin =>
      origin !== undefined && origins.findIndex((other) => other && areSameOrigin(origin, other)) === index,
  );
  return distinct.flatMap((origin) => {
    const intent = withInterrupted ? intents.find(origin, address) : undefined;
    const interrupted = intent && intent.id !== id && !intent.isFailed ? intent : undefined;
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
