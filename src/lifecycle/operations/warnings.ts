import type { CommonInputs } from "../../common-inputs";
import { type ResourceOrigin, replaceCommand } from "../identity/origin";
import type { ResourceContext } from "../resource-context";
import { cachedPerServices } from "../services";
import type { Comparison } from "../values/compare";
import { unknownFingerprint } from "../values/fingerprint";
import type { State } from "../values/state";

/** Warns about drift that no update repairs. Warns once per process, because a refresh before the update compares the resource too. */
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
      `that would destroy something: declare the live value or \`ignoreChanges: ["${field}"]\` to keep it, or run ${replaceCommand(origin)}`;
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
