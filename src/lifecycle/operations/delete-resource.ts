import type { CommonInputs } from "../../common-inputs";
import { completeIntent } from "../creates/complete-intent";
import { deleteUnresolved } from "../creates/delete-unresolved";
import { deleteLateCreates, reportInterruptedReplacement, warnOfOpenRequests } from "../creates/late-creates";
import { refuseIfSentElsewhere } from "../creates/sent-elsewhere";
import { viewJustCreated } from "../creates/view-just-created";
import type { Definition } from "../definition";
import { deleteDeadline, deleteTask, removeObject } from "../delete-task";
import { causeOf, LifecycleError, taskCauseOf } from "../failures";
import { createdAs } from "../identity/created-objects";
import { currentOrigin } from "../identity/current-origin";
import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { DeleteResult, Properties } from "../lifecycle";
import { adviseIfAbsent } from "../objects/unproven-absence";
import { recordDelete, recordDeleted } from "../records/delete-records";
import { forgetReset } from "../records/lost-secret";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";
import type { DeleteTask } from "../task";
import { readState, type State } from "../values/state";
import { verifyPlannedCreate, verifyPlannedReplacement } from "./planned-create";

/** Deletes the object that a state records, unless it was adopted in this run or its definition keeps it. */
export async function deleteResource<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  props: Properties,
): Promise<DeleteResult> {
  const { definition, services, identity } = context;
  const { kind } = definition;
  const state = readState(definition, props);
  const { origin } = state;
  const recorded = identity.recordedObject(id, state);
  if (state.unresolved) {
    await identity.ownership.verifyBeforeChange(recorded);
    return deleteUnresolved(definition, services, state);
  }
  const keepReason = keepReasonOf(context, id, state);
  if (keepReason !== undefined) {
    if (services.claims.isNotTaken(kind, id)) {
      throw new LifecycleError(
        `${kind} ${id} stays in the state, because the resource that takes it over failed in this run. Nothing was deleted.`,
      );
    }
    services.claims.markLeftState(kind, id);
    await services.log.retained(keepReason, "info", origin);
    await endAdoption(services, id, origin);
    return retained;
  }
  const adopter = adopterOf(services, id, state);
  // A part of another object, such as its backup schedule, is deleted with that object.
  if (adopter !== undefined && definition.createMatcher === undefined) {
    await services.log.retained(
      `${kind} ${id} is not deleted, because ${urnOf(adopter)} manages it now, as a record on this machine shows. If the stack no longer has that resource, delete or adopt the ${kind} yourself.`,
      "warn",
      origin,
    );
    await endAdoption(services, id, origin);
    return retained;
  }
  if (origin && services.claims.isDeclared(urnOf(origin))) {
    // If the create of the replacement is going to be refused, the delete must be refused too.
    await completeIntent(services, recorded, origin);
    refuseIfSentElsewhere(services, kind, origin);
  }
  await identity.ownership.verifyBeforeChange(recorded);
  const deadline = deleteDeadline(definition, services, state);
  const collection = definition.collection(services);
  const read = await adviseIfAbsent(services, recorded, collection.readRecent(id, deadline));
  const live = read ?? (await viewJustCreated(context, collection, id, state, deadline));
  let alreadyDeleted = live === undefined;
  let retainedBecause: string | undefined;
  if (live === undefined) await identity.verifyAbsence(recorded);
  else {
    await identity.verify(recorded, live);
    if (adopter !== undefined) {
      throw new LifecycleError(
        `${kind} ${id} was not deleted: a record on this machine shows that ${urnOf(adopter)} adopted it. If the stack has that resource, remove this one from the state with \`pulumi state delete\` or \`nodecloud state delete\`. If it does not, delete the ${kind} yourself and run the command again.`,
      );
    }
    if (origin) await verifyPlannedCreate(context, id, origin, deadline);
    const source = definition.sourceOf?.(id, state.applied ?? {});
    if (source) await verifyPlannedReplacement(services, source, deadline);
    const onMissing = () => {
      alreadyDeleted = true;
    };
    const onRetained = (reason: string) => {
      retainedBecause = reason;
    };
    await recordDelete(services, id, origin);
    await sendDelete(definition, (onSent) =>
      deleteTask(definition, services, id, live, state, { onMissing, onRetained, onSent }, deadline),
    );
  }
  const named = currentOrigin(services, origin, id);
  try {
    await completeIntent(services, recorded, origin);
    if (definition.secretSteps) await forgetReset(services, id, origin);
    await endAdoption(services, id, origin);
    if (retainedBecause !== undefined) await services.log.retained(retainedBecause, "info", origin);
    await deleteLateCreates(context, recorded, state, { origins: [named], withInterrupted: false });
  } catch (error) {
    const outcome = retainedBecause === undefined ? "was deleted" : "is not deleted";
    throw new LifecycleError(`${kind} ${id} ${outcome}. ${causeOf(error)}.`);
  }
  warnOfOpenRequests(context, named);
  await reportInterruptedReplacement(context, id, named);
  recordDeleted(services, id, origin);
  if (alreadyDeleted) await services.log.alreadyDeleted(`${kind} ${id}`, origin);
  return { alreadyDeleted, retained: retainedBecause !== undefined };
}

const retained: DeleteResult = { alreadyDeleted: false, retained: true };

/** The other resource in the stack that has adopted the object of a state since. It may have left the state on another machine. */
function adopterOf<I, Live>(
  { intents, address }: Services,
  id: string,
  { origin, identity: { created } }: State<I, Live>,
): ResourceOrigin | undefined {
  return origin && intents.adopterOf(origin, { id, ...createdAs(created) }, address);
}

/** Records that the resource leaves the state, unless the program declares it: then its replacement may manage the same object. */
async function endAdoption(
  { claims, intents, address }: Services,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  if (origin && !claims.isDeclared(urnOf(origin))) await intents.endAdoption(origin, id, address);
}

/** Why the object is not deleted when the resource leaves the state. Undefined if it is deleted. */
function keepReasonOf<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  { origin, applied, takenOver, hasOtherProvider, identity: { created } }: State<I, Live>,
): string | undefined {
  const { kind } = definition;
  const { claims } = services;
  // Whatever the reason, the state loses this entry.
  const hasAnotherEntry =
    origin !== undefined && claims.dropEntry(kind, { id, ...createdAs(created) }, urnOf(origin));
  if (claims.isAdopted(kind, id)) return `${kind} ${id} is adopted by the program, so it is not deleted`;
  if (origin && claims.isKeptByOther(kind, id, urnOf(origin)))
    return `${kind} ${id} is managed by another resource of the program, so it is not deleted`;
  if (hasOtherProvider)
    return `${kind} ${id} is managed by a resource with another provider too, so it is not deleted with this one`;
  if (!takenOver && claims.isTakenOver(kind, id))
    return `${kind} ${id} is also in a newer entry of the state, so it is not deleted with this one`;
  if (hasAnotherEntry || (origin && claims.isKeptBy(kind, id, urnOf(origin))))
    return `${kind} ${id} is also in another entry of the state, so it is not deleted with this one`;
  return definition.keepReason?.(services, id, applied ?? {});
}

/** Deletes an object. An error after the request was sent says that the object may no longer exist. */
async function sendDelete<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  taskWith: (onSent: () => void) => DeleteTask<I, Live>,
): Promise<void> {
  let isSent = false;
  const task = taskWith(() => {
    isSent = true;
  });
  try {
    await removeObject(definition, task);
  } catch (error) {
    if (!isSent) throw error;
    throw new LifecycleError(
      `${taskCauseOf(error)}. The delete request for ${definition.kind} ${task.id} was sent, so it may no longer exist. Run the command again, or \`pulumi refresh\` before the next \`pulumi up\`.`,
    );
  }
}
