import type { CommonInputs } from "../common-inputs";
import { isRecord } from "../unknown";
import type { Comparison } from "./compare";
import type { Definition } from "./definition";
import { deletesFirst } from "./deletes-first";
import { LifecycleError } from "./failures";
import { unknownFingerprint } from "./fingerprint";
import { IgnoredChanges } from "./ignored-changes";
import type { Properties } from "./lifecycle";
import type { ResourceOrigin } from "./origin";
import type { ResourceContext } from "./resource-context";
import { cachedPerServices } from "./services";
import type { State } from "./state";

/** Warns about drift that no update repairs, once per process: a refresh that precedes the update compares the resource too. */
export function warnOfDrift<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
  { unrepaired }: Comparison<I, Step>,
): void {
  const { fields, kind } = definition;
  for (const { field, declared, live } of unrepaired) {
    const { change } = fields[field];
    const reason =
      (typeof change === "object" ? change.unrepairedReason : undefined) ??
      `that would destroy something: declare the live value or \`ignoreChanges: ["${field}"]\` to keep it, or run \`pulumi up --replace\` on this resource`;
    const message = `${kind} ${id}: ${field} is ${JSON.stringify(live)} and not ${JSON.stringify(declared)}, changed outside the program or by the service. It is not repaired, because ${reason}.`;
    const warned = driftWarnings(services);
    if (!warned.has(message)) services.log.warn(message, origin);
    warned.add(message);
  }
}

const driftWarnings = cachedPerServices(() => new Set<string>());

/** Warns about changes in the program that no request applies. */
export function warnOfRecordedChanges<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
  declared: Partial<I>,
  { recorded, unapplied }: Comparison<I, Step>,
  { applied }: Pick<State<I, Live>, "applied">,
): void {
  const { fields, kind } = definition;
  for (const name of recorded) {
    if (applied?.[name] === unknownFingerprint) continue;
    const value = declared[name];
    const warning = unapplied.includes(name)
      ? `the service sets it at creation only, and its value before the adoption cannot be read. The change takes effect when this ${kind} is next replaced`
      : value === undefined || value === null
        ? undefined
        : fields[name].changeWarning?.(value);
    if (warning !== undefined)
      services.log.warn(`${kind} ${id}: ${name} has changed, but ${warning}.`, origin);
  }
}

/** Warns about a replacement that will fail. */
export function warnOfReplacement<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
  declared: Partial<I>,
  { live, applied = {} }: State<I, Live>,
): void {
  if (live === undefined) return;
  const warning = definition.replacementWarning?.(services, declared, live, applied);
  if (warning !== undefined) services.log.warn(`${definition.kind} ${id} ${warning}`, origin);
}

/** Warns about a replacement that will fail, because the replaced object is retained and keeps the label that the new one would have. */
export function warnOfRetainedLabel<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
  news: Properties,
  state: State<I, Live>,
): void {
  if (!isRetained(news) || !keepsLabel(definition, news, state)) return;
  services.log.warn(
    `label: the replacement will be refused, because \`retainOnDelete\` keeps ${definition.kind} ${id}, which has the label ${JSON.stringify(news.label)}. Declare another label, or first remove \`retainOnDelete\` in a separate update.`,
    origin,
  );
}

/**
 * Throws if the program removes `retainOnDelete` together with a change that replaces the object. An engine deletes as the state says, so the
 * object stays, and the create would be rejected after resources that depend on it have been deleted.
 */
export function refuseRetainedLabel<I extends CommonInputs, Live, Step extends string>(
  { definition }: ResourceContext<I, Live, Step>,
  id: string,
  olds: Properties,
  news: Properties,
  state: State<I, Live>,
): void {
  if (isRetained(news) || !isRetained(olds.applied) || !keepsLabel(definition, news, state)) return;
  throw new LifecycleError(
    `label: the replacement would be refused, because the state still has \`retainOnDelete\` for ${definition.kind} ${id}, which has the label ${JSON.stringify(news.label)}. Nothing was changed. First remove \`retainOnDelete\` in a separate update, or declare another label.`,
  );
}

/** Whether a value is the inputs of a resource with the option `retainOnDelete`. */
export function isRetained(inputs: unknown): boolean {
  return isRecord(inputs) && inputs.retainOnDelete === true;
}

/** Whether the replacement would get the label of the replaced object, which has to be deleted first. */
function keepsLabel<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  news: Properties,
  { live }: State<I, Live>,
): boolean {
  if (live === undefined || !deletesFirst(definition, news)) return false;
  // A replacement ignores no changes: it gets the label of the program, which this check does not know.
  return definition.labelOf?.(live) === news.label && !new IgnoredChanges(news).includes("label");
}
