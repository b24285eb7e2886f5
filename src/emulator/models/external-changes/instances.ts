import { z } from "zod";
import type { Service } from "../../service";
import type { InstancePatch } from "../../types.generated";
import { type InstanceRecord, instanceRecord } from "../../world/instance-records";
import { recordUsage } from "../billing/usage";
import { specsOf } from "../catalog/types";
import { dateTimeInput, momentOf } from "../date-time-input";
import { logEvent, logUnlistedEvent } from "../events/events";
import { replaceAddresses } from "../instances/addresses";
import { planMaintenance } from "../instances/maintenance-windows";
import { removeInstance } from "../instances/removal";
import { setStatus } from "../instances/status";
import { powerOff } from "../instances/watchdog";
import { defineKind, orNotFound } from "./kind";

const instanceId = z.int();

interface NamesInstance {
  readonly instanceId: number;
}

/** The fields of an instance that an external change can set. They are not checked against the rules of the API. */
export const instancePatch = instanceRecord
  .pick({
    label: true,
    group: true,
    tags: true,
    region: true,
    type: true,
    image: true,
    status: true,
    ipv6: true,
    alerts: true,
    watchdog_enabled: true,
  })
  .extend({
    ipv4: z.array(z.ipv4()).describe("Addresses within 192.168.128.0/17 are private."),
    locked: z.boolean().describe("Whether its deletion is rejected."),
  })
  .partial()
  .strict()
  .meta({ id: "InstancePatch" });

export const instanceChanges = {
  power_off: defineKind({
    shape: z
      .strictObject({ instanceId })
      .describe("Powers the instance off without a job, so that its watchdog boots it again."),
    isIn: hasInstance,
    apply: (service, change) => powerOff(service, instanceOf(service, change)),
  }),
  maintenance: defineKind({
    shape: z
      .strictObject({
        instanceId,
        when: dateTimeInput.exactOptional(),
        reason: z.string().exactOptional(),
        type: z.string().default("reboot"),
      })
      .describe(
        "The host is maintained: the instance is `stopped` for a while, then as before. Default of `when`: now.",
      ),
    isIn: hasInstance,
    apply: (service, { when, reason, type, ...change }) => {
      const defaultReason = `This ${service.brand.word}'s host is being maintained.`;
      const start = when === undefined ? service.now() : momentOf(when);
      planMaintenance(service, instanceOf(service, change), {
        reason: reason ?? defaultReason,
        type,
        when: start,
      });
    },
  }),
  instance_delete: defineKind({
    shape: z.strictObject({ instanceId }).describe("Deletes the instance immediately."),
    isIn: hasInstance,
    apply: (service, change) => {
      const instance = instanceOf(service, change);
      removeInstance(service, instance);
      logEvent(service, { action: "node_delete", username: null, instance });
    },
  }),
  instance_change: defineKind({
    shape: z.strictObject({ instanceId, patch: instancePatch }),
    isIn: hasInstance,
    apply: (service, { patch, ...change }) => patchInstance(service, instanceOf(service, change), patch),
  }),
} as const;

function hasInstance({ world }: Service, change: NamesInstance): boolean {
  return world.instances.get(change.instanceId) !== undefined;
}

function instanceOf({ world }: Service, change: NamesInstance): InstanceRecord {
  return orNotFound(world.instances.get(change.instanceId));
}

function patchInstance(service: Service, before: InstanceRecord, patch: InstancePatch): void {
  const { status, ipv4, ...own } = patch;
  const instance = status === undefined ? before : setStatus(service, before, status);
  if (ipv4) replaceAddresses(service, instance.id, ipv4);
  const changed: InstanceRecord = {
    ...instance,
    label: own.label ?? instance.label,
    group: own.group ?? instance.group,
    tags: own.tags ?? instance.tags,
    region: own.region ?? instance.region,
    type: own.type ?? instance.type,
    image: own.image === undefined ? instance.image : own.image,
    ipv6: own.ipv6 === undefined ? instance.ipv6 : own.ipv6,
    specs: own.type === undefined ? instance.specs : specsOf(service, own.type),
    alerts: own.alerts ?? instance.alerts,
    watchdog_enabled: own.watchdog_enabled ?? instance.watchdog_enabled,
    locked: own.locked ?? instance.locked,
    updated: service.now(),
  };
  recordUsage(service, service.world.instances.put(changed));
  logEvent(service, { action: "node_update", username: null, instance: changed });
  if (changed.locked !== before.locked) {
    const action = changed.locked ? "lock_create" : "lock_delete";
    logUnlistedEvent(service, { action, username: null, instance: changed });
  }
}
