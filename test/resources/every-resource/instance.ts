import { Instance } from "../../../src";
import { operations } from "../../../src/contract";
import { instanceFields } from "../../../src/resources/instance.fields";
import type { PropertyMap } from "../../../src/state";
import type { TestStack } from "../../../src/testing";
import { instancesIn, smallInstance } from "../programs";
import { byCall } from "./changes";
import { instanceModel } from "./instance.model";
import { malformedNumbers } from "./malformed-ids";
import { createOtherInstance } from "./other-instance";
import { type TestedCreate, testedResource } from "./tested-resource";

type Patch = Parameters<TestStack["emulator"]["control"]["changeInstance"]>[1];

function patched(patch: Patch) {
  return (stack: TestStack, id: string) => stack.emulator.control.changeInstance(Number(id), patch);
}

const fromImage = {
  ...{
    region: "us-east",
    type: "g1-nano-1",
    image: "node/debian12",
    rootPass: String(smallInstance.rootPass),
  },
};
const settings = {
  ...{ label: "mine", group: "g", tags: ["b-tag", "A-tag"], watchdogEnabled: false, backupsEnabled: true },
  alerts: { cpu: 50, io: 9_000, networkIn: 5, networkOut: 6, transferQuota: 70 },
  timeouts: { create: "30m" },
};

const placeChanges = {
  region: patched({ region: "us-central" }),
  type: { make: patched({ type: "g1-standard-2" }), outputs: ["type", "specs"] },
};
const placeReplacements = { region: "us-central", type: "g1-standard-2" };
const imageChange = patched({ image: "node/debian11" });
const labelChange = patched({ label: "changed" });
const alertsChange = patched({
  alerts: { cpu: 1, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
});
const settingsChanges = {
  label: labelChange,
  group: patched({ group: "changed" }),
  tags: patched({ tags: ["b-tag", "changed"] }),
  watchdogEnabled: patched({ watchdog_enabled: true }),
  backupsEnabled: {
    make: byCall((client, instanceId) => client.backups.cancel({ instanceId })),
    outputs: ["backups"],
  },
  alerts: alertsChange,
};

/** The paths of the operations that return an instance. */
export const instancePaths = /\/node\/instances(\/\d+(\/clone)?)?$/;

const createWith = (inputs: PropertyMap): TestedCreate => ({
  ...{ inputs: () => inputs, operation: "instances.create", list: "instances.list" },
  createdIds: (stack) =>
    instancesIn(stack).flatMap(({ id, status }) => (status === "deleting" ? [] : [String(id)])),
});

export const instance = testedResource(instanceFields, {
  type: "Instance",
  resourceClass: Instance,
  driftModel: instanceModel,
  settings: { enableAfterCancel: "allowed" },
  recordOf: (stack, id) => {
    const found = instancesIn(stack).find((one) => String(one.id) === id);
    if (!found) return undefined;
    const { updated, boots, epoch, busy_until, backups, ...record } = found;
    return { ...record, backups: backups.enabled };
  },
  count: (stack) => instancesIn(stack).length,
  forwardCompatibility: {
    ...{ variant: "from an image", path: instancePaths, response: operations.instances.view.response },
    managed: ["label", "group", "tags", "alerts", "watchdog_enabled", "backups"],
    alsoRead: ["id", "region", "type", "image", "status", "created", "updated", "ipv4"],
    changed: { label: "renamed" },
  },
  creates: {
    "an instance": createWith(smallInstance),
    "an instance with a declared label": createWith({ ...smallInstance, label: "mine" }),
  },
  counted: { count: 100, inputs: () => smallInstance },
  ids: { missing: "999", malformed: malformedNumbers },
  example: {
    config: { rootPass: { secret: "correct-horse-battery" } },
    outputs: { id: 1, address: "198.18.0.1" },
    makes: { instances: { id: 1, status: "running", tags: ["shop"], alerts: { cpu: 80 } } },
  },
  variants: {
    "from an image": {
      declared: {
        ...{ ...fromImage, ...settings },
        ...{ authorizedKeys: ["ssh-ed25519 AAAA me"], authorizedUsers: [], booted: true, privateIp: true },
        ...{ swapSize: 256, interfaces: [{ purpose: "public" }] },
      },
      replacements: {
        ...placeReplacements,
        ...{ image: "node/debian11", rootPass: "another-password" },
        ...{ privateIp: false, swapSize: 1024, interfaces: [{ purpose: "vlan", label: "lan" }] },
      },
      externalChanges: { ...placeChanges, ...settingsChanges, image: imageChange },
      otherExternalChanges: { booted: { make: patched({ status: "offline" }), outputs: ["status"] } },
    },
    "from a script": {
      declared: { ...fromImage, stackscriptId: 1, stackscriptData: { hostname: "web" }, alerts: { cpu: 50 } },
      replacements: { stackscriptId: 2, stackscriptData: { hostname: "other" } },
      externalChanges: { ...placeChanges, image: imageChange, alerts: alertsChange },
    },
    "from a backup": {
      declared: { region: "us-east", type: "g1-standard-1", ...settings },
      prepared: { backupId: async (stack) => (await createOtherInstance(stack)).backupId },
      replacements: { backupId: 99 },
      externalChanges: { ...placeChanges, ...settingsChanges },
    },
    "that is a clone": {
      declared: { label: "copy", backupsEnabled: false },
      prepared: {
        cloneFrom: async (stack) => {
          const { id, disks, configs } = await createOtherInstance(stack);
          return { instanceId: id, disks, configs };
        },
      },
      // The instance that `createOtherInstance` creates first, without its disks and configurations.
      replacements: { cloneFrom: { instanceId: 1 } },
      externalChanges: {
        label: labelChange,
        backupsEnabled: {
          make: byCall((client, instanceId) => client.backups.enable({ instanceId })),
          outputs: ["backups"],
        },
      },
    },
    "that is empty": {
      declared: { region: "us-east", type: "g1-nano-1", label: "empty", booted: false, configId: 7 },
      externalChanges: { ...placeChanges, label: labelChange },
    },
  },
});
