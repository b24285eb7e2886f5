import type { CommonInputs } from "../../common-inputs";
import { deleteTask, removeObject } from "../delete-task";
import { causeOf, LifecycleError } from "../failures";
import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { RecordedObject } from "../identity/ownership";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";
import type { DeleteTask } from "../task";
import type { State } from "../values/state";
import { withArticle } from "../with-article";
import { maxDelay } from "./create-matcher";
import { adviseDelete, deleteCommand } from "./delete-advice";
import { findLateCreates, type LateCreate, type LateCreateSearch } from "./find-late-creates";

/** Which late creates an update deletes. */
interface LateDelete<I> extends Omit<LateCreateSearch, "id"> {
  /** The inputs as the program declares them. Absent if the object in the state is not changed. */
  readonly inputs?: I;
}

/**
 * Warns about late creates. Returns whether the next update has any to delete.
 * @param inputs The inputs as the program declares them, or as last applied.
 */
export async function reportLateCreates<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  search: LateCreateSearch,
  inputs: Partial<I> = {},
): Promise<boolean> {
  const { kind, lateDeleteObstacle } = context.definition;
  const { log } = context.services;
  const { certain, possible } = await findLateCreates(context, search);
  let hasDeletable = false;
  for (const { id, live, origin, isInterrupted } of certain) {
    const obstacle = lateDeleteObstacle?.(inputs, live);
    hasDeletable ||= obstacle === undefined;
    log.warn(
      `${kind} ${id} was created ${originText(isInterrupted)} this resource, which now manages another one. ${obstacle ?? `\`pulumi up\` deletes it${isInterrupted ? ", or takes it over if it replaces the resource" : ""}.`}`,
      origin,
    );
  }
  reportPossible(context, possible, { isKept: true });
  return hasDeletable;
}

/** Warns about late creates of a resource whose object no longer exists: the state forgets the resource, so no later run finds them. */
export async function reportOrphans<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  search: LateCreateSearch,
): Promise<void> {
  const { certain, possible } = await findLateCreates(context, search);
  const { kind, createMatcher } = context.definition;
  for (const { id, origin, isInterrupted } of certain) {
    context.services.log.warn(
      `${kind} ${id} was created ${originText(isInterrupted)} this resource, whose own ${kind} no longer exists. ${adviseDelete(context.services, createMatcher, [id], "it is no longer needed")}`,
      origin,
    );
  }
  reportPossible(context, possible);
}

/** `isKept`: the resource and its object still exist, so a later run may replace the resource. */
function reportPossible<I extends CommonInputs, Live, Step extends string>(
  { definition: { kind, createMatcher }, services }: ResourceContext<I, Live, Step>,
  possible: readonly LateCreate<Live>[],
  { isKept = false } = {},
): void {
  for (const { id, origin, isInterrupted } of possible) {
    const outcome =
      isKept && isInterrupted
        ? "so `pulumi up` does not delete it, but may take it over if it replaces the resource"
        : "so it is not deleted";
    services.log.warn(
      `${kind} ${id} may have been created ${originText(isInterrupted)} this resource. This cannot be proven, ${outcome}. ${adviseDelete(services, createMatcher, [id])}`,
      origin,
    );
  }
}

/**
 * Warns about the object that an interrupted replacement created, when the old object is deleted. The state may contain it, so it is not
 * deleted here.
 */
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
  const { kind, createMatcher } = context.definition;
  if (createMatcher === undefined) return;
  reportPossible(
    context,
    possible.filter(({ isInterrupted }) => isInterrupted),
  );
  for (const late of certain.filter(({ isInterrupted }) => isInterrupted)) {
    context.services.log.warn(
      `${kind} ${late.id} was created by an interrupted replacement of this resource. It is not deleted with ${kind} ${id}, because the state may contain it. If it still exists after this run, delete it (${deleteCommand(context.services, createMatcher, [late.id])}), or declare the resource again: the next \`pulumi up\` takes it over.`,
      late.origin,
    );
  }
}

/** Warns of requests that the service may still carry out, when a resource leaves the state: no later run searches for their results. */
export function warnOfOpenRequests<I extends CommonInputs, Live, Step extends string>(
  { definition: { kind }, services }: ResourceContext<I, Live, Step>,
  origin: ResourceOrigin | undefined,
): void {
  if (origin === undefined || services.claims.isDeclared(urnOf(origin))) return;
  for (const { sent, advice } of describeRecentRequests(kind, services, origin)) {
    services.log.warn(
      `${sent}, and no later run of this stack would see that. In 10 minutes, ${advice}.`,
      origin,
    );
  }
}

/**
 * Warns of requests that the service may still carry out, when a create has failed and the state does not record the resource, or when it has
 * succeeded because it was sent again.
 * @param id The created object. Undefined if the create has failed.
 */
export function warnOfRequestsOfCreate<I extends CommonInputs, Live, Step extends string>(
  { definition: { kind }, services }: ResourceContext<I, Live, Step>,
  origin: ResourceOrigin | undefined,
  id: string | undefined,
): void {
  for (const { sent, advice } of describeRecentRequests(kind, services, origin, id)) {
    const next =
      id === undefined
        ? `The next \`pulumi up\` that declares this resource searches for the result. If you remove the resource instead, wait 10 minutes, ${advice}.`
        : `Each run of this stack within a day reports what that request creates. If you run nothing until then, ${advice}.`;
    services.log.warn(`${sent}. ${next}`, origin);
  }
}

/**
 * The requests without a known result of the last 10 minutes: when each was sent, and what to do about it, as parts of a message.
 * @param ownId The object of the resource, which a request that was sent again has given the same label.
 */
function describeRecentRequests(
  kind: string,
  { intents, address, clock }: Services,
  origin: ResourceOrigin | undefined,
  ownId?: string,
): readonly { readonly sent: string; readonly advice: string }[] {
  const requests = origin === undefined ? [] : intents.openRequests(origin, address);
  const except = ownId === undefined ? "" : ` other than ${kind} ${ownId}`;
  return requests
    .filter(({ at }) => clock.now() - at <= maxDelay)
    .map(({ at, label }) => {
      const object = label === undefined ? kind : `${kind} labeled ${JSON.stringify(label)}`;
      return {
        sent: `The service may still carry out an earlier request to create this ${kind}, sent at ${new Date(at).toISOString()}`,
        advice: `look for ${withArticle(object)}${except} in the account, and delete it if it is no longer needed`,
      };
    });
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

function originText(isInterrupted: boolean): string {
  return isInterrupted ? "by an interrupted replacement of" : "late by an earlier request for";
}

/** Deletes the late creates that are certain. */
export async function deleteLateCreates<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  recorded: RecordedObject,
  state: Pick<State<I, Live>, "applied" | "origin">,
  { inputs, ...search }: LateDelete<I>,
): Promise<void> {
  const { definition, services, identity } = context;
  const { intents, address } = services;
  const late = await findLateCreates(context, { id: recorded.id, ...search });
  if (inputs === undefined) reportPossible(context, late.possible);
  const certain = late.certain.filter(
    ({ live }) => inputs === undefined || definition.lateDeleteObstacle?.(inputs, live) === undefined,
  );
  if (certain.length > 0) await identity.ownership.verifyBeforeChange(recorded);
  for (const [index, { id, live, request, origin, isInterrupted }] of certain.entries()) {
    services.log.info(
      `deleting ${definition.kind} ${id}, which was created ${originText(isInterrupted)} this resource`,
      origin,
    );
    let isSent = false;
    const onSent = () => {
      isSent = true;
    };
    try {
      const task = deleteTask(definition, services, id, live, state, { onSent });
      if (inputs !== undefined) await restoreTakenRole(context, recorded, { ...task, inputs });
      await removeObject(definition, task);
    } catch (error) {
      const ids = certain.map((late) => late.id);
      throw partlyDeleted(definition.kind, { ids, index, isSent }, error);
    }
    await intents.closeRequest(origin, address, request, id);
    if (isInterrupted) await intents.remove(origin, address);
  }
}

async function restoreTakenRole<I extends CommonInputs, Live, Step extends string>(
  { definition, services, identity }: ResourceContext<I, Live, Step>,
  recorded: RecordedObject,
  task: Omit<DeleteTask<I, Live>, "inputs"> & { readonly inputs: I },
): Promise<void> {
  if (definition.restoreTakenRole === undefined) return;
  const { id } = recorded;
  const own = await definition.collection(services).view(id, { deadline: task.deadline });
  if (own === undefined) return;
  await identity.verify(recorded, own);
  await definition.restoreTakenRole({ ...task, onSent: undefined, id });
}

/** The error for a failed delete of the object at an index, with what was deleted and what was not. */
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
    ...(deleted.length > 0 ? [`Deleted: ${kind} ${deleted.join(", ")}. `] : []),
    ...(left.length > 0 ? [`Not deleted: ${kind} ${left.join(", ")}. `] : []),
  ].join("");
  const outcome = isSent ? "may have been deleted: the request was sent" : "was not deleted";
  return new LifecycleError(
    `${kind} ${ids[index]} ${outcome} (${causeOf(error)}). ${others}Run the command again.`,
  );
}
