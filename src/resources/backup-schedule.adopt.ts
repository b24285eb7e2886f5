import { holdsUnknown, LifecycleError, type Services } from "../lifecycle";
import type { BackupScheduleInputs } from "./backup-schedule.inputs";
import { instances } from "./instance.collection";

/**
 * Throws if a schedule in the state sets `adopt` and its instance is not known yet, unless the program keeps or adopts the current one.
 * Otherwise the current instance is about to be replaced or deleted, and `up` would refuse the new one only after that.
 * @param id The id of the schedule, which is the id of its current instance.
 */
export function refuseUnknownInstance(
  { claims }: Services,
  id: string,
  inputs: Partial<BackupScheduleInputs>,
): void {
  const name = (["instanceId", "adopt"] as const).find((one) => holdsUnknown(inputs[one]));
  if (name === undefined || (inputs.adopt ?? undefined) === undefined) return;
  if (claims.isKept(instances.kind, id) || claims.isAdopted(instances.kind, id)) return;
  throw new LifecycleError(
    `${name}: may be an instance other than ${id} after the update, which is refused while \`adopt\` is set. Nothing was changed. First declare \`instanceId\` and remove \`adopt\` in an update of its own.`,
  );
}
