import { isResourceClass, type ResourceClass } from "../../resources/resource-class";
import type { Finding } from "../types.generated";

interface ClassActions {
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly changed: readonly string[];
  /** Actions that also change a particular field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** Section 6 lists the actions. It links only `payment_method_add` with an operation; the others are matched by name. */
const actions: Readonly<Record<ResourceClass, ClassActions>> = {
  Instance: {
    created: ["node_create", "node_clone"],
    deleted: ["node_delete"],
    changed: ["node_update"],
    fields: {
      status: [
        ...["node_shutdown", "node_reboot", "node_rebuild", "node_resize", "node_migrate", "node_boot"],
        ...["host_reboot", "lassie_reboot", "backups_restore"],
      ],
      type: ["node_resize", "node_resize_create", "node_mutate", "node_mutate_create"],
      image: ["node_rebuild"],
      region: ["node_migrate", "node_migrate_datacenter", "node_migrate_datacenter_create"],
      backupsEnabled: ["backups_enable", "backups_cancel"],
      privateIp: ["node_addip", "node_deleteip", "ipaddress_update"],
      ipv4: ["node_addip", "node_deleteip", "ipaddress_update"],
    },
  },
  BackupSchedule: {
    created: ["backups_enable", "node_create"],
    deleted: ["backups_cancel", "node_delete"],
    changed: ["node_update"],
    fields: { enabled: ["backups_enable", "backups_cancel"] },
  },
  Image: {
    created: ["disk_imagize", "image_upload"],
    deleted: ["image_delete"],
    changed: ["image_update"],
    fields: {},
  },
  OAuthClient: {
    created: ["oauth_client_create"],
    deleted: ["oauth_client_delete"],
    changed: ["oauth_client_update"],
    fields: { secret: ["oauth_client_secret_reset"], secretVersion: ["oauth_client_secret_reset"] },
  },
  PaymentMethod: { created: ["payment_method_add"], deleted: [], changed: [], fields: {} },
};

/** The actions of events that can have caused a finding. None: no one outside the program's runs caused it. */
export function causesOf({ kind, type, field }: Finding): readonly string[] {
  if (!isResourceClass(type)) return [];
  const { created, deleted, changed, fields } = actions[type];
  switch (kind) {
    case "changed":
      return [...changed, ...(fields[field ?? ""] ?? [])];
    case "informational":
      return [...changed, ...(fields[field ?? ""] ?? Object.values(fields).flat())];
    case "deleted":
      return deleted;
    case "unmanaged":
      return created;
    case "notOurs":
      return [...deleted, ...created];
    case "unfinished":
    case "inMotion":
      return [];
  }
}

/** Whether someone outside the program's runs can have caused it, so that a report should name them. */
export function hasActor({ kind }: Finding): boolean {
  return kind !== "unfinished" && kind !== "inMotion";
}
