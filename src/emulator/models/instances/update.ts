import type { Args, Operations } from "../../../contract";
import { Findings } from "../../refusal";
import type { Caller, Service } from "../../service";
import type { InstanceRecord } from "../../world/records";
import { requireTagAccess } from "../account/grants";
import { scheduleDays, scheduleWindows } from "../backups/schedule";
import { planBackups } from "../backups/service";
import { logEvent } from "../events/events";
import { changeableInstanceFor } from "./access";
import { busyUntil } from "./busy";
import { alertsOf } from "./instance";
import { defaultLabel, labelFault } from "./labels";

type UpdateBody = Omit<Args<Operations["instances"]["update"]>, "instanceId">;

/** Changes what section 2.1 lists as updatable, all of it or nothing. */
export function updateInstance(
  service: Service,
  caller: Caller,
  id: number,
  body: UpdateBody,
): InstanceRecord {
  const instance = changeableInstanceFor(service, caller, id);
  const { alerts: given, backups, ...own } = body;
  const wanted = { ...kept(service, instance), ...own };
  requireTagAccess(caller, instance.tags, wanted.tags);
  const schedule = { ...scheduleKept(service, instance), ...backups?.schedule };
  const findings = new Findings();
  const fault = wanted.label === instance.label ? undefined : labelFault(service, wanted.label, id);
  if (fault !== undefined) findings.add("label", fault);
  checkOneOf(findings, "backups.schedule.day", backups?.schedule?.day, scheduleDays);
  checkOneOf(findings, "backups.schedule.window", backups?.schedule?.window, scheduleWindows);
  findings.settle();

  const changed = service.world.instances.put({
    ...instance,
    ...wanted,
    tags: [...new Set(wanted.tags)],
    alerts: alertsWith(service, instance, given ?? {}),
    backups: { ...instance.backups, ...schedule },
    updated: service.now(),
    busy_until: busyUntil(service, instance),
  });
  logEvent(service, { action: "node_update", username: caller.user.username, instance: changed });
  const isMoved = schedule.day !== instance.backups.day || schedule.window !== instance.backups.window;
  return isMoved ? planBackups(service, changed) : changed;
}

type Kept = Pick<InstanceRecord, "group" | "label" | "tags" | "watchdog_enabled">;

/** What a field has that the body leaves out: its present value or, as set, its default. */
function kept(service: Service, instance: InstanceRecord): Kept {
  if (service.settings.putOmitted === "replace") {
    return { group: "", label: defaultLabel(service, instance.id), tags: [], watchdog_enabled: true };
  }
  const { group, label, tags, watchdog_enabled } = instance;
  return { group, label, tags, watchdog_enabled };
}

function alertsWith(
  service: Service,
  instance: InstanceRecord,
  given: NonNullable<UpdateBody["alerts"]>,
): InstanceRecord["alerts"] {
  const before = service.settings.putOmitted === "replace" ? alertsOf(instance.specs.vcpus) : instance.alerts;
  return {
    cpu: given.cpu ?? before.cpu,
    io: given.io ?? before.io,
    network_in: given.network_in ?? before.network_in,
    network_out: given.network_out ?? before.network_out,
    transfer_quota: given.transfer_quota ?? before.transfer_quota,
  };
}

function scheduleKept(
  service: Service,
  instance: InstanceRecord,
): Pick<InstanceRecord["backups"], "day" | "window"> {
  if (service.settings.putOmitted === "replace") return { day: null, window: null };
  const { day, window } = instance.backups;
  return { day, window };
}

function checkOneOf(
  findings: Findings,
  field: string,
  value: string | undefined,
  allowed: readonly string[],
): void {
  if (value !== undefined && !allowed.includes(value)) {
    findings.add(field, `${field} must be one of ${allowed.join(", ")}`);
  }
}
