import type { Run } from "./run";

/** Before a refresh or destroy: fails the run if a target or an exclusion is not in the state. */
export function checkTargetsExist(run: Run): boolean {
  const isInState = stateLookup(run);
  const missing = [
    ...run.targets.missingTargets(isInState).map((urn) => ["--target", urn] as const),
    ...run.targets.missingExcludes(isInState).map((urn) => ["--exclude", urn] as const),
  ];
  return reportMissing(run, missing, "Nothing was done");
}

/** After the program has run: a target may also be a new resource. */
export function checkTargetsRegistered(run: Run, isRegistered: (urn: string) => boolean): boolean {
  const isInState = stateLookup(run);
  const missing = run.targets.missingTargets((urn) => isInState(urn) || isRegistered(urn));
  return reportMissing(
    run,
    missing.map((urn) => ["--target", urn] as const),
    "Nothing was deleted",
  );
}

/** Fails the run if a resource named with `--replace` is not in the state. */
export function checkReplacementsExist(run: Run): boolean {
  const isInState = stateLookup(run);
  const missing = run.replace.literals.filter((urn) => !isInState(urn));
  return reportMissing(
    run,
    missing.map((urn) => ["--replace", urn] as const),
    "Nothing was done",
  );
}

function stateLookup(run: Run): (urn: string) => boolean {
  const urns = new Set(run.stackState.base.map(({ state }) => state.urn));
  return (urn) => urns.has(urn);
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
