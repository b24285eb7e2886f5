import { limits } from "../../../contract";
import { durationOf, type Service } from "../../service";
import type { InstanceRecord } from "../../world/instance-records";
import { beginJob, setStatus } from "./status";

/** Powers an instance off without a job. Its watchdog, if enabled, boots it again. One that is off, or being deleted, stays so. */
export function powerOff(service: Service, instance: InstanceRecord): void {
  if (["offline", "deleting"].includes(instance.status)) return;
  const off = setStatus(service, instance, "offline");
  if (!off.watchdog_enabled) return;
  const at = service.now() + durationOf(service, "watchdogSeconds");
  service.world.timeline.add(at, { kind: "watchdog", instance_id: off.id, epoch: off.epoch });
}

/** Boots an instance that is still powered off, unless it had more than 5 boot jobs within 15 minutes (section 2.1). */
export function runWatchdog(service: Service, instanceId: number, epoch: number): void {
  const instance = service.world.instances.get(instanceId);
  if (!instance?.watchdog_enabled || instance.epoch !== epoch || instance.status !== "offline") return;
  const since = service.now() - limits.watchdog.minutes * 60_000;
  if (instance.boots.filter((boot) => boot > since).length > limits.watchdog.boots) return;
  beginJob(service, instance, "watchdogBoot", { username: instance.created_by });
}
