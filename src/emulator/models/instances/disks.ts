import type { Service } from "../../service";
import type { ConfigRecord, DiskRecord, NetworkInterface } from "../../world/instance-records";
import type { BackupRecord } from "../../world/records";

/** The disks of a deployment from an image. Sizes are in MB. */
interface Deployment {
  readonly label: string;
  /** The size of both disks together. */
  readonly disk: number;
  readonly swap: number;
  readonly interfaces: readonly NetworkInterface[];
}

type DisksAndConfigs = Pick<BackupRecord, "configs" | "disks">;

/** Creates the default configuration with two disks, one of them for swap (section 3.1). A swap disk of size 0 is omitted. */
export function deployDisks(service: Service, instanceId: number, deployment: Deployment): ConfigRecord {
  const main = addDisk(service, instanceId, {
    label: `${deployment.label} disk`,
    filesystem: "ext4",
    size: deployment.disk - deployment.swap,
  });
  const swap =
    deployment.swap > 0 &&
    addDisk(service, instanceId, {
      label: `${deployment.swap} MB swap image`,
      filesystem: "swap",
      size: deployment.swap,
    });
  return service.world.configs.put({
    id: service.world.nextNumber("config"),
    instance_id: instanceId,
    label: `${deployment.label} profile`,
    disks: swap ? [main.id, swap.id] : [main.id],
    interfaces: [...deployment.interfaces],
  });
}

/** Copies disks and configurations to an instance. The copied configurations use the copied disks. */
export function copyDisks(service: Service, instanceId: number, from: DisksAndConfigs): void {
  const copies = new Map(from.disks.map((disk) => [disk.id, addDisk(service, instanceId, disk).id]));
  for (const config of from.configs) {
    service.world.configs.put({
      ...config,
      id: service.world.nextNumber("config"),
      instance_id: instanceId,
      disks: config.disks.flatMap((disk) => copies.get(disk) ?? []),
    });
  }
}

/** Like `copyDisks`, after removing the instance's own disks and configurations. */
export function replaceDisks(service: Service, instanceId: number, from: DisksAndConfigs): void {
  removeDisksAndConfigs(service, instanceId);
  copyDisks(service, instanceId, from);
}

function removeDisksAndConfigs({ world }: Service, instanceId: number): void {
  for (const disk of world.disks.of(instanceId)) world.disks.remove(disk.id);
  for (const config of world.configs.of(instanceId)) world.configs.remove(config.id);
}

/** In MB. */
export function totalSize(disks: readonly Pick<DiskRecord, "size">[]): number {
  return disks.reduce((sum, disk) => sum + disk.size, 0);
}

function addDisk(
  service: Service,
  instanceId: number,
  disk: Pick<DiskRecord, "label" | "filesystem" | "size">,
): DiskRecord {
  const { label, filesystem, size } = disk;
  const id = service.world.nextNumber("disk");
  return service.world.disks.put({ id, instance_id: instanceId, label, filesystem, size });
}
