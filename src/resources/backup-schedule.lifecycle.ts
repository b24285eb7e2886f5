import { z } from "zod";
import type { Instance } from "../client";
import { integerId } from "../contract";
import {
  type ApplyTask,
  type CreateResult,
  compare,
  type Declared,
  type Definition,
  defineResource,
  holdsUnknown,
  LifecycleError,
  mapCollection,
  type Properties,
  perServices,
  readOrigin,
  runAction,
  type Services,
  type StepTask,
  unknownValue,
} from "../lifecycle";
import { type BackupScheduleStep, backupScheduleFields, type LiveSchedule } from "./backup-schedule.fields";
import type { BackupScheduleInputs } from "./backup-schedule.inputs";
import { scheduleProblems, valueToCheck } from "./catalog.checks";
import { idleState, instancesOf } from "./instance.status";
import { declaredBackups, switchBackups } from "./instance-backups";
import { scheduleIn, updateBody } from "./instance-body";

type Step = StepTask<BackupScheduleInputs, LiveSchedule>;

/** Schedules are read with the instances: any number of them cost the pages of one list. */
const schedulesOf = perServices((services) => mapCollection(instancesOf(services), partOf));

const definition: Definition<BackupScheduleInputs, LiveSchedule, BackupScheduleStep> = {
  kind: "backup schedule",
  idName: "instanceId",
  fields: backupScheduleFields,
  body: z.object({
    adopt: integerId,
    instance_id: integerId,
    day: z.string().min(1),
    window: z.string().min(1),
    on_delete: z.enum(["cancel", "keep"]),
  }),
  rules: scheduleRules,
  prepare: async ({ instanceId, adopt }, services) => {
    const id = instanceId ?? adopt;
    return typeof id === "number" ? declaredBackups(services).noteSchedule(String(id)) : [];
  },
  verify: verifySchedule,
  // In a preview the id of an instance that changes is not known to check, but that of the schedule is the same.
  onDeclared: (services, id, { instanceId = unknownValue }) => {
    if (!holdsUnknown(instanceId) && String(instanceId) !== id) return;
    const [problem] = declaredBackups(services).noteSchedule(id);
    if (problem !== undefined) throw new LifecycleError(problem);
  },
  timeouts: { create: "5m", update: "5m", delete: "5m" },
  answer: z.object({
    id: integerId,
    enabled: z.boolean(),
    day: z.string().nullable(),
    window: z.string().nullable(),
    last_successful: z.string().nullable(),
  }),
  identityOf: ({ created, region }) => ({ created, region }),
  collection: schedulesOf,
  create: createSchedule,
  createSteps: () => ["enable", "schedule"],
  driftSteps: (_, live) => (live.enabled ? [] : ["enable", "schedule"]),
  steps: {
    enable: async (step) => partOf(stillThere(await switchBackups(step, true))),
    schedule: writeSchedule,
  },
  keepReason,
  remove: async (removal) => {
    const { services, id, deadline } = removal;
    await switchBackups(removal, false, await instancesOf(services).readRecent(id, deadline));
  },
};

export const backupScheduleLifecycle = defineResource(definition);

function partOf(instance: Instance): LiveSchedule {
  return {
    id: instance.id,
    enabled: instance.backups?.enabled ?? false,
    ...scheduleIn(instance),
    last_successful: instance.backups?.last_successful ?? null,
    created: instance.created ?? null,
    region: instance.region ?? null,
  };
}

function scheduleRules({ has, unknown, values }: Declared<BackupScheduleInputs>): readonly string[] {
  const { adopt, instanceId } = values;
  if (!has("adopt")) {
    return (["instanceId", "day", "window"] as const)
      .filter((name) => !has(name))
      .map((name) => `${name}: is required; ${required[name]}.`);
  }
  const differs = has("instanceId") && !unknown("instanceId") && !unknown("adopt") && instanceId !== adopt;
  return differs
    ? [
        `adopt: is the id of the instance whose backup service is taken over, and \`instanceId\` is another one (${instanceId}). Remove one of the two.`,
      ]
    : [];
}

async function verifySchedule(
  inputs: Properties,
  services: Services,
  olds: Properties,
): Promise<readonly string[]> {
  const origin = readOrigin(inputs.origin);
  const problems = (["day", "window"] as const).map((name) =>
    scheduleProblems(name, valueToCheck(name, inputs, olds), services, origin),
  );
  return (await Promise.all(problems)).flat();
}

const required = {
  instanceId: "give the id of the instance to back up",
  day: "give a day of the week, for example `Saturday`",
  window: "give a time window, for example `W10`",
} as const;

/** Makes sure of the instance; what is changed, the steps that follow change. */
async function createSchedule(work: ApplyTask<BackupScheduleInputs>): Promise<CreateResult<LiveSchedule>> {
  const { services, inputs, deadline } = work;
  const id = String(inputs.instanceId);
  const live = await instancesOf(services).view(id, { deadline });
  if (live === undefined || live.status === "deleting") {
    throw new LifecycleError(
      `instanceId: there is no instance ${id}${live ? " any more, it is being deleted" : ""}, so no backup service was enabled. Give the id of one that exists.`,
    );
  }
  return { id, live: partOf(live) };
}

/** Reads and writes under the instance's lock, as its own settings are, and waits until the schedule reads back. */
async function writeSchedule(step: Step): Promise<LiveSchedule> {
  const { services, id, inputs, deadline, reportProgress } = step;
  const { day, window } = inputs;
  const isSet = (live: Instance) => isAsDeclared(inputs, partOf(live));
  const written = await services.locks.run(`instance ${id}`, () =>
    runAction<Instance>(step, {
      kind: "instance",
      id,
      collection: instancesOf(services),
      verb: "set the backup schedule of",
      isDone: isSet,
      idleState,
      send: (now, options) =>
        services.client.instances.update(
          { instanceId: Number(id), ...updateBody(now, { backups: { schedule: { day, window } } }) },
          options,
        ),
    }),
  );
  if (isSet(stillThere(written))) return partOf(stillThere(written));
  const seen = await instancesOf(services).wait(id, {
    goal: "to have its backup schedule",
    until: (live) => live === undefined || isSet(live),
    describe: (live) => `it is ${live ? JSON.stringify(scheduleIn(live)) : "gone"}`,
    deadline,
    reportProgress,
  });
  return partOf(stillThere(seen));
}

function isAsDeclared(inputs: BackupScheduleInputs, live: LiveSchedule): boolean {
  return !compare(backupScheduleFields, inputs, undefined, live).steps.includes("schedule");
}

function keepReason(
  services: Services,
  id: string,
  { onDelete }: Partial<BackupScheduleInputs>,
): string | undefined {
  const because =
    onDelete === "keep"
      ? "`onDelete` is `keep`"
      : declaredBackups(services).isWanted(id)
        ? "the instance says `backupsEnabled: true`"
        : undefined;
  return because && `the backup service of instance ${id} stays on, for ${because}`;
}

function stillThere(live: Instance | undefined): Instance {
  if (live === undefined) throw new LifecycleError("The instance was deleted by somebody else meanwhile.");
  return live;
}
