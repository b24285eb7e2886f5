import { shellWord } from "../../shell-word";
import { type ResourceState, referencesOf } from "../../state";
import { describeStep } from "./describe-step";
import type { Run } from "./run";
import type { Entry } from "./stack-state";
import { startStep } from "./step-progress";

/** The entries that no registration of this run has replaced, except those that its options exclude. */
export function deletableEntries({ stackState, targets }: Run): readonly Entry[] {
  const kept = targets.undeletable(stackState.base.map(({ state }) => state));
  return stackState.deletable.filter(({ state }) => !kept.has(state.urn));
}

/** Whether all of these entries may be deleted. Each obstacle is reported and fails the run. */
export function checkDeletable(run: Run, entries: readonly Entry[]): boolean {
  return checkUnprotected(run, entries) && checkUnneeded(run, entries);
}

/** One protected resource prevents all deletions, so that no run deletes only some of the resources. */
function checkUnprotected(run: Run, entries: readonly Entry[]): boolean {
  const protectedEntries = entries.filter(
    ({ state }) => state.protect && !state.delete && !state.pendingReplacement,
  );
  for (const { state } of protectedEntries) {
    startStep(run, describeStep("delete", { old: state })).failed(
      `it is protected, so nothing was deleted. To delete it, remove \`protect\` from it in the program and run \`up\` first, or run \`nodecloud state unprotect ${shellWord(state.urn)}\``,
    );
  }
  if (protectedEntries.length > 0) run.fail();
  return protectedEntries.length === 0;
}

/** With targets, a resource that is not deleted must not depend on one that is. */
function checkUnneeded(run: Run, entries: readonly Entry[]): boolean {
  if (!run.targets.hasTargets) return true;
  const deleted = new Set(entries);
  const urns = new Set(entries.map(({ state }) => state.urn));
  const dependents: ResourceState[] = [];
  for (const entry of run.stackState.base) {
    const { state } = entry;
    if (deleted.has(entry) || run.stackState.isRemoved(entry)) continue;
    if (!referencesOf(state).some((urn) => urns.has(urn))) continue;
    urns.add(state.urn);
    dependents.push(state);
  }
  for (const { urn } of dependents) {
    run.message(
      "error",
      "it depends on a resource that would be deleted, and it is not a target itself. Nothing was deleted. Specify it with --target too, or add --target-dependents",
      urn,
    );
  }
  if (dependents.length > 0) run.fail();
  return dependents.length === 0;
}
