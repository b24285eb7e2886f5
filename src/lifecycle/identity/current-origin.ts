import type { Services } from "../services";
import type { ResourceOrigin } from "./origin";

/**
 * The origin that a state records for an object, unless the stack that it names has no such object: since it was recorded, the stack or the
 * resource has been renamed, or the resource has been moved to another stack. The records of creates under that name are then those of others.
 */
export function currentOrigin(
  { isInState }: Pick<Services, "isInState">,
  origin: ResourceOrigin | undefined,
  id: string,
): ResourceOrigin | undefined {
  return origin !== undefined && isInState({ origin, id }) === false ? undefined : origin;
}
