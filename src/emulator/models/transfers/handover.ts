import type { Service } from "../../service";
import type { Table } from "../../world/table";
import { endUsage, noteUsage } from "../billing/usage";
import { defaultLabel } from "../instances/labels";
import { removeGrants } from "../instances/removal";

/**
 * Moves an instance with all that is its own to another account. Ids and addresses stay; so does the label, unless the
 * receiver has one like it. What is planned for it goes on, for that names no account.
 */
export function handOver(from: Service, to: Service, id: number, username: string): void {
  const instance = from.world.instances.get(id);
  if (!instance) return;
  removeGrants(from, id);
  from.world.instances.remove(id);
  const isTaken = to.settings.uniqueLabels && to.world.instances.of(instance.label).length > 0;
  const label = isTaken ? defaultLabel(to, id) : instance.label;
  endUsage(from, instance);
  noteUsage(to, to.world.instances.put({ ...instance, label, created_by: username, updated: to.now() }));
  move(from.world.disks, to.world.disks, id, (disk) => disk.id);
  move(from.world.configs, to.world.configs, id, (config) => config.id);
  move(from.world.addresses, to.world.addresses, id, (address) => address.address);
  move(from.world.backups, to.world.backups, id, (backup) => backup.id);
  move(from.world.maintenances, to.world.maintenances, id, (maintenance) => maintenance.id);
}

function move<K extends string | number, R>(
  from: Table<K, R>,
  to: Table<K, R>,
  instanceId: number,
  keyOf: (row: R) => K,
): void {
  for (const row of from.of(instanceId)) {
    from.remove(keyOf(row));
    to.put(row);
  }
}
