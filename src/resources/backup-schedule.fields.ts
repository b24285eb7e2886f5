import type { Fields } from "../lifecycle";
import type { BackupScheduleInputs } from "./backup-schedule";

/** What a schedule sees of its instance. */
export interface LiveSchedule {
  /** The instance's. */
  readonly id: number;
  readonly enabled: boolean;
  readonly day: string | null;
  readonly window: string | null;
  readonly last_successful: string | null;
  /** The instance's. */
  readonly created?: string | null;
  readonly region?: string | null;
}

export type BackupScheduleStep = "enable" | "schedule";

/** What each argument is: how it is compared, and what a change of it means. */
export const backupScheduleFields: Fields<BackupScheduleInputs, LiveSchedule, BackupScheduleStep> = {
  adopt: { wire: "adopt", change: "record" },
  timeouts: { wire: null, change: "record", default: {} },
  instanceId: { wire: "instance_id", change: "replace", live: (s) => s.id },
  day: { wire: "day", change: { inPlace: "schedule" }, live: (s) => s.day },
  window: { wire: "window", change: { inPlace: "schedule" }, live: (s) => s.window },
  onDelete: { wire: "on_delete", change: "record", default: "cancel" },
};
