import type { Service } from "../../service";
import { finishEvent } from "../events/events";

/** Removes all backups of an instance. Those in progress fail. */
export function removeBackups(service: Service, instanceId: number): void {
  for (const { event_id } of service.world.backups.removeGroup(instanceId)) {
    finishEvent(service, event_id, "failed");
  }
}
