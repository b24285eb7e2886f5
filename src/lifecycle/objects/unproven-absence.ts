import { NodecloudError } from "../../client";
import { causeOf } from "../failures";
import { adviseForget } from "../identity/forget-advice";
import type { RecordedObject } from "../identity/ownership";
import type { Services } from "../services";

/**
 * The result of reading an object that a state records. A 404 without the interface's error body does not prove that the object no longer
 * exists, because the address may be wrong, but a user may know that it does not.
 * @throws NodecloudError, which then names the command that removes the resource from the state.
 */
export async function adviseIfAbsent<T>(
  services: Services,
  recorded: RecordedObject,
  reading: Promise<T>,
): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof NodecloudError) || error.code !== "not_found") throw error;
    const { kind, id } = recorded;
    const advice = `If ${kind} ${id} no longer exists, ${adviseForget(services, recorded)}.`;
    throw new NodecloudError({ ...error, message: `${causeOf(error)}. Nothing was changed. ${advice}` });
  }
}
