import type { CommonInputs } from "../common-inputs";
import type { ArgsOf } from "./args";

/** The arguments of a `BackupSchedule`, as known values. Sections 2.1 (`backups`) and 4.2 of the interface. */
export interface BackupScheduleInputs extends CommonInputs {
  /**
   * Id of an instance whose backup service is adopted. Its day and window are kept unless they are declared; the service is
   * enabled if it is off. While `adopt` is set, changes that would replace the schedule are refused. A replacement of its
   * instance is such a change: the preview refuses it, but `up --skip-preview` only after the instance was replaced. Remove it once the schedule is in the state.
   */
  readonly adopt?: number;
  /**
   * Id of the instance to back up, for example `instance.instanceId`. Required, except with `adopt`, which it must equal. An instance has
   * one schedule. An `Instance` of the same program that sets `backupsEnabled: false` is refused. If somebody else enabled the backup
   * service before, `up` warns of what the schedule changes. While a clone with `booted: false` is being copied, a service may reject the
   * schedule: after 2 minutes of rejections `up` fails, and a later one resumes. A change of the id replaces the schedule: the new
   * instance's backup service is enabled, and `onDelete` applies to the old one's.
   */
  readonly instanceId?: number;
  /**
   * Day of the week whose backup is kept longer, such as `Saturday`. Allowed values: not specified; a misspelled English day is refused,
   * another unknown one gets a warning. Required, except with `adopt`. Changed in place.
   */
  readonly day?: DayOfWeek | (string & {});
  /**
   * Time window in which backups are taken, such as `W10`. Allowed values: not specified; a value that is almost one of `W0`, `W2`, ...
   * `W22` is refused, another unknown one gets a warning. Required, except with `adopt`. Changed in place.
   */
  readonly window?: string;
  /**
   * The effect of deleting the schedule on the backup service. `cancel` cancels it, which permanently deletes all backups of the instance,
   * unless the same program declares another `BackupSchedule` for the instance, or `backupsEnabled: true` on it. Under the Pulumi CLI, that
   * resource must have the same provider. `keep` leaves the service on, with its schedule and its charges. A change sends no request.
   * Default: `cancel`.
   */
  readonly onDelete?: "cancel" | "keep";
}

/** The arguments of a `BackupSchedule`. */
export type BackupScheduleArgs = ArgsOf<BackupScheduleInputs>;

/** The days that services of this kind use. The interface lists none. */
type DayOfWeek = "Sunday" | "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
