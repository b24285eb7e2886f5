import { isLoopback } from "../../client/address";
import { LifecycleError } from "../failures";
import { type CreatedObject, isRecorded } from "../identity/created-objects";
import { isSameOrigin, type ResourceOrigin } from "../identity/origin";
import { type Intent, isSentTo } from "../records/intents";
import { cachedPerServices, type Services } from "../services";

/** The unfinished creates of all resources that were sent to other addresses. */
const createsElsewhere = cachedPerServices(({ intents, address }: Services) => ({
  left: intents.unfinished().filter((intent) => !isSentTo(intent, address)),
}));

/** Completes the records of creates of a resource that were sent to other addresses and created this object. */
export function completeElsewhere(
  services: Services,
  origin: ResourceOrigin,
  { id, created }: CreatedObject,
): Promise<void> {
  return complete(
    services,
    origin,
    (intent) => intent.id !== undefined && isRecorded({ ...intent, id: intent.id }, { id, created }),
  );
}

/** The same for creates with this generated label, whose object no longer exists. */
export function completeLabeledElsewhere(
  services: Services,
  origin: ResourceOrigin,
  nonce: string | undefined,
): Promise<void> {
  return complete(services, origin, (intent) => nonce !== undefined && intent.nonce === nonce);
}

async function complete(
  services: Services,
  origin: ResourceOrigin,
  isCompleted: (intent: Intent) => boolean,
): Promise<void> {
  const creates = createsElsewhere(services);
  const isDone = (intent: Intent) => isSameOrigin(intent.origin, origin) && isCompleted(intent);
  const done = creates.left.filter(isDone);
  creates.left = creates.left.filter((intent) => !isDone(intent));
  for (const intent of done) await services.intents.remove(intent.origin, intent.address);
}

/**
 * Throws if an earlier create of the resource was sent to another address and never completed. If the service has moved, its object is not
 * searched for here, and a second one would be created. Does not throw for an address on this machine, which is usually that of an emulator.
 */
export function refuseIfSentElsewhere(services: Services, kind: string, origin: ResourceOrigin): void {
  const intent = intentElsewhere(services, origin);
  if (intent === undefined || isLoopback(intent.address)) return;
  throw new LifecycleError(
    `${describeSentCreate(kind, intent)}. Nothing was sent to ${services.address}. If the service has moved or the earlier create no longer matters, run \`nodecloud recover\` on this machine.`,
  );
}

/**
 * Warns of an earlier create of a new resource that was sent to another address. A check cannot refuse the new one: with `--target`, it may
 * not be part of the run.
 */
export function warnIfSentElsewhere(services: Services, kind: string, origin: ResourceOrigin): void {
  const intent = intentElsewhere(services, origin);
  if (intent === undefined) return;
  // A create that was sent here is searched for first. In a requested replacement, the state may have the object.
  const { intents, claims, address } = services;
  if (intents.find(origin, address)) return;
  if (intent.id !== undefined && claims.isClaimed(kind, intent.id)) return;
  const consequence = isLoopback(intent.address)
    ? `\`pulumi up\` creates one at ${address} without a search for it. If the earlier one no longer matters, discard its record with \`nodecloud recover\`.`
    : "`pulumi up` creates none until `nodecloud recover` on this machine has resolved it.";
  services.log.warn(`${describeSentCreate(kind, intent)}. ${consequence}`, origin);
}

function intentElsewhere(services: Services, origin: ResourceOrigin): Intent | undefined {
  return createsElsewhere(services).left.find((intent) => isSameOrigin(intent.origin, origin));
}

function describeSentCreate(kind: string, { address }: Intent): string {
  return `An earlier create of this ${kind} was sent to ${address}, and no run has completed it`;
}
