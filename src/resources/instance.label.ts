import type { Instance as Live } from "../client";
import {
  type ApplyTask,
  freedLabelsOf,
  LifecycleError,
  rejectsLabel,
  type Task,
  waitForObject,
} from "../lifecycle";
import { instances, instancesOf } from "./instance.collection";
import type { InstanceInputs } from "./instance.inputs";

/**
 * Checks that a label from the program is free. Throws if another instance has it, or waits if that instance is being deleted. Returns the
 * ids of the instances that had it.
 */
export async function waitForLabel(
  task: ApplyTask<InstanceInputs>,
  label: string,
): Promise<readonly string[]> {
  const sameLabel = await instancesLabeled(task, label);
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

/** How long an update waits for another instance to give up the label, and how often it is sent again, in milliseconds. */
const maxHandover = 15_000;
const handoverInterval = 3000;

/**
 * Sends an update with a label that another instance may have. The same run may rename that instance at the same time or a moment later, so
 * the update is retried. Throws if the other instance keeps the label.
 */
export async function sendLabel(
  task: Task & { readonly id: string },
  label: string | undefined,
  send: () => Promise<unknown>,
): Promise<void> {
  const { clock } = task.services;
  const startedAt = clock.now();
  for (let isFree = false; ; ) {
    try {
      await send();
      return;
    } catch (error) {
      if (label === undefined || isFree || !rejectsLabel(error)) throw error;
      const others = (await instancesLabeled(task, label)).filter(({ id }) => String(id) !== task.id);
      // The label may have become free since the response. If not, the service rejects it for another reason.
      isFree = others.length === 0;
      if (isFree) continue;
      const next = clock.now() + handoverInterval;
      if (next >= Math.min(startedAt + maxHandover, task.deadline.at)) throw keptLabel(label, others);
      task.reportProgress(`waiting for the label ${JSON.stringify(label)} of instance ${idsOf(others)}`);
      await clock.sleep(handoverInterval);
    }
  }
}

function keptLabel(label: string, others: readonly Live[]): LifecycleError {
  const name = JSON.stringify(label);
  return new LifecycleError(
    `label: instance ${idsOf(others)} has the label ${name}. If the program relabels instance ${idsOf(others)}, update that instance first, with \`--target\`. Two instances cannot exchange their labels in one run: give one of them a third label first.`,
  );
}

/** The instances that have the label now. A list may lag behind: an instance may have been deleted or renamed since. */
async function instancesLabeled({ services, deadline }: Task, label: string): Promise<readonly Live[]> {
  const collection = instancesOf(services);
  const { items } = await collection.list({ deadline });
  const listed = [...items.values()].filter((live) => live.label === label);
  const viewed = await Promise.all(listed.map(({ id }) => collection.view(String(id), { deadline })));
  return viewed.flatMap((live) => (live?.label === label ? [live] : []));
}

const idsOf = (instances: readonly Live[]) => instances.map(({ id }) => id).join(", ");

/** A create does not know whether it replaces an instance. */
function refuseTakenLabel(label: string, taken: readonly Live[]): void {
  const [first] = taken;
  if (first === undefined) return;
  throw new LifecycleError(
    `label: an instance labeled ${JSON.stringify(label)} already exists (${idsOf(taken)}), so none was created. If this resource should replace it, set the resource option \`deleteBeforeReplace: true\`, after an update that removes \`retainOnDelete\` if it has that. Otherwise set \`adopt: ${first.id}\` to take it over if no other resource or stack manages it, or choose another label.`,
  );
}
