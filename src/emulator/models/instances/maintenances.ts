import type { Answer, Operations } from "../../../contract";
import { type Caller, dateTime, lasting, type Service } from "../../service";
import type { MaintenanceRecord } from "../../world/people-records";
import type { InstanceRecord } from "../../world/records";
import { instancesFor } from "../account/access";
import { instanceEntity } from "../events/entities";
import { begin } from "./status";

/** A maintenance as it is planned. */
interface Plan {
  readonly when: number;
  readonly reason: string;
  readonly type: string;
}

/** Plans a maintenance of an instance's host; one whose moment is past begins at once. */
export function planMaintenance(service: Service, instance: InstanceRecord, plan: Plan): void {
  const { id } = service.world.maintenances.put({
    ...plan,
    id: service.world.number("maintenance"),
    instance_id: instance.id,
    status: "pending",
  });
  if (plan.when <= service.now()) maintenanceIsDue(service, id);
  else service.world.timeline.add(plan.when, { kind: "maintenance", maintenance_id: id });
}

/** A maintenance begins or ends. Meanwhile the instance is `stopped`; afterwards it is as it was before. */
export function maintenanceIsDue(service: Service, id: number): void {
  const maintenance = service.world.maintenances.get(id);
  const instance = maintenance && service.world.instances.get(maintenance.instance_id);
  if (!maintenance || !instance) return;
  if (maintenance.status === "started") {
    service.world.maintenances.remove(id);
    return;
  }
  service.world.maintenances.put({ ...maintenance, status: "started" });
  const end = service.now() + lasting(service, "maintenanceSeconds");
  service.world.timeline.add(end, { kind: "maintenance", maintenance_id: id });
  // What is being deleted comes back from nothing.
  if (instance.status === "deleting") return;
  const course = instance.status === "running" ? "maintenanceOfRunning" : "maintenance";
  begin(service, instance, course, { username: instance.created_by });
}

/** A maintenance with what is maintained. */
interface Maintained {
  readonly instance: InstanceRecord;
  readonly maintenance: MaintenanceRecord;
}

/** What is planned and going on for the instances that the caller may view (section 4.3, behaviour 4). */
export function maintenancesFor(service: Service, caller: Caller): Maintained[] {
  if (service.world.maintenances.size === 0) return [];
  return instancesFor(service, caller).flatMap((instance) =>
    service.world.maintenances.of(instance.id).map((maintenance) => ({ instance, maintenance })),
  );
}

export function showMaintenance(
  service: Service,
  { instance, maintenance }: Maintained,
): Answer<Operations["maintenance"]["list"]> {
  const { reason, status, type, when } = maintenance;
  const entity = instanceEntity(service.brand, instance);
  return { entity, reason, status, type, when: dateTime(service, when) };
}
