import { limits } from "../../../contract";
import { lasting, type Service } from "../../service";
import type { InstanceRecord } from "../../world/records";
import { finishEvent, logEvent } from "../events/events";
import { type CourseName, canBegin, gone, lengthFrom, stepsOf } from "./courses";
import { removeInstance } from "./removal";

/** Who begins an action, and what else takes part in it. */
export interface Cause {
  readonly username: string;
  /** The instance that is cloned. */
  readonly source?: InstanceRecord;
}

/** Begins an action: the first status at once, the others as time passes. */
export function begin(
  service: Service,
  instance: InstanceRecord,
  course: CourseName,
  cause: Cause,
): InstanceRecord {
  finishEvent(service, instance.job?.event_id ?? null, "failed");
  const started = service.world.instances.put({
    ...instance,
    epoch: instance.epoch + 1,
    job: { course, step: -1, event_id: null, username: cause.username, source_id: cause.source?.id ?? null },
  });
  return takeStep(service, started);
}

/** Whether an instance's status lets the action begin. */
export function mayBegin(instance: InstanceRecord, course: CourseName): boolean {
  return canBegin(course, instance.status);
}

/** The next step of an instance's action has come due. */
export function stepIsDue(service: Service, instanceId: number, epoch: number): void {
  const instance = service.world.instances.get(instanceId);
  if (instance?.job && instance.epoch === epoch) takeStep(service, instance);
}

/** Until when an instance is busy on which an action ends now, or after so many milliseconds. */
export function busyUntil(service: Service, instance: InstanceRecord, after = 0): number {
  const rest = lasting(service, "busySeconds");
  return rest === 0 ? instance.busy_until : Math.max(instance.busy_until, service.now() + after + rest);
}

/** An outside hand sets the status: whatever was running is over. */
export function setStatus(service: Service, instance: InstanceRecord, status: string): InstanceRecord {
  finishEvent(service, instance.job?.event_id ?? null, "failed");
  return service.world.instances.put({
    ...instance,
    status,
    job: null,
    epoch: instance.epoch + 1,
    updated: service.now(),
  });
}

/** Powers an instance off without a job; its watchdog, if on, boots it again. */
export function powerOff(service: Service, instance: InstanceRecord): void {
  const off = setStatus(service, instance, "offline");
  if (!off.watchdog_enabled) return;
  const at = service.now() + lasting(service, "watchdogSeconds");
  service.world.timeline.add(at, { kind: "watchdog", instance_id: off.id, epoch: off.epoch });
}

/** The watchdog looks. It gives up after more than 5 boot jobs within 15 minutes (section 2.1). */
export function watchdogIsDue(service: Service, instanceId: number, epoch: number): void {
  const instance = service.world.instances.get(instanceId);
  if (!instance?.watchdog_enabled || instance.epoch !== epoch || instance.status !== "offline") return;
  const since = service.now() - limits.watchdog.minutes * 60_000;
  if (instance.boots.filter((boot) => boot > since).length > limits.watchdog.boots) return;
  begin(service, instance, "watchdogBoot", { username: instance.created_by });
}

function takeStep(service: Service, instance: InstanceRecord): InstanceRecord {
  const { job } = instance;
  const steps = stepsOf(job?.course ?? "");
  const number = (job?.step ?? 0) + 1;
  const step = steps[number];
  if (!job || !step) return instance;
  if (step.to === gone) {
    finishEvent(service, job.event_id);
    removeInstance(service, instance);
    return instance;
  }
  const event_id = step.logs ? logStep(service, instance, job, number, step.logs) : job.event_id;
  const next = steps[number + 1];
  const now = service.now();
  if (!next) finishEvent(service, event_id);
  const booting = step.to === "booting" ? bootOf(service, instance, now) : {};
  const changed = service.world.instances.put({
    ...instance,
    ...booting,
    status: step.to,
    updated: now,
    job: next ? { ...job, step: number, event_id } : null,
    busy_until: next ? instance.busy_until : busyUntil(service, instance),
  });
  if (next?.after) {
    const at = now + lasting(service, next.after);
    service.world.timeline.add(at, { kind: "instance", instance_id: instance.id, epoch: instance.epoch });
  }
  return changed;
}

type RunningJob = NonNullable<InstanceRecord["job"]>;

function logStep(
  service: Service,
  instance: InstanceRecord,
  job: RunningJob,
  number: number,
  action: string,
): number | null {
  finishEvent(service, job.event_id);
  const source = job.source_id === null ? undefined : service.world.instances.get(job.source_id);
  return logEvent(service, {
    action,
    username: job.username,
    takes: lengthFrom(service.settings, job.course, number),
    ...(source ? { instance: source, secondary: instance } : { instance }),
  });
}

/** What a boot notes on an instance: when, and the only configuration where none was chosen. */
function bootOf(service: Service, instance: InstanceRecord, now: number): Partial<InstanceRecord> {
  const since = now - limits.watchdog.minutes * 60_000;
  const [only] = service.world.configs.of(instance.id);
  return {
    boots: [...instance.boots.filter((boot) => boot > since), now],
    last_booted_config: instance.last_booted_config ?? only?.id ?? null,
  };
}
