import type { Operations, ResponseBody } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import type { InstanceRecord } from "../../world/instance-records";
import type { MaintenanceRecord } from "../../world/people-records";
import { instanceEntity } from "../events/entities";
import { none, StatusMachine } from "../transitions";
import { instancesFor } from "./access";
import { endsRunning } from "./jobs";
import { beginJob } from "./status";

const maintenanceStatusMachine = new StatusMachine({
  transitions: {
    begin: { from: ["pending"], to: "started", next: "end" },
    end: { from: ["started"], to: none, after: "maintenanceSeconds" },
  },
  statusOf: (maintenance: MaintenanceRecord) => maintenance.status,
  enter: (service, maintenance, status) => service.world.maintenances.put({ ...maintenance, status }),
  remove: (service, { id }) => service.world.maintenances.remove(id),
  dueOf: ({ id }) => ({ kind: "maintenance", maintenance_id: id }),
});

/** Plans maintenance of an instance's host. If `when` is past, it begins immediately. */
export function planMaintenance(
  service: Service,
  instance: InstanceRecord,
  plan: Pick<MaintenanceRecord, "when" | "reason" | "type">,
): void {
  const maintenance = service.world.maintenances.put({
    ...plan,
    id: service.world.nextNumber("maintenance"),
    instance_id: instance.id,
    status: "pending",
  });
  const delay = plan.when - service.now();
  if (delay > 0) maintenanceStatusMachine.plan(service, maintenance, "begin", delay);
  else beginMaintenance(service, maintenance, instance);
}

/** Begins or ends a maintenance window. */
export function advanceMaintenance(service: Service, id: number): void {
  const maintenance = service.world.maintenances.get(id);
  const instance = maintenance && service.world.instances.get(maintenance.instance_id);
  if (!maintenance || !instance) return;
  if (maintenance.status === "pending") beginMaintenance(service, maintenance, instance);
  else maintenanceStatusMachine.apply(service, maintenance, "end");
}

/**
 * Stops the instance, and completes the job in progress. When the maintenance ends, the instance boots again if it was running or was
 * about to run.
 */
function beginMaintenance(service: Service, maintenance: MaintenanceRecord, instance: InstanceRecord): void {
  maintenanceStatusMachine.apply(service, maintenance, "begin");
  // A job here would abort the deletion.
  if (instance.status === "deleting") return;
  const job = shouldRun(instance) ? "maintenanceOfRunning" : "maintenance";
  beginJob(service, instance, job, { username: instance.created_by, ends: "finished" });
}

/** Whether the instance is running, or will be when its job ends. */
function shouldRun({ status, job }: InstanceRecord): boolean {
  return ["running", "booting", "rebooting"].includes(status) || (job !== null && endsRunning(job.course));
}

/** A maintenance window and its instance. */
interface MaintainedInstance {
  readonly instance: InstanceRecord;
  readonly maintenance: MaintenanceRecord;
}

/** Planned and running maintenance windows of the instances that the caller may view (section 4.3, behavior 4). */
export function maintenanceWindowsFor(service: Service, caller: Caller): MaintainedInstance[] {
  if (service.world.maintenances.size === 0) return [];
  return instancesFor(service, caller).flatMap((instance) =>
    service.world.maintenances.of(instance.id).map((maintenance) => ({ instance, maintenance })),
  );
}

export function showMaintenance(
  service: Service,
  { instance, maintenance }: MaintainedInstance,
): ResponseBody<Operations["maintenance"]["list"]> {
  const { reason, status, type, when } = maintenance;
  const entity = instanceEntity(service.brand, instance);
  return { entity, reason, status, type, when: formatDateTime(service, when) };
}
