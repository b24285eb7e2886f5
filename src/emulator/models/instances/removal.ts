import type { Service } from "../../service";
import type { InstanceRecord } from "../../world/instance-records";
import { revokeGrants } from "../account/grants";
import { endUsage } from "../billing/usage";
import { createAutomaticImage } from "../images/create";

/** Removes an instance with its addresses, disks, configurations, backups, maintenances and grants. */
export function removeInstance(service: Service, instance: InstanceRecord): void {
  const { world } = service;
  const { id } = instance;
  endUsage(service, instance);
  if (service.settings.automaticImages) createAutomaticImage(service, instance);
  world.removeBelongings(id);
  revokeGrants(service, "instances", id);
  world.instances.remove(id);
}
