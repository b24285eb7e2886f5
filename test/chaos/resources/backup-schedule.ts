import { unknown } from "../../../src/state";
import { without } from "../resource";
import type { ChaosResource } from "./chaos-resource";

export const backupSchedule: ChaosResource = {
  basicArguments: { day: "Saturday", window: "W10" },
  argumentChanges: [{ day: "Monday" }, { window: "W2" }, { onDelete: "keep" }, { onDelete: "cancel" }],
  ignorable: [],
  secrets: [],
  references: {
    targets: ["Instance"],
    isRequired: true,
    argumentsFrom: ({ outputs: { instanceId = unknown } }) => ({ instanceId }),
    programText: "({ instanceId }) => ({ instanceId })",
    // Backups that a schedule enables cannot be disabled by their instance.
    withValidTarget: (instance) =>
      instance.args.backupsEnabled === false ? without(instance, "backupsEnabled") : instance,
  },
  // An instance has one schedule.
  withValidArguments: (resource, _target, earlier) =>
    earlier.some(({ type, refersTo }) => type === "BackupSchedule" && refersTo === resource.refersTo)
      ? null
      : resource,
  objects: { partOf: "Instance" },
  liveArguments(world, id) {
    const instance = world.instances.find((one) => String(one.id) === id);
    return instance?.backups.enabled && instance.status !== "deleting" ? instance.backups : null;
  },
  operations: { group: "backups", creates: ["backups.enable"], changes: ["backups.cancel"] },
};
