import { groupBy } from "../../group-by";
import { compareStack, type ResourceOrigin } from "../identity/origin";
import { type Intent, isSentTo } from "../records/intents";
import { cachedPerServices, type Services } from "../services";

const maxNamed = 10;

/**
 * Warns once per process of creates that earlier runs started and did not finish. If only the plugin was killed, the Pulumi CLI records
 * nothing, so nothing else would mention an object whose resource, or whose stack, was renamed or removed since.
 * @param originOf Returns the origin of any resource in the stack.
 */
export function warnOfInterruptedCreates(
  services: Services,
  originOf: () => ResourceOrigin | undefined,
): void {
  const { intents, address, engine, isStackKnown, isInState } = services;
  const warned = warnings(services);
  const stack = warned.isDone ? undefined : originOf();
  if (stack === undefined) return;
  warned.isDone = true;
  const interrupted = intents
    .unfinished()
    .filter((intent) => isSentTo(intent, address) && !intent.isFailed)
    // An explicit provider has a plugin of its own, which may start while another one creates objects in the same run.
    .filter((intent) => intent.engine === undefined || intent.engine !== engine);
  // The embedded engine records the creates of its stack, and warns of them itself.
  if (!isStackKnown)
    warnOfOwn(
      services,
      // A plugin that was killed did not complete the records of creates that the state has.
      interrupted.filter((intent) => isOfStack(intent.origin, stack) && isInState(intent) !== true),
    );
  warnOfRenamed(services, interrupted, stack);
}

const warnings = cachedPerServices(() => ({ isDone: false }));

function warnOfOwn({ log }: Services, interrupted: readonly Intent[]): void {
  if (interrupted.length === 0) return;
  log.warn(
    `An earlier run was interrupted while creating ${listed(interrupted)}, unless another run is still active, so objects may exist that the state does not record. \`pulumi up\` searches for the object of a resource before it creates one. For resources that it does not create, run \`nodecloud recover\`.`,
  );
}

/** The records of a renamed stack have its former name, under which no run searches for them. */
function warnOfRenamed(
  { log, hasStack }: Services,
  interrupted: readonly Intent[],
  stack: ResourceOrigin,
): void {
  const former = interrupted.filter(
    ({ origin }) => mayBeFormerName(origin, stack) && hasStack(origin) === false,
  );
  if (former.length === 0 || hasStack(stack) !== true) return;
  for (const [name, intents] of groupBy(former, ({ origin }) => formerName(origin, stack))) {
    const project = intents[0]?.origin.project;
    const isOfProject = project === stack.project;
    const projectBack = isOfProject ? "" : `, set the name in Pulumi.yaml back to "${project}"`;
    const otherwise = isOfProject
      ? ` Otherwise, run \`nodecloud stack init ${name} --no-select\` and \`nodecloud recover --stack ${name}\`.`
      : "";
    log.warn(
      `A run of the stack ${JSON.stringify(name)}, which no longer exists, was interrupted while creating ${listed(intents)}, so objects may exist that no state records. If this stack is the renamed one, rename it back with \`pulumi stack rename ${name}\`${projectBack}, and run \`pulumi up\` or \`nodecloud recover\` before you rename it again.${otherwise}`,
    );
  }
}

/** A stack is renamed within its project, or moved to another project under the same name, but not both at once. */
function mayBeFormerName(origin: ResourceOrigin, stack: ResourceOrigin): boolean {
  const { project, stack: name } = stack;
  if ((origin.project === project) === (origin.stack === name)) return false;
  return isOfStack({ ...origin, project, stack: name }, stack);
}

/** The name of a stack as `pulumi stack rename` takes it. */
function formerName(
  { project, stack, organization = "organization" }: ResourceOrigin,
  { project: current }: ResourceOrigin,
): string {
  return project === current ? stack : `${organization}/${project}/${stack}`;
}

function listed(intents: readonly Intent[]): string {
  const names = intents.map(({ origin: { type, name } }) => `${type} ${JSON.stringify(name)}`).sort();
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  return `${names.slice(0, maxNamed).join(", ")}${more}`;
}

function isOfStack(origin: ResourceOrigin, { project, stack, organization }: ResourceOrigin): boolean {
  return compareStack(origin, { project, stack, organization }) === "same";
}
