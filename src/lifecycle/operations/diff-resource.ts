import type { CommonInputs } from "../../common-inputs";
import { completeIntent } from "../creates/complete-intent";
import { reportLateCreates } from "../creates/late-creates";
import { formerNameOf, hasRequestsToMove } from "../creates/renamed-requests";
import { refuseIfSentElsewhere } from "../creates/sent-elsewhere";
import { deadlineAfter } from "../deadline";
import { LifecycleError } from "../failures";
import { createdAs } from "../identity/created-objects";
import { type ResourceOrigin, readOrigin, urnOf } from "../identity/origin";
import type { RecordedObject } from "../identity/ownership";
import type { DiffResult, Properties } from "../lifecycle";
import { forgetOldReset, withLostSteps } from "../records/lost-secret";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";
import type { Unresolved } from "../task";
import { declaredInputs } from "../values/inputs";
import { readState, type State } from "../values/state";
import { deleteFirstObstacle } from "./delete-first-obstacle";
import { deletesFirst } from "./deletes-first";
import { warnOfInterruptedDelete } from "./interrupted-delete";
import { planUpdate } from "./plan-update";
import { recordPlannedReplacement } from "./planned-create";
import { refuseOtherAdoption, refuseReplacement } from "./refuse-adoption";
import { checkRetainedLabel, deletesBeforeCreate, isKeptByState, isRetained } from "./retained-label";
import { warnOfDrift, warnOfRecordedChanges, warnOfReplacement } from "./warnings";

/** Compares the program with the state, and plans the update that follows. */
export async function diffResource<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<DiffResult> {
  const { definition, services, identity } = context;
  const state = readState(definition, olds);
  const origin = readOrigin(news.origin);
  const object = identity.recordedObject(id, state);
  if (state.unresolved) return diffUnresolved(context, state.unresolved, news, origin);
  const urns = [origin, state.origin].flatMap((one) => (one ? [urnOf(one)] : []));
  const toFinish = withLostSteps(context, id, state, origin);
  if (toFinish !== state) {
    services.log.info(
      `An earlier run was interrupted and may have changed the secret of this ${definition.kind}. \`pulumi up\` resets it.`,
      origin,
    );
  } else {
    await completeIntent(services, object, origin, state.origin);
    if (definition.secretSteps) await forgetOldReset(services, id, origin, urns);
  }
  services.claims.claim(definition.kind, id);
  if (state.takenOver) services.claims.markTakenOver(definition.kind, id);
  refuseOtherAdoption(definition.kind, id, news);
  const declared = declaredInputs<I>(definition.fields, news).values;
  // A refresh compares every resource in the state, even one that the program no longer declares.
  const isDeclared = origin === undefined || services.claims.isDeclared(urnOf(origin));
  if (isDeclared) definition.onDeclared?.(services, id, declared);
  const { comparison, steps } = planUpdate(definition, news, declared, toFinish);
  const { replaced, recorded } = comparison;
  const isAdopted = (news.adopt ?? undefined) !== undefined;
  if (isAdopted) refuseReplacement(definition.kind, news, replaced);
  warnOfDrift(context, id, origin, comparison);
  warnOfRecordedChanges(context, id, origin, declared, comparison, state);
  const forced = await forcedReplacements(context, id, state);
  const replaces = isAdopted ? [] : [...new Set([...replaced, ...forced])];
  // A refresh says so itself, and a replacement creates the object again.
  if (isDeclared && replaces.length === 0) await warnOfInterruptedDelete(context, id, state.origin);
  const deleteBeforeReplace = deletesFirst(definition, news);
  if (replaces.length > 0) await identity.ownership.verifyPlannedReplacement(object);
  else if (steps.length > 0) await identity.ownership.verifyPlannedUpdate(object);
  if (replaces.length > 0 && origin) refuseIfSentElsewhere(services, definition.kind, origin);
  if (replaces.length > 0 && deleteBeforeReplace) {
    refuseIfShared(services, definition.kind, object, urns);
    if (origin) services.intents.checkReadable(definition.kind, origin, services.address);
    await services.intents.checkWritable();
  }
  if (
    replaces.length > 0 &&
    deletesBeforeCreate(definition, news) &&
    !isKeptByState(services, id, olds, [origin, state.origin])
  ) {
    const obstacle = await deleteFirstObstacle(context, id, news);
    if (obstacle !== undefined) throw new LifecycleError(obstacle);
    if (origin) recordPlannedReplacement(context, id, origin);
  }
  if (replaces.length > 0) {
    warnOfReplacement(context, id, origin, declared, state);
    checkRetainedLabel(context, id, origin, olds, news, state);
  }
  const origins = [origin, formerNameOf(services, origin)];
  const search = { id, origins, withInterrupted: replaces.length === 0 };
  const hasLateCreates = await reportLateCreates(context, search, declared);
  const isRenamed = replaces.length === 0 && hasRequestsToMove(services, id, origin);
  if (isRenamed) {
    services.log.info(
      `The service may still carry out an earlier request to create this ${definition.kind}. \`pulumi up\` records it under the new name of the resource.`,
      origin,
    );
  }
  if (origin && isDeclared && replaces.length === 0) {
    refuseOtherManager(services, definition.kind, id, urns);
    services.claims.markKept(definition.kind, id, urns);
  }
  const isOptionChanged = isRetained(olds.applied) !== isRetained(news);
  return {
    changes:
      hasLateCreates ||
      isRenamed ||
      isOptionChanged ||
      replaces.length + replaced.length + recorded.length + steps.length > 0,
    replaces,
    deleteBeforeReplace,
  };
}

/** Throws if another resource of the program adopts the object, or has it in the state too. */
function refuseOtherManager({ claims }: Services, kind: string, id: string, urns: readonly string[]): void {
  const conflict = claims.recordManager(kind, id, urns);
  if (conflict !== undefined) throw new LifecycleError(`${conflict} Nothing was changed.`);
}

/**
 * Throws if another resource in the state has the object. The delete would keep it, and the create that follows would be rejected because
 * the label is taken.
 */
function refuseIfShared(
  { claims }: Services,
  kind: string,
  { id, identity }: Pick<RecordedObject, "id" | "identity">,
  urns: readonly string[],
): void {
  if (!claims.isInOtherEntry(kind, { id, ...createdAs(identity.created) }, urns)) return;
  throw new LifecycleError(
    `${kind} ${id} cannot be replaced, because another resource in the state also manages it. Nothing was changed. Remove one of the two from the state with \`pulumi state delete\` or \`nodecloud state delete\`, and declare only the other.`,
  );
}

/**
 * The arguments that force a replacement, because a failed run left steps that can no longer be finished. The state shows the object as that
 * run left it, so the object as it is now decides, if it still exists. If it cannot be read, nothing is replaced.
 */
async function forcedReplacements<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  { live, unfinished }: State<I, Live>,
): Promise<readonly string[]> {
  const forcedBy = (object: Live) =>
    definition.needsReplacement?.(object, unfinished, services.clock.now()) ?? [];
  if (live === undefined || forcedBy(live).length === 0) return [];
  try {
    const deadline = deadlineAfter(services.clock, "1m");
    return forcedBy((await definition.collection(services).view(id, { deadline })) ?? live);
  } catch {
    return [];
  }
}

/**
 * An unresolved create is replaced if the replacement can resolve it: its label proves what it created, the program adopts an object, or a
 * new search can find it. Otherwise the update explains what the user has to do.
 */
function diffUnresolved<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  { nonce, unseen, isUnproven }: Unresolved,
  news: Properties,
  origin: ResourceOrigin | undefined,
): DiffResult {
  if (origin) services.intents.confirmUnresolved(origin, services.address);
  const isProvenByLabel = nonce !== undefined && !isUnproven;
  const isAdopting = (news.adopt ?? undefined) !== undefined;
  const canSearch = unseen === true && hasIntent(services, origin);
  const isReplaced = isProvenByLabel || isAdopting || canSearch;
  if (!isReplaced) {
    services.log.warn(
      `An earlier create of this ${definition.kind} is unresolved. \`pulumi up\` fails on this resource and lists what you can do.`,
      origin,
    );
  }
  return {
    changes: true,
    replaces: isReplaced ? [definition.labelOf ? "label" : "adopt"] : [],
    deleteBeforeReplace: isReplaced,
  };
}

function hasIntent({ intents, address }: Services, origin: ResourceOrigin | undefined): boolean {
  return origin !== undefined && intents.find(origin, address) !== undefined;
}
