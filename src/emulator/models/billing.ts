import type { Service } from "../service";
import type { InvoiceItemRecord, InvoiceRecord, UsageRecord } from "../world/billing-records";
import { changeBalance } from "./balance";
import { costOf, taxOn } from "./money";
import { isOpen } from "./usage";

const hourLength = 60 * 60 * 1000;

/** What an invoice made now would come to, in cents; for an account of any size a matter of additions. */
export function uninvoiced(service: Service): number {
  const since = service.world.account.invoiced_until;
  const now = service.now();
  let subtotal = 0;
  for (const usage of service.world.usages.all()) subtotal += costOf(hoursOf(usage, since, now), usage.price);
  return subtotal + taxOn(subtotal, service.settings.taxPercent);
}

/** Makes an invoice of everything used since the last one and puts it on the balance; none where nothing was used. */
export function makeInvoice(service: Service): InvoiceRecord | undefined {
  const { world } = service;
  const items = itemsOf(service);
  settleUsages(service);
  world.account = { ...world.account, invoiced_until: service.now() };
  if (items.length === 0 && !service.settings.emptyInvoices) return undefined;
  const invoice = world.invoices.put({
    id: world.number("invoice"),
    date: service.now(),
    subtotal: items.reduce((sum, item) => sum + item.amount, 0),
    tax: items.reduce((sum, item) => sum + item.tax, 0),
    items,
  });
  changeBalance(service, invoice.subtotal + invoice.tax);
  return invoice;
}

function itemsOf(service: Service): InvoiceItemRecord[] {
  const { account, usages, instances } = service.world;
  const [since, now] = [account.invoiced_until, service.now()];
  let before = 0;
  return usages.all().flatMap((usage) => {
    const spans = spansBetween(usage, since, now);
    const [first, last] = [spans[0], spans.at(-1)];
    if (!first || !last) return [];
    const quantity = hoursOf(usage, since, now);
    const amount = costOf(quantity, usage.price);
    // The tax on the sum is shared out, so that the items' taxes add up to it.
    const percent = service.settings.taxPercent;
    const tax = taxOn(before + amount, percent) - taxOn(before, percent);
    before += amount;
    const label = instances.get(usage.instance_id)?.label ?? usage.label;
    const [from, to, unit_price] = [first.from, last.to, usage.price.hourly];
    return [{ label: titleOf(usage, label), type: "hourly", from, to, quantity, unit_price, amount, tax }];
  });
}

function titleOf({ kind, instance_id, type }: UsageRecord, label: string): string {
  return `${type}${kind === "backups" ? " - backups" : ""} - ${label} (${instance_id})`;
}

/** Forgets what is billed: ended usages, and ended spans of those that go on. */
function settleUsages(service: Service): void {
  const { usages } = service.world;
  for (const usage of usages.all()) {
    if (!isOpen(usage)) usages.remove(usage.id);
    else if (usage.spans.length > 1) usages.put({ ...usage, spans: usage.spans.slice(-1) });
  }
}

/** Each hour that was begun counts. */
function hoursOf(usage: UsageRecord, since: number, until: number): number {
  let hours = 0;
  for (const { from, to } of usage.spans) {
    const length = Math.min(to ?? until, until) - Math.max(from, since);
    if (length > 0) hours += Math.ceil(length / hourLength);
  }
  return hours;
}

function spansBetween(usage: UsageRecord, since: number, until: number): { from: number; to: number }[] {
  return usage.spans
    .map(({ from, to }) => ({ from: Math.max(from, since), to: to ?? until }))
    .filter(({ from, to }) => to > from);
}
