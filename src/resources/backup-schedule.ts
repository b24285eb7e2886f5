import * as pulumi from "@pulumi/pulumi";
import { backupScheduleFields, type LiveSchedule } from "./backup-schedule.fields";
import type { BackupScheduleArgs, BackupScheduleInputs } from "./backup-schedule.inputs";
import type { CheckedArgs, RequiredWithoutAdopt } from "./checked-args";
import type { DeclarationOf } from "./declaration";
import { type PreviewSource, resolveInPreviews } from "./preview-outputs";
import { registrationOf } from "./registration";

class BackupSchedule extends pulumi.CustomResource {
  /** Id of the instance that is backed up. */
  declare public readonly instanceId: pulumi.Output<number>;
  /** Whether the backup service is enabled. */
  declare public readonly enabled: pulumi.Output<boolean>;
  /** Day of the week whose backup is kept longer; null while it is not set. */
  declare public readonly day: pulumi.Output<string | null>;
  /** Time window in which backups are taken; null while it is not set. */
  declare public readonly window: pulumi.Output<string | null>;
  /** Time of the last successful backup as of the last read, in UTC; null if there is none. */
  declare public readonly lastSuccessful: pulumi.Output<string | null>;

  /** Reads the backup schedule of an instance by the instance's id, without managing it. */
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

  constructor(name: string, args?: BackupScheduleArgs, options?: pulumi.CustomResourceOptions) {
    super(...registrationOf(declaration, name, args, options));
    resolveInPreviews(this, declaration, options);
  }
}

/** The arguments of a `BackupSchedule`: without `adopt`, instance and schedule are required. */
type BackupScheduleArgsFor<Given> = CheckedArgs<
  Given,
  BackupScheduleArgs,
  RequiredWithoutAdopt<Given, BackupScheduleArgs, "instanceId" | "day" | "window">
>;

/** The type of the class `BackupSchedule`, which the compiler names in the declarations of programs. */
export interface BackupScheduleClass extends Pick<typeof BackupSchedule, keyof typeof BackupSchedule> {
  new <Given extends BackupScheduleArgsFor<Given> = BackupScheduleArgs>(
    name: string,
    args: Given,
    options?: pulumi.CustomResourceOptions,
  ): BackupSchedule;
}

/**
 * The backup service of an instance with its schedule. The backup service is charged for while it is enabled. If it is off or was cancelled,
 * the resource enables it. For 24 hours after a cancel, a service may reject requests to enable it. Deleting the instance deletes the
 * schedule too.
 */
const PublicBackupSchedule: BackupScheduleClass = BackupSchedule;
type PublicBackupSchedule = BackupSchedule;

export { PublicBackupSchedule as BackupSchedule };

const declaration: DeclarationOf<
  BackupSchedule,
  BackupScheduleInputs,
  Omit<LiveSchedule, "created" | "region">
> &
  PreviewSource = {
  type: "BackupSchedule",
  fields: backupScheduleFields,
  outputs: {
    instanceId: "numeric id",
    enabled: "changing",
    day: "changing",
    window: "changing",
    lastSuccessful: "changing",
  },
  keptSecrets: [],
  async *list(client, options) {
    for await (const instance of client.instances.list.all(options)) yield loadLive().scheduleOf(instance);
  },
  shape: () => loadLive().scheduleResponse,
};

/** Loaded on first use: a program that only declares resources does not need zod. */
const loadLive = (): typeof import("./backup-schedule.live") => require("./backup-schedule.live");
