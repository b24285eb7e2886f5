import { openRequestsOf } from "./intent-record";
import { isSameOrigin, type ResourceOrigin } from "./origin";
import type { Services } from "./services";

/**
 * Whether a resource was renamed while the service may still carry out its create requests. Later runs search for the results under the new
 * name, so an update has to move the record of these requests.
 */
export function hasRequestsToMove(
  services: Services,
  from: ResourceOrigin | undefined,
  to: ResourceOrigin | undefined,
): boolean {
  return isRenamed(from, to) && openRequestsOf(services, from, undefined).length > 0;
}

/** Moves the record of the create of a renamed resource to the new name. */
export async function moveRequests(
  { intents, address }: Services,
  from: ResourceOrigin | undefined,
  to: ResourceOrigin | undefined,
): Promise<void> {
  if (from && to && isRenamed(from, to)) await intents.move(from, to, address);
}

function isRenamed(from: ResourceOrigin | undefined, to: ResourceOrigin | undefined): boolean {
  return from !== undefined && to !== undefined && !isSameOrigin(from, to);
}
