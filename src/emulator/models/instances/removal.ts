import type { Service } from "../../service";
import type { InstanceRecord } from "../../world/instance-records";
import { revokeGrants } from "../account/grants";
import { removeBackups } from "../backups/removal";
import { endUsage } from "../billing/usage";
import { finishEvent } from "../events/events";
import { createAutomaticImage } from "../images/create";

/** Removes an instance with its addresses, disks, configurations, backups, maintenance windows and grants. Its job fails. */
export function removeInstance(service: Service, instance: InstanceRecord): void {
  const { world } = service;
  const { id } = instance;
  finishEvent(service, instance.job?.event_id ?? null, "failed");
  endUsage(service, instance);
  if (service.settings.automaticImages) createAutomaticImage(service, instance);
  removeBackups(service, id);
  world.removeInstanceRecords(id);
  revokeGrants(service, "instances", id);
  world.instances.remove(id);
}
