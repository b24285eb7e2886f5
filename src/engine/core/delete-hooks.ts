import type { ResourceState } from "../../state";
import type { Run } from "./run";

/** A destroy runs no program, so nobody would answer the hooks of what it deletes: says so and answers true. */
export function refuseDeleteHooks(run: Run, states: readonly ResourceState[]): boolean {
  let refused = false;
  for (const { urn, resourceHooks } of states) {
    const names = [...(resourceHooks.BeforeDelete ?? []), ...(resourceHooks.AfterDelete ?? [])];
    if (names.length === 0) continue;
    refused = true;
    run.message(
      "error",
      `it has hooks for its deletion (${names.join(", ")}), and \`destroy\` runs no program that could answer them. Nothing was deleted. Run \`up\` with a program that registers the hooks and no longer declares the resources, or \`pulumi destroy --run-program\``,
      urn,
    );
  }
  if (refused) run.fail();
  return refused;
}
