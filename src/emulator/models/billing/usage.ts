import type { Service } from "../../service";
import type { UsageRecord } from "../../world/billing-records";
import type { InstanceRecord } from "../../world/records";
import { pricesOf } from "../catalog/types";

const hourLength = 60 * 60 * 1000;

type Used = Pick<UsageRecord, "kind" | "type" | "price">;

/** Notes what an instance costs from now on, also powered off: itself, and its backup service where it has one. */
export function noteUsage(service: Service, instance: InstanceRecord): InstanceRecord {
  const { usages } = service.world;
  const used = usedBy(service, instance);
  const known = usages.of(instance.id);
  for (const usage of known) {
    if (usage.since !== null && !used.some((one) => isOf(usage, one))) close(service, usage, instance.label);
  }
  for (const one of used) {
    const usage = known.find((same) => isOf(same, one));
    if (usage && usage.since !== null) continue;
    const begun = usage ?? { ...one, ...newUsage(service), instance_id: instance.id };
    usages.put({ ...begun, label: instance.label, since: service.now() });
  }
  return instance;
}

/** An instance costs nothing more; what it has cost stays to be billed (section 4.1, behaviour 3). */
export function endUsage(service: Service, instance: InstanceRecord): void {
  for (const usage of service.world.usages.of(instance.id)) {
    if (usage.since !== null) close(service, usage, instance.label);
  }
}

/** The hours until a moment that are not on an invoice; each one that was begun counts. */
export function hoursUntil(moment: number, { hours, since }: UsageRecord, invoicedUntil: number): number {
  if (since === null) return hours;
  return hours + Math.ceil((moment - Math.max(since, invoicedUntil)) / hourLength);
}

function newUsage(service: Service): Pick<UsageRecord, "id" | "began" | "hours" | "until"> {
  return { id: service.world.number("usage"), began: service.now(), hours: 0, until: null };
}

function usedBy(service: Service, { type, backups }: InstanceRecord): Used[] {
  const { price, backups_price } = pricesOf(service, type);
  const own: Used = { kind: "instance", type, price };
  return backups.enabled ? [own, { kind: "backups", type, price: backups_price }] : [own];
}

function isOf(usage: UsageRecord, { kind, type }: Used): boolean {
  return usage.kind === kind && usage.type === type;
}

function close(service: Service, usage: UsageRecord, label: string): void {
  const now = service.now();
  const hours = hoursUntil(now, usage, service.world.account.invoiced_until);
  service.world.usages.put({ ...usage, label, hours, since: null, until: now });
}
