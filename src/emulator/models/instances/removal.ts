import type { Service } from "../../service";
import type { InstanceRecord } from "../../world/records";
import { revokeGrants } from "../account/grants";
import { endUsage } from "../billing/usage";
import { createAutomaticImage } from "../images/create";
import { removeDisksAndConfigs } from "./disks";

/** Removes an instance with its addresses, disks, configurations, backups, maintenances and grants. */
export function removeInstance(service: Service, instance: InstanceRecord): void {
  const { world } = service;
  const { id } = instance;
  endUsage(service, instance);
  if (service.settings.automaticImages) createAutomaticImage(service, instance);
  removeDisksAndConfigs(service, id);
  for (const { address } of world.addresses.of(id)) world.addresses.remove(address);
  for (const backup of world.backups.of(id)) world.backups.remove(backup.id);
  for (const maintenance of world.maintenances.of(id)) world.maintenances.remove(maintenance.id);
  revokeGrants(service, "instances", id);
  world.instances.remove(id);
}
