import fc from "fast-check";
import { BackupSchedule } from "../../../src";
import type { Client, Instance } from "../../../src/client";
import { operations } from "../../../src/contract";
import { backupScheduleFields } from "../../../src/resources/backup-schedule.fields";
import type { TestStack } from "../../../src/testing";
import { type ModelFields, type ModelType, textOrNull } from "../../drift/worlds/model-type";
import { instancesIn } from "../programs";
import { byCall } from "./changes";
import { instancePaths } from "./instance";
import { malformedNumbers } from "./malformed-ids";
import { createInstances, createOtherInstance } from "./other-instance";
import { testedResource } from "./tested-resource";

function schedule(client: Client, instanceId: number, to: { readonly day: string; readonly window: string }) {
  return client.instances.update({ instanceId, backups: { schedule: to } });
}

const declared = { day: "Saturday", window: "W10" };
const shared = {
  prepared: { instanceId: async (stack: TestStack) => (await createOtherInstance(stack)).id },
  fixed: ["instanceId"],
  externalChanges: {
    day: byCall((client, id) => schedule(client, id, { ...declared, day: "Monday" })),
    window: byCall((client, id) => schedule(client, id, { ...declared, window: "W2" })),
  },
} as const;

const modelFields: ModelFields<Instance> = {
  day: {
    values: fc.constantFrom("Saturday", "Sunday", null),
    read: (i) => i.backups.schedule.day,
    write: (i, value) => withSchedule(i, { day: textOrNull(value) }),
  },
  window: {
    values: fc.constantFrom("W0", "W2", null),
    read: (i) => i.backups.schedule.window,
    write: (i, value) => withSchedule(i, { window: textOrNull(value) }),
  },
};

function withSchedule(instance: Instance, parts: Partial<Instance["backups"]["schedule"]>): Instance {
  const { backups } = instance;
  return { ...instance, backups: { ...backups, schedule: { ...backups.schedule, ...parts } } };
}

/** Written from the interface, not from the code of the resource. */
const driftModel: ModelType<Instance> = {
  objects: { partOf: "Instance" },
  fields: modelFields,
  unreported: (id) => fc.constant({ instanceId: Number(id) }),
  isManageable: ({ backups: { enabled, schedule } }) =>
    enabled && (schedule.day !== null || schedule.window !== null),
  isManagedBy: ({ declared }) => declared.backupsEnabled !== undefined,
  hiddenChange: ({ live }) =>
    live.backups.enabled ? undefined : { field: "enabled", declared: true, live: false, isAll: true },
};

export const backupSchedule = testedResource(backupScheduleFields, {
  type: "BackupSchedule",
  resourceClass: BackupSchedule,
  driftModel,
  settings: { enableAfterCancel: "allowed" },
  recordOf: (stack, id) => {
    const { enabled, day, window } = instancesIn(stack).find((one) => String(one.id) === id)?.backups ?? {};
    return enabled ? { day, window } : undefined;
  },
  count: (stack) =>
    instancesIn(stack).filter(({ backups }) => backups.enabled && backups.day === declared.day).length,
  forwardCompatibility: {
    variant: "that is cancelled on delete",
    ...{ path: instancePaths, response: operations.instances.view.response },
    ...{ managed: ["backups"], alsoRead: ["id", "status", "created", "region"], changed: { window: "W4" } },
  },
  // A schedule is part of its instance.
  creates: {},
  counted: {
    count: 100,
    prepare: (stack) => createInstances(stack, 100),
    inputs: (index) => ({ instanceId: index + 1, day: "Sunday", window: "W10" }),
  },
  ids: { missing: "999", malformed: malformedNumbers },
  example: {
    config: { rootPass: { secret: "correct-horse-battery" } },
    outputs: { lastSuccessful: null },
    makes: { instances: { backups: { enabled: true, day: "Saturday", window: "W10" } } },
  },
  variants: {
    "that is cancelled on delete": {
      ...shared,
      declared: { ...declared, onDelete: "cancel", timeouts: { update: "1m" } },
      replacements: { instanceId: 99 },
      otherExternalChanges: {
        enabled: {
          make: byCall((client, instanceId) => client.backups.cancel({ instanceId })),
          outputs: ["enabled", "day", "window", "lastSuccessful"],
        },
      },
    },
    "that is kept on delete": { ...shared, declared: { ...declared, onDelete: "keep" }, isKept: true },
  },
});
