import type { Instance } from "../client";
import { objectKind } from "../lifecycle";

/** `Instance` and `BackupSchedule` write the same object, so all actions on it run under one lock. */
export const instances = objectKind<Instance>({
  kind: "instance",
  idOf: (live) => String(live.id),
  view: (client, id, options) => client.instances.view({ instanceId: Number(id) }, options),
  pages: (client, options) => client.instances.list.pages(options),
  idleState,
  describe: ({ status }) => status,
  lockOf: (id) => `instance ${id}`,
});

/** The state of an instance that is idle according to its status; undefined if it is busy. */
export function idleState({ status, updated }: Instance): string | undefined {
  return ["running", "offline", "stopped"].includes(status) ? `${status} ${updated}` : undefined;
}
