import type { Instance } from "../client";
import { cachedPerServices, type ObjectKind, type ReadServices, SharedCollection } from "../lifecycle";

/** All instances, read once for all resources of the process. */
export const instancesOf = cachedPerServices(
  ({ client, clock }: ReadServices) =>
    new SharedCollection<Instance>(
      {
        kind: "instance",
        idOf: (live) => String(live.id),
        view: (id, options) => client.instances.view({ instanceId: Number(id) }, options),
        pages: (options) => client.instances.list.pages(options),
      },
      clock,
    ),
);

/** `Instance` and `BackupSchedule` write the same object, so all actions on it run under one lock. */
export const instances: ObjectKind<Instance> = {
  kind: "instance",
  collection: instancesOf,
  idleState,
  describe: ({ status }) => status,
  lockOf: (id) => `instance ${id}`,
};

/** The state of an instance that is idle according to its status; undefined if it is busy. */
export function idleState({ status, updated }: Instance): string | undefined {
  return ["running", "offline", "stopped"].includes(status) ? `${status} ${updated}` : undefined;
}
