import type { Service } from "../service";
import type { UsageRecord } from "../world/billing-records";
import type { InstanceRecord } from "../world/records";
import { pricesOf } from "./types";

type Used = Pick<UsageRecord, "kind" | "type" | "price">;

/** Notes what an instance costs from now on, also powered off: itself, and its backup service where it has one. */
export function noteUsage(service: Service, instance: InstanceRecord): InstanceRecord {
  const { usages } = service.world;
  const used = usedBy(service, instance);
  const known = usages.of(instance.id);
  for (const usage of known) {
    if (isOpen(usage) && !used.some((one) => isOf(usage, one))) close(service, usage, instance.label);
  }
  for (const one of used) {
    const usage = known.find((same) => isOf(same, one));
    if (usage && isOpen(usage)) continue;
    const { id, spans } = usage ?? { id: service.world.number("usage"), spans: [] };
    usages.put({
      ...one,
      id,
      instance_id: instance.id,
      label: instance.label,
      spans: [...spans, { from: service.now(), to: null }],
    });
  }
  return instance;
}

/** An instance costs nothing more; what it has cost stays to be billed (section 4.1, behaviour 3). */
export function endUsage(service: Service, instance: InstanceRecord): void {
  for (const usage of service.world.usages.of(instance.id)) {
    if (isOpen(usage)) close(service, usage, instance.label);
  }
}

export function isOpen(usage: UsageRecord): boolean {
  return usage.spans.at(-1)?.to === null;
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
  const spans = usage.spans.map((span) => (span.to === null ? { ...span, to: service.now() } : span));
  service.world.usages.put({ ...usage, label, spans });
}
