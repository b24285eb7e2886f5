import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { Services } from "../services";

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
