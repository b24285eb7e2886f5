import type { CommonInputs } from "../common-inputs";
import { messageOf } from "../unknown";
import { isCreatedSoonAfter, isResultOf, mayBeResultOf } from "./create-matcher";
import { deadlineAfter } from "./deadline";
import { deleteTask } from "./delete-task";
import { type CreateRequest, isRecent } from "./intents";
import type { ResourceOrigin } from "./origin";
import type { RecordedObject } from "./ownership";
import type { ResourceContext } from "./resource-context";
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
}

/** Warns about late creates. Returns whether the next update has any to delete. */
export async function reportLateCreates<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<boolean> {
  const { kind } = context.definition;
  const { log } = context.services;
  const { certain, possible } = await findLateCreates(context, id, origin);
  for (const { id: late } of certain) {
    log.warn(
      `${kind} ${late} was created late by an earlier request of this resource. It is in no state, and the next \`pulumi up\` deletes it.`,
      origin,
    );
  }
  for (const { id: late } of possible) {
    log.warn(
      `${kind} ${late} may have been created late by an earlier request of this resource. Nothing proves it, so it is not deleted. Delete it if nobody needs it.`,
      origin,
    );
  }
  return certain.length > 0;
}

/** The ids of the late creates that are certain. */
export async function certainLateCreates<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<readonly string[]> {
  return (await findLateCreates(context, id, origin)).certain.map((late) => late.id);
}

/** Deletes the late creates that are certain. */
export async function deleteLateCreates<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  recorded: RecordedObject,
  state: Pick<State<I, Live>, "applied" | "origin">,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  const { definition, services, identity } = context;
  const { certain } = await findLateCreates(context, recorded.id, origin);
  if (certain.length > 0) await identity.ownership.verifyBeforeChange(recorded);
  for (const { id, live, request } of certain) {
    services.log.info(
      `deleting ${definition.kind} ${id}, which an earlier request of this resource created late`,
      origin,
    );
    await definition.remove(deleteTask(definition, services, id, live, state));
    if (origin) await services.intents.closeRequests(origin, services.address, [request]);
  }
}

/**
 * Reads the list only where a request of the last day has no known result.
 * @param id The object that the state knows.
 */
async function findLateCreates<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<LateCreates<Live>> {
  const certain: LateCreate<Live>[] = [];
  const possible: LateCreate<Live>[] = [];
  const { kind, createMatcher: matcher } = definition;
  const { claims, clock, intents, address, log } = services;
  const open = origin ? intents.openRequests(origin, address) : [];
  const requests = open.filter((request) => isRecent(request, clock.now()));
  if (!origin || !matcher || requests.length === 0) return { certain, possible };
  try {
    const { items } = await definition.collection(services).list({ deadline: deadlineAfter(clock, "1m") });
    const others = intents.recentCreates(origin, address);
    for (const [other, live] of items) {
      const isTaken = other === id || claims.isClaimed(kind, other) || others.ids.has(other);
      if (isTaken || matcher.isBeingDeleted(live)) continue;
      for (const request of requests) {
        if (request.before.includes(other)) continue;
        const isResult = isResultOf(matcher, live, request);
        const mayBe =
          isResult ||
          (mayBeResultOf(matcher, live, request, services, others) &&
            isCreatedSoonAfter(matcher, live, request, services));
        if (!mayBe) continue;
        const list = isResult && request.nonce !== undefined ? certain : possible;
        list.push({ id: other, live, request });
        break;
      }
    }
  } catch (error) {
    log.warn(
      `Could not check whether an earlier request of this resource created another ${kind}: ${messageOf(error)}`,
      origin,
    );
  }
  return { certain, possible };
}
