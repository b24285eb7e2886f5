import { z } from "zod";
import { notFound } from "../refusal";
import type { Service } from "../service";
import type { InstanceRecord } from "../world/records";
import { instanceRecord } from "../world/records";
import { logEvent } from "./events";
import { removeInstance } from "./instance-removal";
import { begin, powerOff, setStatus } from "./instance-status";
import { accountHappenings, happenToAccount } from "./outside-account";
import { billingHappenings, happenToBilling } from "./outside-billing";
import { happenToImage, imageHappenings } from "./outside-images";
import { happenToOAuthClient, oauthClientHappenings } from "./outside-oauth-clients";
import { regionFor } from "./regions";
import { specsOf } from "./types";
import { noteUsage } from "./usage";

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
    alerts: true,
    watchdog_enabled: true,
  })
  .partial()
  .strict();

/** What no operation causes. */
export const happening = z.discriminatedUnion("kind", [
  /** The instance powers off without a job: its watchdog acts. */
  z.strictObject({ kind: z.literal("power_off"), instanceId }),
  /** The host is maintained: `stopped` for a while, then as before. */
  z.strictObject({ kind: z.literal("maintenance"), instanceId }),
  /** The instance is gone at once. */
  z.strictObject({ kind: z.literal("gone"), instanceId }),
  z.strictObject({ kind: z.literal("change"), instanceId, patch: instancePatch }),
  z.strictObject({ kind: z.literal("region"), regionId: z.string(), status: z.enum(["ok", "outage"]) }),
  ...imageHappenings,
  ...oauthClientHappenings,
  ...accountHappenings,
  ...billingHappenings,
]);

export type InstancePatch = z.output<typeof instancePatch>;
/** A happening as it is written. */
export type Happening = z.input<typeof happening>;

/** @throws Refusal when what it concerns doesn't exist. */
export function happen(service: Service, what: z.output<typeof happening>): void {
  switch (what.kind) {
    case "power_off":
      powerOff(service, instanceOf(service, what.instanceId));
      break;
    case "maintenance":
      maintain(service, instanceOf(service, what.instanceId));
      break;
    case "gone":
      removeInstance(service, instanceOf(service, what.instanceId));
      break;
    case "change":
      change(service, instanceOf(service, what.instanceId), what.patch);
      break;
    case "region":
      service.world.regions.put({ ...regionFor(service, what.regionId), status: what.status });
      break;
    case "image_change":
    case "image_gone":
      happenToImage(service, what);
      break;
    case "oauth_client_change":
    case "oauth_client_gone":
      happenToOAuthClient(service, what);
      break;
    case "promotion":
    case "notification":
    case "notification_gone":
      happenToBilling(service, what);
      break;
    default:
      happenToAccount(service, what);
  }
}

function instanceOf(service: Service, id: number): InstanceRecord {
  const instance = service.world.instances.get(id);
  if (!instance) throw notFound();
  return instance;
}

function maintain(service: Service, instance: InstanceRecord): void {
  const course = instance.status === "running" ? "maintenanceOfRunning" : "maintenance";
  begin(service, instance, course, { username: instance.created_by });
}

function change(service: Service, before: InstanceRecord, patch: InstancePatch): void {
  const { status, ...own } = patch;
  const instance = status === undefined ? before : setStatus(service, before, status);
  const changed: InstanceRecord = {
    ...instance,
    label: own.label ?? instance.label,
    group: own.group ?? instance.group,
    tags: own.tags ?? instance.tags,
    region: own.region ?? instance.region,
    type: own.type ?? instance.type,
    image: own.image === undefined ? instance.image : own.image,
    specs: own.type === undefined ? instance.specs : specsOf(service, own.type),
    alerts: own.alerts ?? instance.alerts,
    watchdog_enabled: own.watchdog_enabled ?? instance.watchdog_enabled,
    updated: service.now(),
  };
  noteUsage(service, service.world.instances.put(changed));
  logEvent(service, { action: "node_update", username: null, instance: changed });
}
