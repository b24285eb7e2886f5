import type { ResourceOrigin } from "./origin";
import type { Services } from "./services";

/** Completes the intent of a create once the state knows the id of the object. */
export async function completeIntent(
  { intents, address }: Services,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  if (origin && intents.find(origin, address)?.id === id) await intents.remove(origin, address);
}
