import type { Run } from "./run";

/** Before a refresh or a destroy: whether something was named that the state does not have. Says so. */
export function refuseMissing(run: Run): boolean {
  const missing = [
    ...run.targets.missingTargets(stands(run)).map((urn) => ["--target", urn] as const),
    ...run.targets.missingExcludes(stands(run)).map((urn) => ["--exclude", urn] as const),
  ];
  return refuse(run, missing, "Nothing was done");
}

/** After a program has run: a target may be something new. */
export function refuseMissingTargets(run: Run, isRegistered: (urn: string) => boolean): boolean {
  const stood = stands(run);
  const missing = run.targets.missingTargets((urn) => stood(urn) || isRegistered(urn));
  return refuse(
    run,
    missing.map((urn) => ["--target", urn] as const),
    "Nothing was deleted",
  );
}

/** What is to be replaced must be there. */
export function refuseMissingReplacements(run: Run): boolean {
  const stood = stands(run);
  const missing = run.replace.literals.filter((urn) => !stood(urn));
  return refuse(
    run,
    missing.map((urn) => ["--replace", urn] as const),
    "Nothing was done",
  );
}

function stands(run: Run): (urn: string) => boolean {
  const urns = new Set(run.stackState.base.map(({ state }) => state.urn));
  return (urn) => urns.has(urn);
}

function refuse(run: Run, missing: readonly (readonly [string, string])[], state: string): boolean {
  for (const [option, urn] of missing) {
    const hint = urn.includes("$") ? "" : " A shell takes what follows a $ for a variable: quote the URN.";
    run.message(
      "error",
      `${option} names ${urn}, which the stack does not have. ${state}. \`stack export\` shows the URNs.${hint}`,
    );
  }
  if (missing.length > 0) run.fail();
  return missing.length > 0;
}
