import { unknown } from "../../../src/state";
import { type Resource, withArgument, without } from "../resource";
import type { ChaosResource } from "./chaos-resource";

const [rootPass, otherRootPass] = ["root-7Jq2x-secret", "root-9Zk4w-secret"];

/** Whether the resource has a disk of its own: it is not empty. */
export function hasDisk({ type, args, refersTo }: Resource): boolean {
  return type === "Instance" && (Boolean(args.image) || refersTo !== undefined);
}

export const instance: ChaosResource = {
  basicArguments: { region: "us-east", type: "g1-nano-1", image: "BRAND/debian12", rootPass },
  argumentChanges: [
    ...[{ tags: ["web"] }, { tags: ["Shop", "blue"] }, { tags: [] }, { tags: null }, { group: "g" }],
    ...[{ watchdogEnabled: false }, { alerts: { cpu: 50, io: 9000 } }, { label: "written-KEY" }],
    ...[{ label: "other-KEY" }, { label: null }, { backupsEnabled: true }, { backupsEnabled: null }],
    ...[{ backupsEnabled: false }, { timeouts: { create: "3m", update: "3m", delete: "3m" } }],
    ...[
      { image: null, rootPass: null },
      { image: null, rootPass: null, booted: false },
    ],
    ...[{ type: "g1-standard-1" }, { region: "us-central" }, { image: "BRAND/debian11" }],
    ...[{ rootPass: otherRootPass }, { privateIp: true }],
  ],
  ignorable: ["tags", "label"],
  secrets: [rootPass, otherRootPass],
  references: {
    targets: ["Instance", "Image"],
    isRequired: false,
    argumentsFrom: ({ type, outputs: { instanceId = unknown, imageId = unknown } }) =>
      type === "Image" ? { image: imageId } : { cloneFrom: { instanceId } },
    programText:
      "({ imageId, instanceId }) => (imageId ? { image: imageId } : { cloneFrom: { instanceId } })",
  },
  withValidArguments(resource, target) {
    // A captured image may be as large as the disk of the largest type.
    if (target?.type === "Image")
      return without(withPassword(withArgument(resource, "type", "g1-standard-1")), "image");
    if (target && hasDisk(target))
      return without(resource, "image", "rootPass", "privateIp", "region", "type", "booted");
    return {
      ...(resource.args.image ? withPassword(resource) : without(resource, "rootPass")),
      refersTo: undefined,
    };
  },
  objects: {
    kind: "instance",
    path: "/instances",
    existing: ({ instances }) => instances.filter(({ status }) => status !== "deleting"),
    externalDelete: (id) => ({ kind: "instance_delete", instanceId: Number(id) }),
    externalChange(id, kind) {
      const patchOf = {
        label: { label: `renamed-${id}` },
        status: { status: "offline" },
        settings: { tags: ["changed"], group: "changed" },
      };
      return { kind: "instance_change", instanceId: Number(id), patch: patchOf[kind] };
    },
  },
  liveArguments(world, id) {
    const found = world.instances.find((one) => String(one.id) === id);
    if (!found || found.status === "deleting") return null;
    const { region, type, image, tags, group, label, alerts, watchdog_enabled, backups } = found;
    return {
      ...{ region, type, image, tags, group, label, watchdogEnabled: watchdog_enabled, alerts },
      ...(backups.enabled ? { backupsEnabled: true } : {}),
    };
  },
  comparable: {
    tags: (value) => (Array.isArray(value) ? value.map((tag) => String(tag).toLowerCase()).sort() : value),
  },
  operations: {
    group: "instances",
    creates: ["instances.create", "instances.clone"],
    changes: ["instances.update", "instances.delete", "instances.boot"],
  },
};

function withPassword(resource: Resource): Resource {
  return withArgument(resource, "rootPass", resource.args.rootPass ?? rootPass);
}
