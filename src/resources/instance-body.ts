import type { InstancesUpdateArgs, Instance as Live } from "../client";
import { scheduleIn } from "../client/backup-schedule";
import { operations } from "../contract";
import { unchangedParts } from "../lifecycle";

/** The fields that an update can change. */
export type InstanceChanges = Omit<InstancesUpdateArgs, "instanceId">;

/**
 * The body of an update. The interface does not say whether omitted fields stay unchanged (section 4.1, behavior 4), so every field that
 * can be updated is sent. The unchanged ones are sent as they were just read, without their read-only parts. The schedule of a backup
 * service that is off is not sent: a service may return one but reject it in an update.
 */
export function updateBody(live: Live, changes: InstanceChanges): InstanceChanges {
  const { alerts, backups: _, ...unchanged } = unchangedParts(operations.instances.update.body, live);
  const changedAlerts = { ...alerts, ...definedParts(changes.alerts ?? {}) };
  return definedParts({
    ...unchanged,
    ...definedParts(changes),
    // An empty object may clear what the service does not return.
    alerts: Object.keys(changedAlerts).length > 0 ? changedAlerts : undefined,
    backups: isScheduleSent(live, changes) ? scheduleWith(live, changes.backups?.schedule ?? {}) : undefined,
  });
}

function isScheduleSent({ backups }: Live, changes: InstanceChanges): boolean {
  return changes.backups !== undefined || backups?.enabled !== false;
}

function scheduleWith(
  live: Live,
  changes: { readonly day?: string | undefined; readonly window?: string | undefined },
): InstancesUpdateArgs["backups"] {
  const before = scheduleIn(live);
  const day = changes.day ?? before.day ?? undefined;
  const window = changes.window ?? before.window ?? undefined;
  const schedule = { ...(day === undefined ? {} : { day }), ...(window === undefined ? {} : { window }) };
  return Object.keys(schedule).length > 0 ? { schedule } : undefined;
}

/** An object without the parts that are undefined or null: both say that a value is unknown. */
export function definedParts<T extends object>(parts: T): T {
  const defined = { ...parts };
  for (const name in defined) if (defined[name] === null || defined[name] === undefined) delete defined[name];
  return defined;
}
