import { originInOutputs, type Properties, type Recovery, urnOf } from "../lifecycle";
import type { ResourceState, Snapshot } from "../state";
import type { RecoveryCase } from "./recovery-case";
import { caseOf, outputsOf } from "./survey-context";

/** The case of extra objects of a resource, which the service created by carrying out requests late. */
export async function lateCreateCase(
  recovery: Recovery,
  entry: ResourceState,
): Promise<RecoveryCase | undefined> {
  const outputs = outputsOf(entry);
  // The outputs keep the name that the resource had before it, or its stack, was renamed. Others may have that name now.
  if (!isNamedAs(entry, outputs)) return undefined;
  const ids = await recovery.lateCreates(entry.id, outputs);
  if (ids.length === 0) return undefined;
  const objects = ids.map((id) => `${recovery.kind} ${id}`).join(" and ");
  const choice = {
    description: `Delete ${objects}.`,
    deletes: true,
    edit: async (snapshot: Snapshot) => snapshot,
    complete: () => recovery.deleteLateCreates(entry.id, outputs),
  };
  const found = `An earlier request for this ${recovery.kind} created ${objects} late. The stack records ${recovery.kind} ${entry.id} for the resource.`;
  return caseOf(entry, "lateCreate", "question", found, [choice], { ids });
}

function isNamedAs({ urn }: ResourceState, outputs: Properties): boolean {
  const origin = originInOutputs(outputs);
  return origin === undefined || urnOf(origin) === urn;
}
