import type { CommonInputs } from "../common-inputs";
import { isRecord } from "../unknown";
import type { Definition } from "./definition";
import { deletesFirst } from "./deletes-first";
import { LifecycleError } from "./failures";
import { IgnoredChanges } from "./ignored-changes";
import type { Properties } from "./lifecycle";
import type { ResourceOrigin } from "./origin";
import type { ResourceContext } from "./resource-context";
import type { State } from "./state";

/** Whether a value is the inputs of a resource with the option `retainOnDelete`. */
export function isRetained(inputs: unknown): boolean {
  return isRecord(inputs) && inputs.retainOnDelete === true;
}

/**
 * Warns about a replacement that will fail, because the replaced object is retained or deleted last, and has the label that the new one
 * would have. Throws if the program removes `retainOnDelete` together with the change: an engine deletes as the state says, so the object
 * stays, and the create would be rejected after resources that depend on it have been deleted.
 */
export function checkRetainedLabel<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
  olds: Properties,
  news: Properties,
  { live }: State<I, Live>,
): void {
  if (live === undefined || !keepsLabel(definition, news, live)) return;
  const object = `${definition.kind} ${id}, which has the label ${JSON.stringify(news.label)}`;
  if (isRetained(news)) {
    services.log.warn(
      `label: the replacement will be refused, because \`retainOnDelete\` keeps ${object}. Declare another label, or first remove \`retainOnDelete\` in a separate update.`,
      origin,
    );
  } else if (isRetained(olds.applied)) {
    throw new LifecycleError(
      `label: the replacement would be refused, because the state still has \`retainOnDelete\` for ${object}. Nothing was changed. First remove \`retainOnDelete\` in a separate update, or declare another label.`,
    );
  } else if (news.deleteBeforeReplace === false) {
    services.log.warn(
      `label: the replacement will be refused, because \`deleteBeforeReplace: false\` keeps ${object}. Declare another label, or remove that option.`,
      origin,
    );
  }
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
