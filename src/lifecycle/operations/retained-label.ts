import type { CommonInputs } from "../../common-inputs";
import { isRecord } from "../../unknown";
import type { Definition } from "../definition";
import { LifecycleError } from "../failures";
import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import { cachedPerServices, type Services } from "../services";
import { IgnoredChanges } from "../values/ignored-changes";
import type { State } from "../values/state";
import { deletesFirst } from "./deletes-first";

/** Whether these are the inputs of a resource with the option `retainOnDelete`. */
export function isRetained(inputs: unknown): boolean {
  return isRecord(inputs) && inputs.retainOnDelete === true;
}

/**
 * Warns about a replacement that will fail, because the replaced object is retained or deleted last, and has the label that the new one
 * would have. Throws if the replacement would delete first, but the state has `retainOnDelete`: an engine deletes as the state says, so the
 * object stays, and the create would be rejected after resources that depend on it have been deleted.
 */
export function checkRetainedLabel<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
  olds: Properties,
  news: Properties,
  state: State<I, Live>,
): void {
  const { live } = state;
  if (live === undefined || !keepsLabel(definition, news, live)) return;
  if (!isRetained(news) && isKeptByState(services, id, olds, [origin, state.origin])) {
    throw new LifecycleError(
      `label: the replacement would be refused, because the state has \`retainOnDelete\` for ${labeled(definition.kind, id, news)}. Nothing was changed. First remove \`retainOnDelete\`, also from its component, in a separate update, or declare another label.`,
    );
  }
  warnOfKeptLabel(services, definition.kind, id, origin, news);
}

/**
 * Whether an engine leaves the object in the service when it deletes the resource. Inputs contain only the resource's own option, not one that
 * it inherits or that a transform sets.
 */
export function isKeptByState(
  services: Services,
  id: string,
  olds: Properties,
  origins: readonly (ResourceOrigin | undefined)[],
): boolean {
  if (isRetained(olds.applied)) return true;
  return origins.some(
    (origin) => origin !== undefined && services.isRetainedInState({ origin, id }) === true,
  );
}

/** Whether a replacement deletes the old object before it creates the new one, because of its label or of the resource's own option. */
export function deletesBeforeCreate(
  definition: Parameters<typeof deletesFirst>[0],
  inputs: Properties,
): boolean {
  if (isCreatedFirst(inputs)) return false;
  return inputs.deleteBeforeReplace === true || deletesFirst(definition, inputs);
}

/** Whether a replacement creates the new object while the replaced one still exists. */
export function isCreatedFirst(inputs: Properties): boolean {
  return isRetained(inputs) || inputs.deleteBeforeReplace === false;
}

/** The resources whose replacement this process has warned of: an engine that has compared a resource also checks it as a new one. */
const warnedOf = cachedPerServices(() => new Set<string>());

/**
 * Warns, once for each resource, that its replacement will be refused. Does nothing if the replaced object is deleted first.
 * @param id The replaced object, which has the label.
 */
export function warnOfKeptLabel(
  services: Services,
  kind: string,
  id: string,
  origin: ResourceOrigin | undefined,
  news: Properties,
): void {
  if (!isCreatedFirst(news)) return;
  const urn = origin && urnOf(origin);
  if (urn !== undefined && warnedOf(services).has(urn)) return;
  if (urn !== undefined) warnedOf(services).add(urn);
  const [option, advice] = isRetained(news)
    ? ["retainOnDelete", "first remove `retainOnDelete` in a separate update"]
    : ["deleteBeforeReplace: false", "remove that option"];
  services.log.warn(
    `label: the replacement will be refused, because \`${option}\` keeps ${labeled(kind, id, news)}. Declare another label, or ${advice}.`,
    origin,
  );
}

function labeled(kind: string, id: string, { label }: Properties): string {
  return `${kind} ${id}, which has the label ${JSON.stringify(label)}`;
}

/** Whether the replacement would get the label of the replaced object, which has to be deleted first. */
function keepsLabel<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  news: Properties,
  live: Live,
): boolean {
  if (!deletesFirst(definition, news)) return false;
  // A replacement ignores no changes: it gets the label of the program, which this check does not know.
  return definition.labelOf?.(live) === news.label && !new IgnoredChanges(news).includes("label");
}
