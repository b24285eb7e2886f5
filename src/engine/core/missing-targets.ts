import type { Run } from "./run";
import { isProvider, stackUrnPrefix } from "./urn";

/** Before a refresh or destroy: fails the run if a target or an exclusion is not in the state. */
export function checkTargetsExist(run: Run): boolean {
  const isInState = stateLookup(run);
  const missing = [
    ...run.targets.findMissingTargets(isInState).map((urn) => ["--target", urn] as const),
    ...run.targets.findMissingExclusions(isInState).map((urn) => ["--exclude", urn] as const),
  ];
  warnOfUnmatched(run, run.targets.unmatchedBy(urnsInState(run)));
  return reportMissing(run, missing, "Nothing was done");
}

/** Before the program runs: fails the run if an exclusion cannot be a resource in the stack, not even a new one. */
export function checkExcludesPossible(run: Run): boolean {
  const prefix = stackUrnPrefix(run.options.stack, run.options.project);
  const isPossible = (urn: string) => urn.startsWith(prefix) && !withoutVariable.test(urn);
  const missing = run.targets.findMissingExclusions(isPossible);
  return reportMissing(
    run,
    missing.map((urn) => ["--exclude", urn] as const),
    "Nothing was done",
  );
}

/** The type of a dynamic resource in a component, in which a shell has replaced the variable `$pulumi`. */
const withoutVariable = /[^:]:[^:$]+-nodejs:dynamic\//;

/** After the program has run: a target or an exclusion may also be a new resource, and a pattern of `--replace` a new name. */
export function checkTargetsRegistered(run: Run, registered: readonly string[]): boolean {
  const urns = [...urnsInState(run), ...registered];
  const known = new Set(urns);
  const exists = (urn: string) => known.has(urn);
  warnOfUnmatched(run, [
    ...run.targets.unmatchedBy(urns),
    ...run.replace.unmatchedBy(urns).map((pattern) => ["--replace", pattern] as const),
  ]);
  const missing = [
    ...run.targets.findMissingTargets(exists).map((urn) => ["--target", urn] as const),
    // The CLI ignores these, and changes the resources that they should have excluded.
    ...run.targets.findMissingExclusions(exists).map((urn) => ["--exclude", urn] as const),
  ];
  return reportMissing(run, missing, "Nothing was deleted");
}

/** Fails the run if `--replace` names a resource that is not in the state, or a component or provider, which no run replaces. */
export function checkReplacementsExist(run: Run): boolean {
  const isInState = stateLookup(run);
  const { literals } = run.replace;
  const missing = literals.filter((urn) => !isInState(urn));
  const withoutObject = run.stackState.base
    .map(({ state }) => state)
    .filter((state) => literals.includes(state.urn) && (!state.custom || isProvider(state)));
  for (const { urn, custom } of withoutObject) {
    const noun = custom ? "provider" : "component";
    run.message(
      "error",
      `--replace names ${urn}, which is a ${noun}. The embedded engine replaces only resources with an object. Nothing was done. Name the resources of the ${noun} instead, or use the Pulumi CLI.`,
    );
  }
  if (withoutObject.length > 0) run.fail();
  const isComplete = reportMissing(
    run,
    missing.map((urn) => ["--replace", urn] as const),
    "Nothing was done",
  );
  return isComplete && withoutObject.length === 0;
}

function stateLookup(run: Run): (urn: string) => boolean {
  const urns = new Set(urnsInState(run));
  return (urn) => urns.has(urn);
}

function urnsInState(run: Run): readonly string[] {
  return run.stackState.base.map(({ state }) => state.urn);
}

/** The CLI ignores these. One pattern may be meant for several stacks, so it does not fail the run. */
function warnOfUnmatched(run: Run, unmatched: readonly (readonly [string, string])[]): void {
  for (const [option, pattern] of unmatched) {
    run.message(
      "warning",
      `${option} ${pattern} matches no resource in the stack. \`stack --show-urns\` lists the URNs, which a pattern matches as a whole: \`*\` stands for anything but a colon, \`**\` for anything.`,
    );
  }
}

function reportMissing(
  run: Run,
  missing: readonly (readonly [string, string])[],
  consequence: string,
): boolean {
  for (const [option, urn] of missing) {
    const hint = urn.includes("$") ? "" : " Quote the URN: a shell replaces `$` and the word after it.";
    run.message(
      "error",
      `${option} names ${urn}, which is not in the stack. ${consequence}. \`stack export\` shows the URNs.${hint}`,
    );
  }
  if (missing.length > 0) run.fail();
  return missing.length === 0;
}
