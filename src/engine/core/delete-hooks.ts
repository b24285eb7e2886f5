import type { ResourceState } from "../../state";
import type { Run } from "./run";

/** `destroy` runs no program, so nothing would answer hooks for deletions. Fails the run if there are any. */
export function checkNoDeleteHooks(run: Run, states: readonly ResourceState[]): boolean {
  let hasHooks = false;
  for (const { urn, resourceHooks } of states) {
    const names = [...(resourceHooks.BeforeDelete ?? []), ...(resourceHooks.AfterDelete ?? [])];
    if (names.length === 0) continue;
    hasHooks = true;
    run.message(
      "error",
      `it has hooks for its deletion (${names.join(", ")}), and \`destroy\` runs no program that could answer them. Nothing was deleted. Run \`up\` with a program that registers the hooks and no longer declares the resources, or \`pulumi destroy --run-program\``,
      urn,
    );
  }
  if (hasHooks) run.fail();
  return !hasHooks;
}
