import { LifecycleError } from "../failures";
import { adoptArgument } from "../identity/adopt-argument";
import { newReads, objectsLabeled } from "../objects/labeled-objects";
import type { ApplyTask } from "../task";
import { withArticle } from "../with-article";
import type { CreateOptions } from "./create-options";
import { freedLabelsOf } from "./freed-labels";

/**
 * Checks that a label from the program is free, if no two objects can have the same one. Throws if another object has it, or waits if that
 * object is being deleted. Returns the ids of the objects that had it.
 */
export async function waitForLabel<Live>(
  { services, deadline, reportProgress, hasUniqueLabel, generatedLabel }: ApplyTask<unknown>,
  { kind, collection, createMatcher, label }: CreateOptions<Live>,
): Promise<readonly string[]> {
  const { labelOf, isBeingDeleted } = createMatcher;
  if (!hasUniqueLabel || generatedLabel || label === undefined || labelOf === undefined) return [];
  // Another list for each of many creates would show hardly more. What a list shows may have changed since.
  const recent = await collection.listRecent(deadline);
  if (![...recent.values()].some((live) => labelOf(live) === label)) return [];
  const sameLabel = await objectsLabeled(label, { labelOf, ...newReads(collection, deadline) });
  const kept = [...sameLabel].filter(([, live]) => !isBeingDeleted(live)).map(([id]) => id);
  if (kept.length > 0) throw takenLabel(kind, label, kept);
  for (const id of sameLabel.keys()) {
    await collection.wait(id, {
      goal: `to be deleted, because its label ${JSON.stringify(label)} is needed`,
      until: (live) => live === undefined,
      deadline,
      reportProgress,
    });
  }
  if (sameLabel.size > 0) freedLabelsOf(services).add(kind, label);
  return [...sameLabel.keys()];
}

/** A create does not know whether it replaces an object. */
function takenLabel(kind: string, label: string, ids: readonly string[]): LifecycleError {
  const [first = ""] = ids;
  return new LifecycleError(
    `label: ${withArticle(kind)} labeled ${JSON.stringify(label)} already exists (${ids.join(", ")}), so none was created. If this resource was renamed, set the resource option \`aliases\`; if it should replace the ${kind}, set \`deleteBeforeReplace: true\` (and first remove \`retainOnDelete\`, also from its component, in a separate update). Otherwise choose another label, or set \`adopt: ${adoptArgument(first)}\` to take it over if no other resource or stack manages it.`,
  );
}
