import type { Services } from "../services";
import { currentOrigin } from "./current-origin";
import { forgetCommands, type ResourceOrigin, urnOf } from "./origin";

interface RecordedResource {
  readonly kind: string;
  readonly id: string;
  readonly origin: ResourceOrigin | undefined;
}

/**
 * How to remove the resource of an object from the state, as a clause. Outputs contain the name that the resource had at its last update,
 * which another resource may have by now. The clause therefore names the id, and no URN that is known to be out of date.
 */
export function adviseForget(
  services: Pick<Services, "claims" | "isInState">,
  { kind, id, origin }: RecordedResource,
): string {
  const named = currentOrigin(services, origin, id);
  const isRenamed = named !== undefined && services.claims.isRecordedForOther(kind, id, urnOf(named));
  return `run ${forgetCommands(isRenamed ? undefined : named)} for the resource with id ${id}`;
}
