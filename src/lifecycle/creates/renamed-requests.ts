import { isSameOrigin, type ResourceOrigin, urnOf } from "../identity/origin";
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

/**
 * Moves the record of the creates and adoptions of a renamed resource to its new name, which the update writes to the state.
 * @param id The object in the state.
 * @param recorded The name in the state, which an earlier run may have changed without an update. Another resource may have that name by now.
 */
export async function moveRecord(
  services: Services,
  id: string,
  origin: ResourceOrigin | undefined,
  recorded: ResourceOrigin | undefined,
): Promise<void> {
  if (origin === undefined) return;
  const { intents, address } = services;
  const former = formerNameOf(services, origin);
  if (former) await intents.move(former, origin, address);
  const isRenamed = recorded !== undefined && !isSameOrigin(recorded, origin);
  if (isRenamed && intents.lastCreated(recorded, address)?.id === id)
    await intents.move(recorded, origin, address);
}
