import type { Properties, Recovery } from "../lifecycle";
import type { ResourceState, Snapshot } from "../state";
import { isUnresolved } from "./create-cases";
import type { RecoveryCase } from "./recovery-case";
import { type RepeatedOperation, withOutputs, withoutOperations, withoutResource } from "./snapshot-edits";
import { caseOf, inputsOf, orUnknown, outputsOf, type SurveyContext } from "./survey-context";

/** In milliseconds: how long to wait for a delete in progress, and how often to poll it. */
const [deleteTimeout, pollInterval] = [75_000, 5000];

/** An update, a delete or a read that a run started and whose result the state does not contain. */
export function pendingChangeCase(
  context: SurveyContext,
  recovery: Recovery,
  operations: RepeatedOperation,
): Promise<RecoveryCase> {
  const [{ type, resource }] = operations;
  const begun = `A run was stopped while ${type} this ${recovery.kind}`;
  // The Pulumi CLI records an update as the new inputs, without an id.
  const entry = context.stack.snapshot.resources.find(
    ({ urn, id, delete: isReplaced }) =>
      urn === resource.urn && (resource.id === "" ? !isReplaced : id === resource.id),
  );
  return orUnknown(resource, "pendingOperation", async () => {
    const resolve = (found: string, description: string, edit: Parameters<typeof certainCase>[4]) =>
      certainCase(operations, entry, `${begun}. ${found}`, description, edit);
    if (type === "reading" || type === "importing" || entry === undefined) {
      const found = entry === undefined ? "The state no longer contains it." : "That changed nothing.";
      return resolve(found, "Remove the pending operation from the state.", (snapshot) => snapshot);
    }
    if (isUnresolved(entry)) {
      const found = "It is an unresolved create, which is listed below.";
      return resolve(found, "Remove the pending operation from the state.", (snapshot) => snapshot);
    }
    const outputs = await readAfterDelete(context, recovery, entry);
    const object = `Its object, ${recovery.kind} ${entry.id},`;
    if (outputs === undefined) {
      return resolve(`${object} no longer exists.`, "Remove it from the state.", (snapshot) =>
        withoutResource(snapshot, entry),
      );
    }
    if (recovery.isBeingDeleted(outputs)) {
      const found = `${begun}. ${object} is still being deleted. Run the command again when it no longer exists.`;
      return caseOf(resource, "pendingOperation", "unknown", found, [], { ids: [entry.id] });
    }
    // A reset of a secret that is recorded on this machine is a case of its own.
    const isResetRecorded = recovery.withLostSteps(entry.id, outputsOf(entry)) !== undefined;
    const hidden =
      type === "updating" && !isResetRecorded
        ? recovery.unreadableUpdateEffects(inputsOf(resource), outputsOf(entry))
        : undefined;
    return resolve(
      `${object} exists.${hidden === undefined ? "" : ` ${hidden}`}`,
      `Record its current state. The next run continues ${type} it if the program still requires that.`,
      (snapshot) => withOutputs(snapshot, entry, outputs, context.time),
    );
  });
}

function certainCase(
  operations: RepeatedOperation,
  entry: ResourceState | undefined,
  found: string,
  description: string,
  edit: (snapshot: Snapshot) => Snapshot,
): RecoveryCase {
  const [{ resource }] = operations;
  const { id } = entry ?? resource;
  const choice = {
    ...{ description, deletes: false },
    edit: async (snapshot: Snapshot) => edit(withoutOperations(snapshot, operations)),
  };
  const ids = id === "" || isUnresolved(entry ?? resource) ? [] : [id];
  return caseOf(resource, "pendingOperation", "certain", found, [choice], { ids });
}

/** Reads the object, and waits for a delete in progress. */
async function readAfterDelete(
  { services: { clock } }: SurveyContext,
  recovery: Recovery,
  entry: ResourceState,
): Promise<Properties | undefined> {
  for (const end = clock.now() + deleteTimeout; ; await clock.sleep(pollInterval)) {
    const outputs = await recovery.read(entry.id, outputsOf(entry));
    if (outputs === undefined || !recovery.isBeingDeleted(outputs) || clock.now() >= end) return outputs;
  }
}
