import type { Args, Operations } from "../../../contract";
import type { Caller, Service } from "../../service";
import { InputErrors } from "../../service-error";
import type { InstanceRecord } from "../../world/instance-records";
import { requireTagAccess } from "../account/grants";
import { rescheduleBackups } from "../backups/backup-service";
import { scheduleDays, scheduleWindows, unsetSchedule } from "../backups/schedule";
import { logEvent } from "../events/events";
import { changeableInstanceFor } from "./access";
import { defaultAlertsFor } from "./instance";
import { defaultLabel, labelProblem } from "./labels";
import { checkTags } from "./tags";

type UpdateBody = Omit<Args<Operations["instances"]["update"]>, "instanceId">;

/** Changes the fields that section 2.1 lists as updatable, all of them or none. */
export function updateInstance(
  service: Service,
  caller: Caller,
  id: number,
  body: UpdateBody,
): InstanceRecord {
  const instance = changeableInstanceFor(service, caller, id);
  const { alerts, backups, ...own } = body;
  const wanted = { ...omittedFields(service, instance), ...own };
  requireTagAccess(caller, instance.tags, wanted.tags);
  const given = givenSchedule(service, instance, backups?.schedule);
  const schedule = { ...omittedSchedule(service, instance), ...given };
  const errors = new InputErrors();
  const problem = wanted.label === instance.label ? undefined : labelProblem(service, wanted.label, id);
  if (problem !== undefined) errors.add("label", problem);
  checkTags(service, wanted.tags, instance.tags, errors);
  checkOneOf(errors, "backups.schedule.day", given.day, scheduleDays);
  checkOneOf(errors, "backups.schedule.window", given.window, scheduleWindows);
  const isOff = service.settings.scheduleNeedsService && !instance.backups.enabled;
  if (isOff && Object.keys(given).length > 0)
    errors.add("backups.schedule", "backups.schedule cannot be set while backups are off");
  errors.throwIfAny();

  const changed = service.world.instances.put({
    ...instance,
    ...wanted,
    tags: [...new Set(wanted.tags)],
    alerts: updatedAlerts(service, instance, alerts ?? {}),
    backups: { ...instance.backups, ...schedule },
    updated: service.now(),
  });
  logEvent(service, { action: "node_update", username: caller.user.username, instance: changed });
  const isRescheduled = schedule.day !== instance.backups.day || schedule.window !== instance.backups.window;
  return isRescheduled && changed.backups.enabled ? rescheduleBackups(service, changed) : changed;
}

type UpdatableFields = Pick<InstanceRecord, "group" | "label" | "tags" | "watchdog_enabled">;

/** The values of fields that the body omits: the current ones, or the defaults if the settings reset them. */
function omittedFields(service: Service, instance: InstanceRecord): UpdatableFields {
  if (service.settings.putOmitted === "replace") {
    return { group: "", label: defaultLabel(service, instance.id), tags: [], watchdog_enabled: true };
  }
  const { group, label, tags, watchdog_enabled } = instance;
  return { group, label, tags, watchdog_enabled };
}

function updatedAlerts(
  service: Service,
  instance: InstanceRecord,
  given: NonNullable<UpdateBody["alerts"]>,
): InstanceRecord["alerts"] {
  const before =
    service.settings.putOmitted === "replace" ? defaultAlertsFor(instance.specs.vcpus) : instance.alerts;
  return {
    cpu: given.cpu ?? before.cpu,
    io: given.io ?? before.io,
    network_in: given.network_in ?? before.network_in,
    network_out: given.network_out ?? before.network_out,
    transfer_quota: given.transfer_quota ?? before.transfer_quota,
  };
}

type GivenSchedule = NonNullable<NonNullable<UpdateBody["backups"]>["schedule"]>;

/** The body's schedule. A part that is not set yet may be sent back as the service returns it. */
function givenSchedule(
  service: Service,
  { backups }: InstanceRecord,
  { day, window }: GivenSchedule = {},
): GivenSchedule {
  const isUnset = (value: string | undefined, before: string | null) =>
    before === null && value === unsetSchedule && service.settings.newSchedule === unsetSchedule;
  return {
    ...(day === undefined || isUnset(day, backups.day) ? {} : { day }),
    ...(window === undefined || isUnset(window, backups.window) ? {} : { window }),
  };
}

function omittedSchedule(
  service: Service,
  instance: InstanceRecord,
): Pick<InstanceRecord["backups"], "day" | "window"> {
  if (service.settings.putOmitted === "replace") return { day: null, window: null };
  const { day, window } = instance.backups;
  return { day, window };
}

function checkOneOf(
  errors: InputErrors,
  field: string,
  value: string | undefined,
  allowed: readonly string[],
): void {
  if (value !== undefined && !allowed.includes(value)) {
    errors.add(field, `${field} must be one of ${allowed.join(", ")}`);
  }
}
