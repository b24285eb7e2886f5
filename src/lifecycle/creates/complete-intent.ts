import { createdAs } from "../identity/created-objects";
import { isSameOrigin, type ResourceOrigin } from "../identity/origin";
import type { RecordedObject } from "../identity/ownership";
import type { Services } from "../services";
import { completeElsewhere } from "./sent-elsewhere";

/**
 * Completes the intent of a create once the state knows the id of the object. `recorded`: the origin in the state, if the resource may have
 * been renamed since its create.
 */
export async function completeIntent(
  services: Services,
  { id, identity }: Pick<RecordedObject, "id" | "identity">,
  origin: ResourceOrigin | undefined,
  recorded?: ResourceOrigin,
): Promise<void> {
  const { intents, address } = services;
  const isRenamed = recorded !== undefined && !(origin && isSameOrigin(origin, recorded));
  for (const one of [origin, isRenamed ? recorded : undefined]) {
    if (one && intents.find(one, address)?.id === id) await intents.remove(one, address, identity.created);
    // The service may have moved to another address since.
    if (one) await completeElsewhere(services, one, { id, ...createdAs(identity.created) });
  }
}
