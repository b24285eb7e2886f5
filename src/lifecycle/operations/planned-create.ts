import type { Deadline } from "../../client";
import type { CommonInputs } from "../../common-inputs";
import { LifecycleError } from "../failures";
import { isSameOrigin, type ResourceOrigin, readOrigin, urnOf } from "../identity/origin";
import type { Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import { cachedPerServices, type Services } from "../services";
import { deleteFirstObstacle } from "./delete-first-obstacle";

/** The inputs of the resources that this run has checked as new ones and not yet created, by URN. */
const plannedCreatesOf = cachedPerServices(() => new Map<string, Properties>());

export function recordPlannedCreate(services: Services, origin: ResourceOrigin, inputs: Properties): void {
  plannedCreatesOf(services).set(urnOf(origin), inputs);
}

export function removePlannedCreate(services: Services, origin: ResourceOrigin): void {
  plannedCreatesOf(services).delete(urnOf(origin));
}

/**
 * Throws if an object is about to be deleted for a replacement whose create would be refused. A diff checks most of this, but engines
 * request none if `--replace` requires the replacement, and others may have changed the account since.
 * @param origin The resource in the state, which this run may rename.
 */
export async function verifyPlannedCreate<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin,
  deadline: Deadline,
): Promise<void> {
  const { definition, services } = context;
  const inputs = plannedCreate(services, origin);
  if (inputs === undefined || definition.createMatcher === undefined) return;
  const { intents, address } = services;
  intents.checkReadable(definition.kind, readOrigin(inputs.origin) ?? origin, address);
  await intents.checkWritable();
  const obstacle = await deleteFirstObstacle(context, id, inputs, deadline);
  if (obstacle !== undefined) throw new LifecycleError(obstacle);
}

/** The objects that this run deletes before it creates their replacements, with what is verified then. */
const plannedReplacementsOf = cachedPerServices(
  () => new Map<string, (deadline: Deadline) => Promise<void>>(),
);

export function recordPlannedReplacement<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin,
): void {
  const { definition, services } = context;
  plannedReplacementsOf(services).set(keyOf(definition.kind, id), (deadline) =>
    verifyPlannedCreate(context, id, origin, deadline),
  );
}

/**
 * Throws if this run replaces an object, and its delete would be refused. Engines first delete the resources that depend on it, which may
 * destroy data: its backups, or a clone.
 */
export async function verifyPlannedReplacement(
  services: Services,
  { kind, id }: { readonly kind: string; readonly id: string },
  deadline: Deadline,
): Promise<void> {
  await plannedReplacementsOf(services).get(keyOf(kind, id))?.(deadline);
}

const keyOf = (kind: string, id: string) => JSON.stringify([kind, id]);

function plannedCreate(services: Services, origin: ResourceOrigin): Properties | undefined {
  for (const [urn, inputs] of plannedCreatesOf(services)) {
    const former = services.claims.formerNameOf(urn);
    if (urn === urnOf(origin) || (former && isSameOrigin(former, origin))) return inputs;
  }
  return undefined;
}
