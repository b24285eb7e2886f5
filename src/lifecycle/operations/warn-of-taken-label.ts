import type { CommonInputs } from "../../common-inputs";
import { adoptArgument } from "../identity/adopt-argument";
import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";
import { IgnoredChanges } from "../values/ignored-changes";
import { holdsUnknown } from "../values/unknown-value";
import { labelHolders } from "./label-holders";
import { isCreatedFirst, warnOfKeptLabel } from "./retained-label";

/**
 * Warns before a create or an adoption that sets a label which another object has, if no two objects can have the same one. It is refused if
 * that object still has the label then, but this run may delete or relabel the object first: with `--replace`, engines check an object that
 * they replace as a new one.
 */
export async function warnOfTakenLabel<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  inputs: Properties,
  origin: ResourceOrigin,
): Promise<void> {
  const { services } = context;
  const { kind } = context.definition;
  const { label, generatedLabel, adopt } = inputs;
  if (generatedLabel === true || typeof label !== "string" || holdsUnknown(adopt)) return;
  // An adoption does not set an ignored label.
  if (adopt !== undefined && new IgnoredChanges(inputs).includes("label")) return;
  const { intents, address, log } = services;
  // The object may be the result of the interrupted create.
  if (intents.find(origin, address)) return;
  const isReplaced = (id: string) => isOfResource(services, kind, origin, id);
  const holders = await labelHolders(context, label, (ids) =>
    // An adoption sends no label that the object already has.
    ids.includes(String(adopt)) ? [] : ids.filter((id) => isCreatedFirst(inputs) || !isReplaced(id)),
  );
  for (const id of holders) {
    if (isReplaced(id)) {
      // Engines do not compare a resource whose replacement is requested, so nothing else warns of it.
      warnOfKeptLabel(services, kind, id, origin, inputs);
      continue;
    }
    const taken = `label: ${kind} ${id} has the label ${JSON.stringify(label)}`;
    const unless = "unless this run replaces, deletes or relabels it first";
    log.warn(
      adopt === undefined
        ? `${taken}, so no other is created ${unless}. If this resource was renamed, set the resource option \`aliases\`. Otherwise choose another label, or set \`adopt: ${adoptArgument(id)}\` if no other resource or stack manages it.`
        : `${taken}, so ${kind} ${String(adopt)} cannot have it ${unless}. Otherwise choose another label.`,
      origin,
    );
  }
}

/** Whether the object is known to be the one that the resource has now. */
function isOfResource(services: Services, kind: string, origin: ResourceOrigin, id: string): boolean {
  const { intents, address, claims, isStackKnown, isInState } = services;
  const isLast = !isStackKnown && intents.lastCreated(origin, address)?.id === id;
  // The resource may have been removed from the state since.
  if (isLast && isInState({ origin, id }) !== false) return true;
  return claims.isClaimed(kind, id) && !claims.isRecordedForOther(kind, id, urnOf(origin));
}
