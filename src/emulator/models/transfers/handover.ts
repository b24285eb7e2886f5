import type { Service } from "../../service";
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
  from.world.moveInstanceRecords(id, to.world);
}
