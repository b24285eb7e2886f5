import { z } from "zod";
import { notFound } from "../../refusal";
import type { Service } from "../../service";
import { type InstanceRecord, instanceRecord } from "../../world/records";
import { noteUsage } from "../billing/usage";
import { specsOf } from "../catalog/types";
import { logEvent } from "../events/events";
import { replaceAddresses } from "../instances/addresses";
import { planMaintenance } from "../instances/maintenances";
import { removeInstance } from "../instances/removal";
import { powerOff, setStatus } from "../instances/status";
import { momentOf, writtenMoment } from "../moments";

const instanceId = z.int();

/** What an outside hand can change on an instance, with no operation and no check. */
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
    /** Private ones are those of 192.168.128.0/17. */
    ipv4: z.array(z.ipv4()),
    /** Whether its deletion is refused. */
    locked: z.boolean(),
  })
  .partial()
  .strict();

/** What befalls instances by an outside hand, with no operation and no check. */
export const instanceHappenings = [
  /** The instance powers off without a job: its watchdog acts. */
  z.strictObject({ kind: z.literal("power_off"), instanceId }),
  /** The host is maintained: `stopped` for a while, then as before. `when` is a moment to come; without, it begins now. */
  z.strictObject({
    kind: z.literal("maintenance"),
    instanceId,
    when: writtenMoment.exactOptional(),
    reason: z.string().default("This node's host is being maintained."),
    type: z.string().default("reboot"),
  }),
  /** The instance is gone at once. */
  z.strictObject({ kind: z.literal("gone"), instanceId }),
  z.strictObject({ kind: z.literal("change"), instanceId, patch: instancePatch }),
] as const;

export type InstancePatch = z.output<typeof instancePatch>;
type InstanceHappening = z.output<(typeof instanceHappenings)[number]>;

export function happenToInstance(service: Service, what: InstanceHappening): void {
  const instance = service.world.instances.get(what.instanceId);
  if (!instance) throw notFound();
  switch (what.kind) {
    case "power_off":
      powerOff(service, instance);
      break;
    case "maintenance": {
      const { when, reason, type } = what;
      planMaintenance(service, instance, {
        reason,
        type,
        when: when === undefined ? service.now() : momentOf(when),
      });
      break;
    }
    case "gone":
      removeInstance(service, instance);
      logEvent(service, { action: "node_delete", username: null, instance });
      break;
    case "change":
      change(service, instance, what.patch);
      break;
  }
}

function change(service: Service, before: InstanceRecord, patch: InstancePatch): void {
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
  noteUsage(service, service.world.instances.put(changed));
  logEvent(service, { action: "node_update", username: null, instance: changed });
}
