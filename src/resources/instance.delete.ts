import type { Instance as Live } from "../client";
import { type DeleteTask, deleteObject } from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";
import { instanceKind } from "./instance.status";

/** Deletes an instance, unless it is already being deleted, and waits until it no longer exists. */
export async function deleteInstance(task: DeleteTask<InstanceInputs, Live>): Promise<void> {
  const { services, id, inputs, live } = task;
  await deleteObject(instanceKind(services, inputs), task, {
    isDone: (now) => now.status === "deleting",
    hint: `Instance ${id} (${JSON.stringify(live.label)}) still exists and is billed. Remove the cause, then delete it again.`,
    send: (_, options) => services.client.instances.delete({ instanceId: Number(id) }, options),
  });
}
