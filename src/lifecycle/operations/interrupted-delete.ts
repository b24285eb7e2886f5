import type { Deadline } from "../../client";
import type { CommonInputs } from "../../common-inputs";
import { deadlineAfter } from "../deadline";
import type { Definition } from "../definition";
import type { ResourceOrigin } from "../identity/origin";
import { maxListLag } from "../objects/confirm-absence";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";

/** How long a diff waits for the object. */
const readTimeout = "10s";

/**
 * Warns that the object no longer exists, if an earlier run was interrupted while deleting it and the program declares it again. The state
 * still has it, so nothing else would mention that. If a create followed the delete, the next `up` resumes that replacement automatically.
 */
export async function warnOfInterruptedDelete<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  const { deletes, intents, address, clock, log } = services;
  if (origin === undefined) return;
  const sent = deletes.find({ id, origin, address });
  if (sent === undefined || (intents.find(origin, address)?.at ?? 0) > sent.at) return;
  const { kind } = definition;
  // Until then, reads may not show yet that the request was carried out.
  const isDecided = clock.now() >= sent.at + maxListLag;
  const deadline = deadlineAfter(clock, readTimeout);
  const isDeleted = await showsAsDeleted(definition, services, id, deadline).catch(() => undefined);
  if (isDeleted === false && isDecided) await deletes.remove({ id, origin, address });
  if (isDeleted !== true) return;
  log.warn(
    `An earlier run was interrupted while deleting ${kind} ${id}, which no longer exists or is being deleted. The state still has it. Run \`pulumi refresh\`, and the next \`pulumi up\` creates it again.`,
    origin,
  );
}

async function showsAsDeleted<I extends CommonInputs, Live, Step extends string>(
  { collection, createMatcher, isRemoved }: Definition<I, Live, Step>,
  services: Services,
  id: string,
  deadline: Deadline,
): Promise<boolean> {
  const objects = collection(services);
  const live = await objects.view(id, { deadline });
  if (live === undefined || createMatcher?.isBeingDeleted(live) === true || isRemoved?.(live) === true)
    return true;
  // A view may still return an object that was deleted.
  return !(await objects.listRecent(deadline)).has(id);
}
