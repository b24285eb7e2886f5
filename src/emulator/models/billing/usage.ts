import type { Service } from "../../service";
import type { UsageRecord } from "../../world/billing-records";
import type { InstanceRecord } from "../../world/instance-records";
import { millisecondsPerHour } from "../../world/moment";
import { pricesOf } from "../catalog/types";

type Product = Pick<UsageRecord, "kind" | "type" | "price">;

/** Starts billing an instance, even if it is powered off, and its backup service if that is enabled. */
export function recordUsage(service: Service, instance: InstanceRecord): InstanceRecord {
  const { usages } = service.world;
  const products = productsOf(service, instance);
  const known = usages.of(instance.id);
  for (const usage of known) {
    const isUsed = products.some((product) => isUsageOf(usage, product));
    if (usage.since !== null && !isUsed) close(service, usage, instance.label);
  }
  for (const product of products) {
    const usage = known.find((one) => isUsageOf(one, product));
    if (usage && usage.since !== null) continue;
    const reopened = usage ?? { ...product, ...newUsage(service), instance_id: instance.id };
    usages.put({ ...reopened, label: instance.label, since: service.now() });
  }
  return instance;
}

/** Stops billing an instance. Its costs so far are still billed (section 4.1, behavior 3). */
export function endUsage(service: Service, instance: InstanceRecord): void {
  for (const usage of service.world.usages.of(instance.id)) {
    if (usage.since !== null) close(service, usage, instance.label);
  }
}

/**
 * The hours up to a moment that no invoice contains yet. A partial hour counts as a full one. An external change or a loaded world may
 * have an invoice that covers later hours.
 */
export function hoursUntil(moment: number, { hours, since }: UsageRecord, invoicedUntil: number): number {
  if (since === null) return hours;
  return hours + Math.max(0, Math.ceil((moment - Math.max(since, invoicedUntil)) / millisecondsPerHour));
}

function newUsage(service: Service): Pick<UsageRecord, "id" | "began" | "hours" | "until"> {
  return { id: service.world.nextNumber("usage"), began: service.now(), hours: 0, until: null };
}

function productsOf(service: Service, { type, backups }: InstanceRecord): Product[] {
  const { price, backups_price } = pricesOf(service, type);
  const own: Product = { kind: "instance", type, price };
  return backups.enabled ? [own, { kind: "backups", type, price: backups_price }] : [own];
}

function isUsageOf(usage: UsageRecord, { kind, type }: Product): boolean {
  return usage.kind === kind && usage.type === type;
}

function close(service: Service, usage: UsageRecord, label: string): void {
  const now = service.now();
  const hours = hoursUntil(now, usage, service.world.account.invoiced_until);
  service.world.usages.put({ ...usage, label, hours, since: null, until: now });
}
