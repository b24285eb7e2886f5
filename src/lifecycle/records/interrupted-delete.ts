import type { CommonInputs } from "../../common-inputs";
import { deadlineAfter } from "../deadline";
import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";

/** How long a diff waits for the object. */
const readTimeout = "10s";

/** Records that a request to delete an object is about to be sent. A record that cannot be written does not prevent the delete. */
export async function recordDelete(
  { deletes, address, clock }: Services,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  if (origin === undefined) return;
  await deletes.save({ id, origin, address }, { by: urnOf(origin), at: clock.now() }).catch(() => undefined);
}

/** Records that the object no longer exists. The record is kept until the engine has received that. */
export function recordDeleted(
  { deletes, address }: Services,
  id: string,
  origin: ResourceOrigin | undefined,
): void {
  if (origin) deletes.markResultSent({ id, origin, address });
}

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
  const live = await definition
    .collection(services)
    .view(id, { deadline: deadlineAfter(clock, readTimeout) })
    .catch(() => "unknown" as const);
  const isDeleted =
    live === undefined ||
    (live !== "unknown" &&
      (definition.createMatcher?.isBeingDeleted(live) === true || definition.isRemoved?.(live) === true));
  if (!isDeleted) {
    if (live !== "unknown") await deletes.remove({ id, origin, address });
    return;
  }
  log.warn(
    `An earlier run was interrupted while deleting ${kind} ${id}, which no longer exists or is being deleted. The state still has it. Run \`pulumi refresh\`, and the next \`pulumi up\` creates it again.`,
    origin,
  );
}
