import type { Deadline } from "../client";
import {
  cachedPerServices,
  deadlineAfter,
  handoverInterval,
  holdsUnknown,
  maxHandover,
  type Services,
} from "../lifecycle";
import { catalogOf } from "./catalog";
import { instances } from "./instance.collection";
import type { InstanceInputs } from "./instance.inputs";
import { sourceObstacle } from "./instance.source";

/**
 * Why an instance cannot be deleted before its replacement is created: the replacement needs it, or another instance has the label.
 * @param deadline Of the delete that follows now. Undefined in a plan.
 */
export async function deleteFirstObstacle(
  services: Services,
  id: string,
  inputs: Partial<InstanceInputs>,
  deadline?: Deadline,
): Promise<string | undefined> {
  return (await sourceObstacle(services, id, inputs)) ?? labelObstacle(services, id, inputs, deadline);
}

/** The instances that this process is about to delete, or has deleted, before it creates their replacements. */
const leavingInstances = cachedPerServices(() => new Set<string>());

/**
 * Another instance may be about to give up the label in the same run. Before the delete it gets the time to do so, and in a plan it does not
 * count if the stack may have it.
 */
async function labelObstacle(
  services: Services,
  id: string,
  { label }: Partial<InstanceInputs>,
  deadline: Deadline | undefined,
): Promise<string | undefined> {
  if (label === undefined || holdsUnknown(label)) return undefined;
  const { claims, clock, isStackKnown } = services;
  const leaving = leavingInstances(services);
  const mayLeave = (other: string) =>
    leaving.has(other) ||
    (deadline === undefined && (!isStackKnown || claims.isClaimed(instances.kind, other)));
  if (deadline !== undefined) leaving.add(id);
  for (const until = clock.now() + maxHandover; ; await clock.sleep(handoverInterval)) {
    const listed =
      deadline === undefined
        ? ((await catalogOf(services).instances()) ?? [])
        : [...(await instances.collection(services).listRecent(deadline)).values()];
    const others: string[] = [];
    for (const other of listed.filter((live) => live.label === label).map((live) => String(live.id)))
      if (other !== id && !mayLeave(other) && (await isInUse(services, other, label))) others.push(other);
    if (others.length === 0) return undefined;
    if (deadline !== undefined && clock.now() < until) continue;
    leaving.delete(id);
    const holders = `instance ${others.join(", ")}`;
    return `label: ${holders} has the label ${JSON.stringify(label)}, so the create of the replacement would be refused. Instance ${id} was not deleted. Declare another label, or first delete or relabel ${holders}.`;
  }
}

/** How long a view may take. */
const viewTimeout = "5s";

/** Whether the instance has the label and is not being deleted. False if the service does not respond. */
async function isInUse(services: Services, id: string, label: string): Promise<boolean> {
  try {
    const live = await instances.collection(services).view(id, {
      deadline: deadlineAfter(services.clock, viewTimeout),
    });
    return live?.label === label && live.status !== "deleting";
  } catch {
    return false;
  }
}
