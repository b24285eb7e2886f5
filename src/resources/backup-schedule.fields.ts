import type { Fields } from "../lifecycle";
import type { BackupScheduleInputs } from "./backup-schedule.inputs";

/** What a schedule returns to programs. */
export interface ScheduleAnswer {
  /** The instance's. */
  readonly id: number;
  readonly enabled: boolean;
  readonly day: string | null;
  readonly window: string | null;
  readonly last_successful: string | null;
}

/** What a schedule sees of its instance. */
export interface LiveSchedule extends ScheduleAnswer {
  /** The instance's. */
  readonly created?: string | null;
  /** The instance's. */
  readonly region?: string | null;
}

export type BackupScheduleStep = "enable" | "schedule";

/** What each argument is: how it is compared, and what a change of it means. */
export const backupScheduleFields: Fields<BackupScheduleInputs, LiveSchedule, BackupScheduleStep> = {
  adopt: { change: "record" },
  timeouts: { change: "record", default: {} },
  instanceId: { change: "replace", live: (s) => s.id },
  day: { change: { inPlace: "schedule" }, live: (s) => s.day },
  window: { change: { inPlace: "schedule" }, live: (s) => s.window },
  onDelete: { change: "record", default: "cancel" },
};
