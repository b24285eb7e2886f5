import type { CommonInputs } from "../../common-inputs";
import type { Definition } from "../definition";
import { compareStack, isSameOrigin, type ResourceOrigin, readOrigin, urnOf } from "../identity/origin";
import type { Properties } from "../lifecycle";
import type { Services } from "../services";
import { generateLabel } from "../values/labels";
import { holdsUnknown } from "../values/unknown-value";

/**
 * Completes the inputs: if the program sets no label, adds the one from the last inputs or a new one, and records whether it was generated.
 * Claims the object that the program adopts, and records the name of the last run if it differs.
 */
export function prepareInputs<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  olds: Properties,
  news: Properties,
  services: Services,
): Record<string, unknown> {
  const origin = readOrigin(news.origin);
  const values = Object.fromEntries(
    Object.entries(news).filter(([, value]) => value !== undefined && value !== null),
  );
  const isNew = Object.keys(olds).length === 0;
  // When an engine replaces a resource, it checks the resource a second time, as a new one.
  if (isNew && origin) services.claims.unmarkKept(urnOf(origin));
  const last = readOrigin(olds.origin);
  // A stack that was renamed, or that the resource was moved from, may have such a resource again: its records are not those of this one.
  if (origin && last && !isSameOrigin(last, origin) && isOfSameStack(last, origin))
    services.claims.recordFormerName(urnOf(origin), last);
  // The program sets no label and ignores changes to it, so the engine filled in the one from the state.
  if (news.generatedLabel === true) delete values.label;
  if (definition.labelOf && !definition.isLabelRequired) {
    values.generatedLabel = values.label === undefined;
    const oldLabel = typeof olds.label === "string" ? olds.label : undefined;
    const name = origin?.name ?? definition.kind;
    // An adopted object keeps the label that it had, even after `adopt` is removed.
    if (values.label === undefined && values.adopt === undefined && (isNew || oldLabel !== undefined))
      values.label = oldLabel ?? generateLabel(name, services.clock, definition.body.shape.label);
  }
  if (values.adopt === undefined || holdsUnknown(values.adopt)) return values;
  const id = String(values.adopt);
  // The state may still record the object under a removed or replaced resource. A replacement that deletes first must not delete the
  // adopted object.
  const isAdopting = isNew || hasUnresolvedCreate(services, origin);
  if (isAdopting || String(olds.adopt) === id) services.claims.markAdopted(definition.kind, id);
  return values;
}

function isOfSameStack(last: ResourceOrigin, { project, stack, organization }: ResourceOrigin): boolean {
  return compareStack(last, { project, stack, organization }) !== "other";
}

/** The state has no object yet, so adopting one replaces none. */
function hasUnresolvedCreate({ intents, address }: Services, origin: ResourceOrigin | undefined): boolean {
  return origin !== undefined && intents.find(origin, address)?.isUnresolved === true;
}
