import { isLoopback } from "../client/address";
import { LifecycleError } from "./failures";
import { type Intent, isSentTo } from "./intents";
import { areSameOrigin, type ResourceOrigin } from "./origin";
import { cachedPerServices, type Services } from "./services";

/** The unfinished creates of all resources that were sent to other addresses. */
const createsElsewhere = cachedPerServices(({ intents, address }: Services) => ({
  left: intents.unfinished().filter((intent) => !isSentTo(intent, address)),
}));

/** Completes the records of creates of a resource that were sent to other addresses. With an id, only if they created this object. */
export async function completeElsewhere(
  services: Services,
  origin: ResourceOrigin,
  id?: string,
): Promise<void> {
  const creates = createsElsewhere(services);
  const isDone = (intent: Intent) =>
    areSameOrigin(intent.origin, origin) && (id === undefined || intent.id === id);
  const done = creates.left.filter(isDone);
  creates.left = creates.left.filter((intent) => !isDone(intent));
  for (const intent of done) await services.intents.remove(intent.origin, intent.address);
}

/**
 * Throws if an earlier create of the resource was sent to another address and never completed. If the service has moved, its object is not
 * searched for here, and a second one would be created. An address on this machine is usually that of an emulator, so it causes a warning.
 */
export function refuseIfSentElsewhere(services: Services, kind: string, origin: ResourceOrigin): void {
  const earlier = createsElsewhere(services).left.find((intent) => areSameOrigin(intent.origin, origin));
  if (earlier === undefined) return;
  const { address, log } = services;
  const sent = `An earlier create of this ${kind} was sent to ${earlier.address}, and no run has completed it`;
  if (isLoopback(earlier.address)) {
    log.warn(`${sent}. This run creates one at ${address}.`, origin);
    return;
  }
  throw new LifecycleError(
    `${sent}. Nothing was sent to ${address}. If the service has moved or the earlier create no longer matters, run \`nodecloud recover\` on this machine.`,
  );
}
