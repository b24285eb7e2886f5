import type { Service } from "../../service";
import type { InstanceRecord } from "../../world/records";
import { endUsage } from "../billing/usage";
import { leaveAutomaticImage } from "../images/create";

/** Takes an instance out of the world with all that was its own: addresses, disks, configurations, backups, grants. */
export function removeInstance(service: Service, instance: InstanceRecord): void {
  const { world } = service;
  endUsage(service, instance);
  if (service.settings.automaticImages) leaveAutomaticImage(service, instance);
  removeDisksAndConfigs(service, instance.id);
  for (const address of world.addresses.of(instance.id)) world.addresses.remove(address.address);
  for (const backup of world.backups.of(instance.id)) world.backups.remove(backup.id);
  for (const one of world.maintenances.of(instance.id)) world.maintenances.remove(one.id);
  removeGrants(service, instance.id);
  world.instances.remove(instance.id);
}

/** Nobody is granted anything on it any longer. */
export function removeGrants({ world }: Service, instanceId: number): void {
  for (const user of world.users.all()) {
    const { [String(instanceId)]: granted, ...others } = user.instances;
    if (granted) world.users.put({ ...user, instances: others });
  }
}

export function removeDisksAndConfigs(service: Service, instanceId: number): void {
  const { world } = service;
  for (const disk of world.disks.of(instanceId)) world.disks.remove(disk.id);
  for (const config of world.configs.of(instanceId)) world.configs.remove(config.id);
}
