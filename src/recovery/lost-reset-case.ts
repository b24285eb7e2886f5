import type { Recovery } from "../lifecycle";
import type { ResourceState, Snapshot } from "../state";
import type { RecoveryCase } from "./recovery-case";
import { withOutputs } from "./snapshot-edits";
import { caseOf, outputsOf, type SurveyContext } from "./survey-context";

/** The case of a resource whose secret a killed run may have reset. Only the record on this machine says so. */
export async function lostResetCase(
  context: SurveyContext,
  recovery: Recovery,
  entry: ResourceState,
): Promise<RecoveryCase | undefined> {
  if (recovery.withLostSteps(entry.id, outputsOf(entry)) === undefined) return undefined;
  const choice = {
    description:
      "Record the reset in the state as unfinished. The next `up`, on any machine, resets the secret again.",
    deletes: false,
    edit: async (snapshot: Snapshot) => {
      // Another case may have recorded the object's current values.
      const current = context.managerIn(snapshot, entry.type, entry.id) ?? entry;
      const outputs = recovery.withLostSteps(entry.id, outputsOf(current));
      return outputs === undefined ? snapshot : withOutputs(snapshot, current, outputs, context.time);
    },
  };
  const found = `A run was stopped while it reset the secret of ${recovery.kind} ${entry.id}. The service may no longer accept the secret that the state has.`;
  return caseOf(entry, "reset", "certain", found, [choice], { ids: [entry.id] });
}
