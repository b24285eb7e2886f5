import type * as pulumi from "@pulumi/pulumi";
import type { ArgsOf } from "./args";
import type { BackupScheduleInputs } from "./backup-schedule.inputs";
import type { CheckedArgs, Needs } from "./checked-args";

/** The arguments of a `BackupSchedule`. */
export type BackupScheduleArgs = ArgsOf<BackupScheduleInputs>;

/** The arguments of a `BackupSchedule`: without `adopt`, the schedule is required. */
export type BackupScheduleArgsFor<Given> = CheckedArgs<Given, BackupScheduleArgs, Rules<Given>>;

type Rules<Given> = Given extends unknown
  ? Needs<Given, "adopt" | "instanceId", NeedsInstance> &
      Needs<Given, "adopt" | "day", NeedsDay> &
      Needs<Given, "adopt" | "window", NeedsWindow>
  : never;

interface NeedsInstance {
  readonly instanceId: pulumi.Input<number>;
}

interface NeedsDay {
  readonly day: pulumi.Input<string>;
}

interface NeedsWindow {
  readonly window: pulumi.Input<string>;
}
