import * as pulumi from "@pulumi/pulumi";
import type { Backup as Live } from "../client";
import { type LookupOptions, lookUp } from "./connection";
import { itemsIn } from "./reading";

/** A backup of an instance (section 2.2). */
export interface BackupResult {
  /** For `backupId` of an `Instance`. */
  readonly id: number;
  /** `auto`, or `snapshot` for one that a user took. */
  readonly type: string;
  /** Its name, of a snapshot; null of automatic ones. */
  readonly label: string | null;
  /** `successful`, `pending`, `failed`, ... (section 3.2). */
  readonly status: string;
  /** When it was begun, in UTC. */
  readonly created: string;
  /** When it ended, in UTC; null while it has not. */
  readonly finished: string | null;
  /** When it was last changed, in UTC. */
  readonly updated: string;
  /** Labels of the configuration profiles in it. */
  readonly configs: string[];
  /** The disks in it. */
  readonly disks: BackupDisk[];
}

/** A disk in a backup. */
export interface BackupDisk {
  readonly filesystem: string;
  readonly label: string;
  /** Unit: not specified. */
  readonly size: number;
}

/** All backups of an instance. */
export interface BackupsResult {
  readonly automatic: BackupResult[];
  readonly snapshot: {
    /** The snapshot that can be restored; null when there is none. */
    readonly current: BackupResult | null;
    /** The snapshot being taken; null when none is. */
    readonly inProgress: BackupResult | null;
  };
}

/** Which instance's backups. */
export interface BackupsQuery {
  /** Id of the instance. */
  readonly instanceId: number;
}

/**
 * Lists the backups of an instance, automatic ones as the service orders them. Needs a token.
 * @throws where there is no such instance.
 */
export async function getBackups(query: BackupsQuery, options?: LookupOptions): Promise<BackupsResult> {
  const keys = { instanceId: true } as const;
  return lookUp({ name: "getBackups", query, keys, options }, async (client, { instanceId }) => {
    const { automatic, snapshot } = await client.backups.list({ instanceId });
    return {
      automatic: itemsIn(automatic).map(resultOf),
      snapshot: {
        current: snapshot?.current ? resultOf(snapshot.current) : null,
        inProgress: snapshot?.in_progress ? resultOf(snapshot.in_progress) : null,
      },
    };
  });
}

/** `getBackups` for arguments that are outputs, such as `instanceId` of an `Instance`. */
export function getBackupsOutput(
  query: { [K in keyof BackupsQuery]: pulumi.Input<BackupsQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<BackupsResult> {
  return pulumi.output(query).apply((known) => getBackups(known, options));
}

/** Nulls where the interface has none are read as empty. */
function resultOf(live: Live): BackupResult {
  return {
    id: live.id,
    type: live.type ?? "",
    label: live.label ?? null,
    status: live.status ?? "",
    created: live.created ?? "",
    finished: live.finished ?? null,
    updated: live.updated ?? "",
    configs: itemsIn(live.configs),
    disks: itemsIn(live.disks).map(({ filesystem, label, size }) => ({
      filesystem: filesystem ?? "",
      label: label ?? "",
      size: size ?? 0,
    })),
  };
}
