import { isRecord } from "../../unknown";
import { rejectsLabel } from "../creates/freed-labels";
import { LifecycleError } from "../failures";
import { newReads, objectsLabeled } from "../objects/labeled-objects";
import type { ObjectKind } from "../objects/object-kind";
import type { StepTask } from "../task";
import { type LabelFields, uniqueLabelOf } from "../values/labels";

/** How long an object gets to give up a label that another one needs, and how often that is checked, in milliseconds. */
export const maxHandover = 15_000;
export const handoverInterval = 3000;

/**
 * Sends an update. If no two objects can have the same label, another object may have the one that is sent. The same run may rename that object
 * at the same time or a moment later, so the update is retried. Throws if the other object keeps the label.
 * @param before The object as it was read for this update, which sends its label if the program declares none.
 */
export async function sendLabel<Live>(
  objects: ObjectKind<Live>,
  { services, id, inputs, deadline, reportProgress }: StepTask<unknown, Live>,
  fields: LabelFields<Live>,
  before: Live,
  send: () => Promise<unknown>,
): Promise<void> {
  const { clock } = services;
  const labelOf = uniqueLabelOf(fields);
  const label = (isRecord(inputs) ? inputs.label : undefined) ?? labelOf?.(before);
  const startedAt = clock.now();
  for (let isFree = false; ; ) {
    try {
      await send();
      return;
    } catch (error) {
      if (labelOf === undefined || typeof label !== "string" || isFree || !rejectsLabel(error)) throw error;
      const reads = newReads(objects.collection(services), deadline);
      const labeled = await objectsLabeled(label, { labelOf, ...reads });
      const others = [...labeled.keys()].filter((one) => one !== id).join(", ");
      // The label may have become free since the response. If not, the service rejects it for another reason.
      isFree = others === "";
      if (isFree) continue;
      const next = clock.now() + handoverInterval;
      if (next >= Math.min(startedAt + maxHandover, deadline.at))
        throw keptLabel(objects.kind, label, others);
      reportProgress(`waiting for the label ${JSON.stringify(label)} of ${objects.kind} ${others}`);
      await clock.sleep(handoverInterval);
    }
  }
}

function keptLabel(kind: string, label: string, ids: string): LifecycleError {
  const name = JSON.stringify(label);
  return new LifecycleError(
    `label: ${kind} ${ids} has the label ${name}. If the program relabels that ${kind}, run \`pulumi up --target\` for it first. To exchange two labels, first give one ${kind} a third label.`,
  );
}
