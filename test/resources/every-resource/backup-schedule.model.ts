import fc from "fast-check";
import type { Instance } from "../../../src/client";
import { type ModelFields, type ModelType, textOrNull } from "../../drift/worlds/model-type";

const scheduleFields: ModelFields<Instance> = {
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

export const backupScheduleModel: ModelType<Instance> = {
  objects: { partOf: "Instance" },
  fields: scheduleFields,
  further: (id) => fc.constant({ instanceId: Number(id) }),
  isManageable: ({ backups: { enabled, schedule } }) =>
    enabled && (schedule.day !== null || schedule.window !== null),
  isManagedBy: ({ declared }) => declared.backupsEnabled !== undefined,
  hiddenChange: ({ live }) =>
    live.backups.enabled ? undefined : { field: "enabled", declared: true, live: false, isAll: true },
};
