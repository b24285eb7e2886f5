import type { Instance as Live } from "../client";
import { type ApplyTask, freedLabelsOf, LifecycleError, waitForObject } from "../lifecycle";
import { instances, instancesOf } from "./instance.collection";
import type { InstanceInputs } from "./instance.inputs";

/**
 * A label that the program sets may be taken. Throws while another instance has it, and waits where that one is being deleted.
 * Returns the ids of the instances that had it.
 */
export async function waitForLabel(
  task: ApplyTask<InstanceInputs>,
  label: string,
): Promise<readonly string[]> {
  const collection = instancesOf(task.services);
  const { deadline } = task;
  const { items } = await collection.list({ deadline });
  const listed = [...items.values()].filter((live) => live.label === label);
  // Lists lag behind: it may have been deleted or renamed since.
  const viewed = await Promise.all(listed.map(({ id }) => collection.view(String(id), { deadline })));
  const sameLabel = viewed.flatMap((live) => (live?.label === label ? [live] : []));
  refuseTakenLabel(
    label,
    sameLabel.filter((live) => live.status !== "deleting"),
  );
  for (const { id } of sameLabel) {
    await waitForObject(
      instances,
      { ...task, id: String(id) },
      {
        goal: `to be deleted, because its label ${JSON.stringify(label)} is needed`,
        until: (live) => live === undefined,
      },
    );
  }
  if (sameLabel.length > 0) freedLabelsOf(task.services).add(label);
  return sameLabel.map((live) => String(live.id));
}

/** A create is not told whether it replaces an instance. */
function refuseTakenLabel(label: string, taken: readonly Live[]): void {
  const [first] = taken;
  if (first === undefined) return;
  const ids = taken.map((live) => live.id).join(", ");
  throw new LifecycleError(
    `label: an instance labelled ${JSON.stringify(label)} exists already (${ids}), so none was created. If this resource is to replace it, set the resource option \`deleteBeforeReplace: true\`. Otherwise set \`adopt: ${first.id}\` to take it over, or choose another label.`,
  );
}
