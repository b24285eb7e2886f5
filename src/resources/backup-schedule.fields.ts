import type { Fields } from "../lifecycle";
import type { BackupScheduleInputs } from "./backup-schedule.inputs";

/** The outputs of a schedule. */
interface ScheduleResponse {
  /** The instance's id. */
  readonly id: number;
  /** Null if the service does not return it. */
  readonly enabled: boolean | null;
  /** Null if it was never set, undefined if the service does not return it. */
  readonly day: string | null | undefined;
  readonly window: string | null | undefined;
  readonly last_successful: string | null;
}

/** The parts of an instance that form its backup schedule. */
export interface LiveSchedule extends ScheduleResponse {
  /** The instance's creation time. */
  readonly created?: string | null;
  /** The instance's region. */
  readonly region?: string | null;
}

export type BackupScheduleStep = "enable" | "schedule";

/** How each argument is compared, and the effect of changing it. */
export const backupScheduleFields: Fields<BackupScheduleInputs, LiveSchedule, BackupScheduleStep> = {
  adopt: { change: "record", isRemovalIgnored: true },
  timeouts: { change: "record", default: {} },
  instanceId: { change: "replace", refersTo: "Instance", live: (s) => s.id },
  day: { change: { inPlace: "schedule" }, live: (s) => s.day, nullable: true },
  window: { change: { inPlace: "schedule" }, live: (s) => s.window, nullable: true },
  onDelete: { change: "record", default: "cancel" },
};
