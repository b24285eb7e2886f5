import type { Run } from "./run";
import type { Entry } from "./stack-state";

/** `destroy` runs no program, so nothing could run hooks for deletions. Fails the run if there are any. */
export function checkNoDeleteHooks(run: Run, entries: readonly Entry[]): boolean {
  let hasHooks = false;
  for (const { state } of entries) {
    const { urn, resourceHooks } = state;
    const names = [...(resourceHooks.BeforeDelete ?? []), ...(resourceHooks.AfterDelete ?? [])];
    if (names.length === 0) continue;
    hasHooks = true;
    run.message(
      "error",
      `it has hooks for its deletion (${names.join(", ")}), and \`destroy\` runs no program that could run them. Nothing was deleted. Run \`up\` with a program that registers the hooks and no longer declares the resources, or \`pulumi destroy --run-program\``,
      urn,
    );
  }
  if (hasHooks) run.fail();
  return !hasHooks;
}
