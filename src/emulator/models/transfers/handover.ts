import type { Service } from "../../service";
import type { Table } from "../../world/table";
import { revokeGrants } from "../account/grants";
import { endUsage, recordUsage } from "../billing/usage";
import { defaultLabel } from "../instances/labels";

/**
 * Moves an instance with everything that belongs to it to another account. Ids and addresses stay the same, and the label
 * unless the receiver already uses it. Planned transitions stay valid, because they do not name an account.
 */
export function handOver(from: Service, to: Service, id: number, username: string): void {
  const instance = from.world.instances.get(id);
  if (!instance) return;
  revokeGrants(from, "instances", id);
  from.world.instances.remove(id);
  const isTaken = to.settings.uniqueLabels && to.world.instances.of(instance.label).length > 0;
  const label = isTaken ? defaultLabel(to, id) : instance.label;
  endUsage(from, instance);
  recordUsage(to, to.world.instances.put({ ...instance, label, created_by: username, updated: to.now() }));
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
