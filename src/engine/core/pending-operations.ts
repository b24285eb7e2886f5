import type { PendingOperation, ResourceState, Snapshot } from "../../state";
import { EngineError } from "./engine-error";
import type { Run } from "./run";

/**
 * Reports the operations that an earlier run left pending, and what this run does about them. `owners` hold locks of the stack: their runs
 * may still be in progress. Returns the URNs of resources with interrupted creates whose objects a run searches for if it declares them.
 */
export function reportPendingOperations(
  run: Run,
  before: Snapshot,
  owners: readonly string[],
): readonly string[] {
  const interruptedCreates: string[] = [];
  for (const pending of before.pendingOperations) {
    const { urn } = pending.resource;
    if (owners.length > 0) {
      run.message("info", lockedText(run, pending, owners), urn);
      continue;
    }
    if (run.stackState.leftNothing(pending)) run.message("info", nothingLeftText, urn);
    else if (!hasIntent(run, pending)) run.message("warning", pendingText(pending), urn);
    else if (isInState(before, urn)) run.message("warning", replacementText, urn);
    else {
      run.message("info", intentText(run), urn);
      interruptedCreates.push(urn);
    }
  }
  return interruptedCreates;
}

/** Warns about interrupted creates of resources that the program does not declare: no run searches for their objects. */
export function reportUndeclaredCreates(
  run: Run,
  interruptedCreates: readonly string[],
  isRegistered: (urn: string) => boolean,
): void {
  for (const urn of interruptedCreates) if (!isRegistered(urn)) run.message("warning", undeclaredText, urn);
}

/** Throws if a create might create a second object: an earlier run left a create of the resource pending, which may have created one. */
export function checkNotPending(run: Run, next: ResourceState): void {
  if (!run.stackState.mayExistAlready(next)) return;
  const { recoverCommand = "nodecloud recover" } = run.options;
  throw new EngineError(
    `${interrupted} creating this resource, so it may exist and be billed, and this machine has no record of that create. It will not be created again until this is resolved. Run \`${recoverCommand}\` to find out what was created, then run \`up\` again.`,
  );
}

/** Whether the provider has a record of an interrupted create. */
function hasIntent(run: Run, pending: PendingOperation): boolean {
  return pending.type === "creating" && run.stackState.hasIntent(pending);
}

/** Whether the stack also has this resource in addition to the one whose create was interrupted. */
function isInState({ resources }: Snapshot, urn: string): boolean {
  return resources.some((state) => state.urn === urn && !state.delete && !state.pendingReplacement);
}

function lockedText(
  { options: { stack } }: Run,
  { type }: PendingOperation,
  owners: readonly string[],
): string {
  return `Another run is ${type} this resource, or was killed while doing so. If it is no longer running, remove its lock with \`nodecloud cancel --stack ${stack}\`. Lock: ${owners.join("; ")}.`;
}

const interrupted = "An earlier run was interrupted while";

/** The provider has an intent for this create, so the next create of the resource searches for the object first. */
function intentText({ options: { operation, preview } }: Run): string {
  const cause = `${interrupted} creating this resource.`;
  const search = (run: string) =>
    `If the program declares it, ${run} searches the service for it, and creates it only if it does not exist.`;
  switch (operation) {
    case "up":
      return `${cause} ${search(preview ? "`up`" : "this run")}`;
    case "preview":
      return `${cause} ${search("`up`")}`;
    case "refresh":
      return `${cause} This run does not read it, because it is not in the state. ${search("`up`")}`;
    case "destroy":
      return `${cause} This run does not delete it, because it is not in the state. \`nodecloud recover\` searches for it and records it, so that the next destroy deletes it.`;
  }
}

/** The request was not sent, or a later run with the Pulumi CLI, which keeps pending creates, has recorded the object. */
const nothingLeftText = `${interrupted} creating this resource. According to the records on this machine, it left no object that the state does not have.`;

const undeclaredText = `${interrupted} creating this resource, and the program does not declare it. It may exist without being in the state. \`nodecloud recover\` searches for it and records it.`;

/** The provider has an intent for this create, which is used only if this run also replaces the resource. */
const replacementText = `${interrupted} creating a replacement of this resource, so a second one may exist. An \`up\` that replaces it searches for that one first. Otherwise \`nodecloud recover\` searches for it, or \`refresh --clear-pending-creates\` ends this warning if you know that it does not exist.`;

function pendingText({ type }: PendingOperation): string {
  switch (type) {
    case "creating":
      return `${interrupted} creating this resource, so it may exist without being in the state. \`nodecloud recover\` searches for it and records it. If you know that it does not exist, \`refresh --clear-pending-creates\` ends this warning.`;
    case "updating":
    case "deleting":
      return `${interrupted} ${type} this resource, so the state may be out of date. \`refresh\` updates it.`;
    case "reading":
    case "importing":
      return `${interrupted} ${type} this resource. That changed nothing.`;
  }
}
