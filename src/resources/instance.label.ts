import {
  deadlineAfter,
  holdsUnknown,
  IgnoredChanges,
  isCreatedFirst,
  type Properties,
  type ResourceOrigin,
  type Services,
  urnOf,
  warnOfKeptLabel,
} from "../lifecycle";
import { catalogOf } from "./catalog";
import { instances } from "./instance.collection";

/** How long a check waits for a view. */
const viewTimeout = "5s";

/**
 * Warns before a create or an adoption that sets a label which another instance has. It is refused if that instance still has the label then,
 * but this run may delete or relabel the instance first: with `--replace`, engines check an instance that they replace as a new one.
 */
export async function warnOfTakenLabel(
  inputs: Properties,
  services: Services,
  origin: ResourceOrigin,
): Promise<void> {
  const { label, generatedLabel, adopt } = inputs;
  if (generatedLabel === true || typeof label !== "string" || holdsUnknown(adopt)) return;
  // An adoption does not set an ignored label.
  if (adopt !== undefined && new IgnoredChanges(inputs).includes("label")) return;
  const { intents, address, log } = services;
  // The instance may be the result of the interrupted create.
  if (intents.find(origin, address)) return;
  const listed = (await catalogOf(services).instances())?.filter((live) => live.label === label) ?? [];
  // An adoption sends no label that the instance already has.
  if (listed.some(({ id }) => String(id) === String(adopt))) return;
  for (const { id } of listed) {
    const isReplaced = isOfResource(services, origin, String(id));
    if (isReplaced && !isCreatedFirst(inputs)) continue;
    if (!(await isInUse(services, String(id), label))) continue;
    if (isReplaced) {
      // Engines do not compare a resource whose replacement is requested, so nothing else warns of it.
      warnOfKeptLabel(services, instances.kind, String(id), origin, inputs);
      continue;
    }
    const taken = `label: instance ${id} has the label ${JSON.stringify(label)}`;
    const unless = "unless this run replaces, deletes or relabels it first";
    log.warn(
      adopt === undefined
        ? `${taken}, so no other is created ${unless}. If this resource was renamed, set the resource option \`aliases\`. Otherwise choose another label, or set \`adopt: ${id}\` if no other resource or stack manages it.`
        : `${taken}, so instance ${String(adopt)} cannot have it ${unless}. Otherwise choose another label.`,
      origin,
    );
  }
}

/** Whether the instance is known to be the one that the resource has now. */
function isOfResource(services: Services, origin: ResourceOrigin, id: string): boolean {
  const { intents, address, claims, isStackKnown, isInState } = services;
  const isLast = !isStackKnown && intents.lastCreated(origin, address)?.id === id;
  // The resource may have been removed from the state since.
  if (isLast && isInState({ origin, id }) !== false) return true;
  const { kind } = instances;
  return claims.isClaimed(kind, id) && !claims.isRecordedForOther(kind, id, urnOf(origin));
}

/** Whether the instance has the label and is not being deleted. False if the service does not respond. */
export async function isInUse(services: Services, id: string, label: string): Promise<boolean> {
  try {
    const live = await instances.collection(services).view(id, {
      deadline: deadlineAfter(services.clock, viewTimeout),
    });
    return live?.label === label && live.status !== "deleting";
  } catch {
    return false;
  }
}
