import { NodecloudError } from "../../client";
import { causeOf } from "../failures";
import { forgetCommands } from "../identity/origin";
import type { RecordedObject } from "../identity/ownership";

/**
 * The result of reading an object that a state records. A 404 without the interface's error body does not prove that the object no longer
 * exists, because the address may be wrong, but a user may know that it does not.
 * @throws NodecloudError, which then names the command that removes the resource from the state.
 */
export async function adviseIfAbsent<T>(
  { kind, id, origin }: Pick<RecordedObject, "kind" | "id" | "origin">,
  reading: Promise<T>,
): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof NodecloudError) || error.code !== "not_found") throw error;
    const advice = `If ${kind} ${id} no longer exists, run ${forgetCommands(origin)}.`;
    throw new NodecloudError({ ...error, message: `${causeOf(error)}. Nothing was changed. ${advice}` });
  }
}
