import * as pulumi from "@pulumi/pulumi";
import type { Backup as Live } from "../client";
import { runLookup } from "./connection";
import { toItems } from "./normalize";
import type { LookupOptions } from "./options";
import { aNumber, type RulesOf } from "./query";

/** A backup of an instance (section 2.2). */
export interface BackupResult {
  /** Id for `backupId` of an `Instance`. */
  readonly id: number;
  /** `auto`, or `snapshot` if a user took it. */
  readonly type: string;
  /** Label of a snapshot; null for automatic backups. */
  readonly label: string | null;
  /** `successful`, `pending`, `failed`, ... (section 3.2). */
  readonly status: string;
  /** Time at which it started, in UTC. */
  readonly created: string;
  /** Time at which it ended, in UTC; null while it runs. */
  readonly finished: string | null;
  /** Time of the last change, in UTC. */
  readonly updated: string;
  /** Labels of the configuration profiles that it contains. */
  readonly configs: string[];
  /** Disks that it contains. */
  readonly disks: BackupDisk[];
}

/** A disk in a backup. */
export interface BackupDisk {
  /** Type of the file system. */
  readonly filesystem: string;
  /** Label of the disk. */
  readonly label: string;
  /** Unit: not specified. */
  readonly size: number;
}

/** All backups of an instance. */
export interface BackupsResult {
  /** The backups that the backup service took. */
  readonly automatic: BackupResult[];
  /** The snapshots that users took. */
  readonly snapshot: {
    /** The snapshot that can be restored; null if there is none. */
    readonly current: BackupResult | null;
    /** The snapshot that is being taken; null if there is none. */
    readonly inProgress: BackupResult | null;
  };
}

/** The instance whose backups to list. */
export interface BackupsQuery {
  /** Id of the instance. */
  readonly instanceId: number;
}

/**
 * Lists the backups of an instance, in the service's order. Requires a token.
 * @throws if there is no such instance.
 */
export async function getBackups(query: BackupsQuery, options?: LookupOptions): Promise<BackupsResult> {
  return runLookup({ name: "getBackups", query, rules, options }, async (client, { instanceId }) => {
    const { automatic, snapshot } = await client.backups.list({ instanceId });
    return {
      automatic: toItems(automatic).map(resultOf),
      snapshot: {
        current: snapshot?.current ? resultOf(snapshot.current) : null,
        inProgress: snapshot?.in_progress ? resultOf(snapshot.in_progress) : null,
      },
    };
  });
}

const rules: RulesOf<BackupsQuery> = { instanceId: aNumber };

/** Same as `getBackups`, with arguments that may be outputs, such as `instanceId` of an `Instance`. */
export function getBackupsOutput(
  query: { [K in keyof BackupsQuery]: pulumi.Input<BackupsQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<BackupsResult> {
  return pulumi.output(query).apply((known) => getBackups(known, options));
}

/** Replaces nulls that the interface does not allow with empty values. */
function resultOf(live: Live): BackupResult {
  return {
    id: live.id,
    type: live.type ?? "",
    label: live.label ?? null,
    status: live.status ?? "",
    created: live.created ?? "",
    finished: live.finished ?? null,
    updated: live.updated ?? "",
    configs: toItems(live.configs),
    disks: toItems(live.disks).map(({ filesystem, label, size }) => ({
      filesystem: filesystem ?? "",
      label: label ?? "",
      size: size ?? 0,
    })),
  };
}
