import * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../lifecycle";
import { backupScheduleFields, type ScheduleAnswer } from "./backup-schedule.fields";
import { type ArgsOf, type DeclarationOf, numberOf, optionsOf, propertiesOf, typeToken } from "./declare";

/** What a backup schedule is declared with. Sections 2.1 (`backups`) and 4.2 of the interface. */
export interface BackupScheduleInputs extends CommonInputs {
  /**
   * Id of an instance whose backup service is taken over as it is: its day and window are kept where they are not declared.
   * The service is enabled where it is off. While it is set, changes that would replace the schedule are refused.
   * Remove it when the schedule is in the state.
   */
  readonly adopt?: number;
  /**
   * Id of the instance to back up, for example `instance.instanceId`. Required but with `adopt`. One schedule an instance. A
   * change replaces the schedule: the backup service of the new instance is enabled, and that of the old one
   * treated as `onDelete` says. An `Instance` of the same program must not say `backupsEnabled: false` for it.
   */
  readonly instanceId?: number;
  /** Day of the week whose backup is kept longer, passed on as written: `Saturday`. Allowed values: not specified; a misspelt English day is refused. Required but with `adopt`. Changed in place. */
  readonly day?: string;
  /** Time window in which backups are taken, passed on as written: `W10`. Allowed values: not specified; what is nearly one of `W0`, `W2` to `W22` is refused. Required but with `adopt`. Changed in place. */
  readonly window?: string;
  /**
   * What happens to the backup service when the schedule is deleted. `cancel` cancels it, which deletes every backup of the
   * instance for good; where an `Instance` of the same program says `backupsEnabled: true`, it is left on. `keep` leaves
   * it on, with its schedule, and charged for. Default: `cancel`. A change calls nothing.
   */
  readonly onDelete?: "cancel" | "keep";
}

/** The arguments of a `BackupSchedule`. */
export type BackupScheduleArgs = ArgsOf<BackupScheduleInputs>;

/**
 * The backup service of an instance, and when it works. The service is enabled where it is off, which is charged for; one that
 * somebody has cancelled is enabled again, which a service may refuse for 24 hours. It is gone when its instance is.
 */
export class BackupSchedule extends pulumi.CustomResource {
  /** Id of the instance that is backed up. */
  declare public readonly instanceId: pulumi.Output<number>;
  /** Whether the backup service is on. */
  declare public readonly enabled: pulumi.Output<boolean>;
  /** Day of the week whose backup is kept longer; null while it is not set. */
  declare public readonly day: pulumi.Output<string | null>;
  /** Time window in which backups are taken; null while it is not set. */
  declare public readonly window: pulumi.Output<string | null>;
  /** When a backup last succeeded, in UTC, as of the last refresh; null when none has. */
  declare public readonly lastSuccessful: pulumi.Output<string | null>;

  /** Reads the backup schedule of an instance, by the instance's id, without managing it. */
  public static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): BackupSchedule {
    return new BackupSchedule(name, undefined, { ...options, id });
  }

  public static override isInstance(value: unknown): value is BackupSchedule {
    return pulumi.CustomResource.isInstance(value) && value instanceof BackupSchedule;
  }

  /** @param args Left out by `get` only. */
  constructor(name: string, args?: BackupScheduleArgs, options?: pulumi.CustomResourceOptions) {
    super(
      typeToken(declaration),
      name,
      propertiesOf(declaration, name, args, options),
      optionsOf(declaration, options),
    );
    this.instanceId = numberOf(this.id);
  }
}

const declaration: DeclarationOf<BackupSchedule, BackupScheduleInputs, ScheduleAnswer> = {
  lifecycle: "backupSchedule",
  type: "BackupSchedule",
  fields: backupScheduleFields,
  outputs: {
    instanceId: "id",
    enabled: "changing",
    day: "changing",
    window: "changing",
    lastSuccessful: "changing",
  },
  keptSecrets: [],
};
