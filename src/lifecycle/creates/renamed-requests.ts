import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { Services } from "../services";
import { openRequestsOf } from "./intent-record";

/** The name of the last run, if this one renames the resource. */
export function formerNameOf(
  { claims }: Services,
  origin: ResourceOrigin | undefined,
): ResourceOrigin | undefined {
  return origin && claims.formerNameOf(urnOf(origin));
}

/**
 * Whether a resource is renamed while the service may still carry out its create requests, or after a replacement was interrupted. Later runs
 * search for the results under the new name only, so an update has to move the record of these requests.
 * @param id The object in the state.
 */
export function hasRequestsToMove(
  services: Services,
  id: string,
  origin: ResourceOrigin | undefined,
): boolean {
  const { intents, address } = services;
  const former = formerNameOf(services, origin);
  if (former === undefined) return false;
  const latest = intents.find(former, address);
  const isInterrupted = latest !== undefined && latest.id !== id && !latest.isFailed;
  return isInterrupted || openRequestsOf(services, former, undefined).length > 0;
}

/** Moves the record of the create of a renamed resource to the new name. */
export async function moveRequests(services: Services, origin: ResourceOrigin | undefined): Promise<void> {
  const former = formerNameOf(services, origin);
  if (origin && former) await services.intents.move(former, origin, services.address);
}
