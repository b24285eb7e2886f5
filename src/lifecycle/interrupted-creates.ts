import { isSentTo } from "./intents";
import { compareStack, type ResourceOrigin, readOrigin } from "./origin";
import { cachedPerServices, type Services } from "./services";

const maxNamed = 10;

/**
 * Warns once per process of creates of the stack that earlier runs began and did not finish. If only the plugin was killed, the Pulumi CLI
 * records nothing, so nothing else would mention an object whose resource was renamed or removed from the program since. The embedded
 * engine records such creates, and warns of them itself.
 * @param origin The input `origin` of any resource of the stack.
 */
export function warnOfInterruptedCreates(services: Services, origin: unknown): void {
  const { intents, address, log, isStackKnown } = services;
  const stack = readOrigin(origin);
  const warned = warnings(services);
  if (isStackKnown || stack === undefined || warned.isDone) return;
  warned.isDone = true;
  const interrupted = intents
    .unfinished()
    .filter((intent) => isOfStack(intent.origin, stack) && isSentTo(intent, address) && !intent.isFailed);
  if (interrupted.length === 0) return;
  const names = interrupted.map(({ origin: { type, name } }) => `${type} ${JSON.stringify(name)}`).sort();
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  const listed = `${names.slice(0, maxNamed).join(", ")}${more}`;
  log.warn(
    `An earlier run was interrupted while creating ${listed}, unless another run is still active, so objects may exist that the state does not record. \`pulumi up\` searches for those that it creates. For the others, run \`nodecloud recover\`.`,
  );
}

const warnings = cachedPerServices(() => ({ isDone: false }));

function isOfStack(origin: ResourceOrigin, { project, stack, organization }: ResourceOrigin): boolean {
  return compareStack(origin, { project, stack, organization }) === "same";
}
