import type { Instance } from "../client";
import { scheduleIn } from "../client/backup-schedule";
import {
  type ApplyTask,
  apiCommand,
  type CreateResult,
  changeObject,
  compare,
  type DeleteTask,
  LifecycleError,
  requireExisting,
  type Services,
  type StepTask,
  waitForObject,
  warnOfOtherValues,
} from "../lifecycle";
import { backupScheduleFields, type LiveSchedule } from "./backup-schedule.fields";
import type { BackupScheduleInputs } from "./backup-schedule.inputs";
import { scheduleOf } from "./backup-schedule.live";
import { instances } from "./instance.collection";
import { declaredBackups, switchBackups } from "./instance-backups";
import { updateBody } from "./instance-body";

/** Checks that the instance exists. The steps that follow enable its backup service and write the schedule. */
export async function createSchedule(
  task: ApplyTask<BackupScheduleInputs>,
): Promise<CreateResult<LiveSchedule>> {
  const { services, inputs, deadline } = task;
  const id = String(inputs.instanceId);
  const live = await instances.collection(services).view(id, { deadline });
  if (live?.status === "deleting") {
    throw new LifecycleError(
      `instanceId: instance ${id} is being deleted, so no backup service was enabled. Set it to the id of an existing instance.`,
    );
  }
  if (live === undefined) {
    throw new LifecycleError(
      `instanceId: there is no instance ${id}, so no backup service was enabled. Set it to the id of an existing instance. If the stack has the instance, run \`pulumi up\` without \`--target\`, or \`pulumi refresh\` first.`,
    );
  }
  warnIfEnabled(task, id, live);
  return { id, live: scheduleOf(live) };
}

/**
 * Warns of what follows if the service is enabled and the stack has neither the schedule nor the instance: another stack, or a person, may
 * rely on its backups.
 */
function warnIfEnabled(
  { services, inputs, origin }: ApplyTask<BackupScheduleInputs>,
  id: string,
  live: Instance,
): void {
  const { claims } = services;
  const isOurs = ["backup schedule", instances.kind].some(
    (kind) => claims.isClaimed(kind, id) || claims.isKept(kind, id),
  );
  if (live.backups?.enabled !== true || isOurs) return;
  const { day, window } = scheduleIn(live);
  const effects = [
    isSet(live) && !hasDeclaredSchedule(live, inputs)
      ? `This resource changes the schedule from ${day} ${window} to ${inputs.day} ${inputs.window}.`
      : undefined,
    inputs.onDelete === "keep"
      ? undefined
      : 'Deleting this resource cancels the service, which deletes all of its backups: to keep them, set `onDelete: "keep"`.',
  ].filter((effect) => effect !== undefined);
  if (effects.length === 0) return;
  services.log.warn(
    `The backup service of instance ${id} was enabled before this run. ${effects.join(" ")}`,
    origin,
  );
}

export async function enableBackups(
  task: StepTask<BackupScheduleInputs, LiveSchedule>,
): Promise<LiveSchedule> {
  return scheduleOf(requireExisting(instances, task.id, await switchBackups(instances, task, true)));
}

/** Writes the schedule into the instance, and waits until a read returns one. */
export async function writeSchedule(
  task: StepTask<BackupScheduleInputs, LiveSchedule>,
): Promise<LiveSchedule> {
  const { services, id, inputs } = task;
  const { day, window } = inputs;
  const isWritten = (instance: Instance) => hasDeclaredSchedule(instance, inputs);
  const written = await changeObject(instances, task, {
    verb: "set the backup schedule of",
    isDone: isWritten,
    mayBeOld: () => true,
    hint: task.isForeign
      ? `The backup service of instance ${id} is enabled and billed. If an interrupted run enabled it and it is no longer needed, cancel it: ${apiCommand(services, `backups cancel ${id}`)}.`
      : undefined,
    send: (live, options) =>
      services.client.instances.update(
        { instanceId: Number(id), ...updateBody(live, { backups: { schedule: { day, window } } }) },
        options,
      ),
  });
  if (isWritten(written)) return scheduleOf(written);
  if (isSet(written)) {
    const live = scheduleOf(written);
    warnOfOtherValues("backup schedule", task, backupScheduleFields, "schedule", live);
    return live;
  }
  const shown = await waitForObject(instances, task, {
    goal: "to have its backup schedule",
    until: (live) => live === undefined || isWritten(live),
    describe: (live) =>
      live ? `its schedule is ${JSON.stringify(scheduleIn(live))}` : "it no longer exists",
  });
  return scheduleOf(requireExisting(instances, id, shown));
}

function hasDeclaredSchedule(instance: Instance, inputs: BackupScheduleInputs): boolean {
  const { steps } = compare(backupScheduleFields, inputs, undefined, scheduleOf(instance));
  return !steps.includes("schedule");
}

/** Whether the instance has a complete schedule. If it differs from the declared one, the service has changed the values. */
function isSet(instance: Instance): boolean {
  const { day, window } = scheduleIn(instance);
  return [day, window].every((part) => part !== null && part !== undefined);
}

/** Why a delete does not cancel the backup service; undefined if it does. Nothing was read: the service may be off, or the instance deleted. */
export function keepReason(
  services: Services,
  id: string,
  { onDelete }: Partial<BackupScheduleInputs>,
): string | undefined {
  const kept = `the backup service of instance ${id} is not cancelled, because`;
  if (onDelete === "keep") return `${kept} \`onDelete\` is \`keep\``;
  if (declaredBackups(services).isEnabled(id))
    return `${kept} the instance declares \`backupsEnabled: true\``;
  // The schedule was renamed, moved between instances, or replaced by force. Cancelling and enabling the service again would delete all
  // backups.
  if (declaredBackups(services).isScheduled(id))
    return `${kept} the program declares a BackupSchedule for it`;
  return undefined;
}

export async function cancelBackups(task: DeleteTask<BackupScheduleInputs, LiveSchedule>): Promise<void> {
  const { services, id, deadline } = task;
  await switchBackups(instances, task, false, await instances.collection(services).readRecent(id, deadline));
}
