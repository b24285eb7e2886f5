import {
  apiCommand,
  cachedPerServices,
  type Definition,
  mapCollection,
  type ReadServices,
} from "../lifecycle";
import { refuseUnknownInstance } from "./backup-schedule.adopt";
import { type BackupScheduleStep, backupScheduleFields, type LiveSchedule } from "./backup-schedule.fields";
import type { BackupScheduleInputs } from "./backup-schedule.inputs";
import { scheduleOf, scheduleResponse } from "./backup-schedule.live";
import {
  prepareSchedule,
  recordDeclaredSchedule,
  scheduleBody,
  scheduleRules,
  verifySchedule,
} from "./backup-schedule.rules";
import {
  cancelBackups,
  createSchedule,
  enableBackups,
  keepReason,
  writeSchedule,
} from "./backup-schedule.steps";
import { instances } from "./instance.collection";
import { instanceEvents } from "./instance.events";

export const backupScheduleDefinition: Definition<BackupScheduleInputs, LiveSchedule, BackupScheduleStep> = {
  kind: "backup schedule",
  idName: "instanceId",
  // A schedule is part of its instance, so any number of schedules share the list of instances.
  collection: cachedPerServices((services: ReadServices) =>
    mapCollection(instances.collection(services), scheduleOf),
  ),
  identityOf: ({ created, region }) => ({ created, region }),
  isManageable: ({ enabled, day, window }) =>
    enabled === true && [day, window].some((set) => set !== null && set !== undefined),
  isRemoved: ({ enabled }) => enabled === false,
  leftByCreate: ({ enabled }, id, services) =>
    enabled === true
      ? `It set no schedule, but the backup service of instance ${id} is enabled, which is billed. If the interrupted run enabled it and it is no longer needed, cancel it: ${apiCommand(services, `backups cancel ${id}`)}.`
      : undefined,
  requiredArguments: ["day", "window"],
  // Events name the instance that the schedule is part of.
  events: {
    ...instanceEvents,
    created: ["backups_enable", "node_create"],
    deleted: ["backups_cancel", "node_delete"],
    fields: { enabled: ["backups_enable", "backups_cancel"] },
  },
  fields: backupScheduleFields,
  response: scheduleResponse,
  body: scheduleBody,
  rules: scheduleRules,
  prepare: prepareSchedule,
  verify: verifySchedule,
  onDeclared: (services, id, declared) => {
    refuseUnknownInstance(services, id, declared);
    recordDeclaredSchedule(services, id, declared);
  },
  timeouts: { create: "5m", update: "5m", delete: "5m" },
  create: createSchedule,
  createSteps: () => ["enable", "schedule"],
  hiddenDrift: (_, { enabled }) =>
    enabled !== false
      ? undefined
      : {
          ...{ output: "enabled", declared: true, live: enabled },
          ...{ steps: ["enable", "schedule"], explainedArguments: ["day", "window"] },
        },
  steps: { enable: enableBackups, schedule: writeSchedule },
  keepReason,
  sourceOf: (id) => ({ kind: instances.kind, id }),
  remove: cancelBackups,
};
