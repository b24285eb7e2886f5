import type { CommonInputs, Definition, Unresolved } from "./definition";
import { deleteTask } from "./delete-task";
import { LifecycleError } from "./failures";
import type { Services } from "./services";
import type { State } from "./state";

/** Removes what an unresolved create made, where its label proves that it did; else nothing. */
export async function removeUnresolved<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { unresolved, applied, origin }: State<I, Live>,
): Promise<void> {
  const candidates = unresolved?.isUnproven ? await stillThere(definition, services, unresolved) : [];
  if (candidates.length > 0) {
    services.log.warn(
      `It is not known which ${definition.kind} this resource's create made, so ${candidates.join(", ")} stays as it is. Delete it if nobody needs it.`,
      origin,
    );
  }
  for (const [id, live] of await bearersOf(definition, services, unresolved?.nonce)) {
    services.log.info(`${definition.kind} ${id} was made by a create that failed and is deleted`, origin);
    await definition.remove(deleteTask(definition, services, id, live, { applied, origin }));
    // A list that lags still shows it: the create that follows must not take it.
    services.claims.claim(definition.kind, id);
  }
  const isOurs = unresolved?.nonce !== undefined && !unresolved.isUnproven;
  if (isOurs && origin) await services.intents.remove(origin, services.address);
}

/** Why an unresolved create of which nothing proves what it made can't go on by itself. */
export async function refuseUnresolved<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  unresolved: Unresolved,
): Promise<LifecycleError> {
  const { kind } = definition;
  const now = (await bearersOf(definition, services, unresolved.label)).map(([id]) => id);
  const seen = unresolved.isUnproven
    ? await stillThere(definition, services, unresolved)
    : unresolved.candidates.filter((id) => unresolved.label === undefined || now.includes(id));
  const candidates = seen.length > 0 ? seen : now;
  if (unresolved.label === undefined && candidates.length === 0) {
    return new LifecycleError(
      `It is not known whether this resource's create made a ${kind}. Nothing was changed. If there is one now, write \`adopt: <id>\` into the program to take it over; else run \`pulumi up --replace\` on this resource, which looks once more before it creates one.`,
    );
  }
  const label = unresolved.label === undefined ? "" : ` labelled ${JSON.stringify(unresolved.label)}`;
  return new LifecycleError(
    candidates.length > 0
      ? `It is not known which ${kind}${label} this resource's create made: ${candidates.join(", ")} could be it. Nothing was changed. Write \`adopt: <id>\` into the program to take one of them over, and delete the others if nobody needs them; run \`pulumi up --replace\` on this resource if it is none of them.`
      : `It was not known whether this resource's create made a ${kind}${label}; there is none now. Run \`pulumi up --replace\` on this resource to create it.`,
  );
}

async function stillThere<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { candidates }: Unresolved,
): Promise<readonly string[]> {
  const { items } = await definition.collection(services).list();
  return candidates.filter((id) => items.has(id));
}

async function bearersOf<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  label: string | undefined,
): Promise<readonly (readonly [string, Live])[]> {
  const { labelOf } = definition;
  if (label === undefined || labelOf === undefined) return [];
  const { items } = await definition.collection(services).list();
  return [...items].filter(([, live]) => labelOf(live) === label);
}
