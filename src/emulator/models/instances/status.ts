import { limits } from "../../../contract";
import type { Service } from "../../service";
import type { InstanceRecord } from "../../world/instance-records";
import { finishEvent, logEvent } from "../events/events";
import { StatusMachine, type Transition } from "../transitions";
import { busyUntil } from "./busy";
import { type JobName, type JobTransition, jobTransition, jobTransitions } from "./jobs";
import { removeInstance } from "./removal";

const statusMachine = new StatusMachine<InstanceRecord, JobTransition, string>({
  transitions: jobTransitions,
  statusOf: (instance) => instance.status,
  enter: enterStatus,
  remove: (service, instance) => {
    finishEvent(service, instance.job?.event_id ?? null);
    removeInstance(service, instance);
  },
  dueOf: ({ id, epoch }) => ({ kind: "instance", instance_id: id, epoch }),
});

interface JobOrigin {
  /** Who begins the job. */
  readonly username: string;
  /** The instance that a clone copies. */
  readonly source?: InstanceRecord;
  /** How the event of the previous job ends. Default: failed. */
  readonly ends?: "finished" | "failed";
}

/** Begins a job: its first transition is carried out immediately, the others by the clock. The previous job ends. */
export function beginJob(
  service: Service,
  instance: InstanceRecord,
  job: JobName,
  { username, source, ends = "failed" }: JobOrigin,
): InstanceRecord {
  finishEvent(service, instance.job?.event_id ?? null, ends);
  const prepared: InstanceRecord = {
    ...instance,
    epoch: instance.epoch + 1,
    job: { course: job, step: -1, event_id: null, username, source_id: source?.id ?? null },
  };
  return statusMachine.apply(service, prepared, jobTransition(job, 0));
}

/** Whether an instance's status lets the job begin. */
export function canBegin(instance: InstanceRecord, job: JobName): boolean {
  return statusMachine.allows(instance, jobTransition(job, 0));
}

/** Carries out the next transition of an instance's job, unless another job or status replaced it. */
export function advanceInstance(service: Service, instanceId: number, epoch: number): void {
  const instance = service.world.instances.get(instanceId);
  if (!instance?.job || instance.epoch !== epoch) return;
  statusMachine.applyNamed(service, instance, jobTransition(instance.job.course, instance.job.step + 1));
}

/** Sets a status by an external change, which aborts the instance's job. */
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

function enterStatus(
  service: Service,
  instance: InstanceRecord,
  status: string,
  { logs, next }: Transition<JobTransition>,
): InstanceRecord {
  const { job } = instance;
  if (!job) return instance;
  const event_id = logs === undefined ? job.event_id : logTransition(service, instance, job, logs, next);
  if (next === undefined) finishEvent(service, event_id);
  return service.world.instances.put({
    ...instance,
    ...(status === "booting" ? bootOf(service, instance) : {}),
    status,
    updated: service.now(),
    job: next === undefined ? null : { ...job, step: job.step + 1, event_id },
    // A job of one transition takes no time.
    busy_until: next === undefined && job.step >= 0 ? busyUntil(service, instance) : instance.busy_until,
  });
}

type RunningJob = NonNullable<InstanceRecord["job"]>;

function logTransition(
  service: Service,
  instance: InstanceRecord,
  job: RunningJob,
  action: string,
  next: JobTransition | undefined,
): number | null {
  finishEvent(service, job.event_id);
  const source = job.source_id === null ? undefined : service.world.instances.get(job.source_id);
  return logEvent(service, {
    action,
    username: job.username,
    takes: secondsUntilNextEvent(service, next),
    ...(source ? { instance: source, secondary: instance } : { instance }),
  });
}

/** How long the transitions take from this one to the next that logs an event, or to the end of the job. */
function secondsUntilNextEvent(service: Service, name: JobTransition | undefined): number {
  if (name === undefined) return 0;
  const seconds = statusMachine.delayOf(service, name) / 1000;
  const transition = jobTransitions[name];
  return transition?.logs === undefined
    ? seconds + secondsUntilNextEvent(service, transition?.next)
    : seconds;
}

/** Records a boot on an instance: its time, and the only configuration if none was chosen. */
function bootOf(service: Service, instance: InstanceRecord): Partial<InstanceRecord> {
  const now = service.now();
  const since = now - limits.watchdog.minutes * 60_000;
  const [only] = service.world.configs.of(instance.id);
  return {
    boots: [...instance.boots.filter((boot) => boot > since), now],
    last_booted_config: instance.last_booted_config ?? only?.id ?? null,
  };
}
