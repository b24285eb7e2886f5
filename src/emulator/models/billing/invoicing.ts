import type { Service } from "../../service";
import type { InvoiceItemRecord, InvoiceRecord, UsageRecord } from "../../world/billing-records";
import { changeBalance } from "./balance";
import { costOf, taxOn } from "./money";
import { hoursUntil } from "./usage";

/** The total, in cents, of an invoice issued now. It builds no items, because every view of the account needs it. */
export function uninvoicedTotal(service: Service): number {
  const { invoiced_until } = service.world.account;
  const now = service.now();
  let subtotal = 0;
  for (const usage of service.world.usages.all()) {
    subtotal += costOf(hoursUntil(now, usage, invoiced_until), usage.price);
  }
  return subtotal + taxOn(subtotal, service.settings.taxPercent);
}

/** Creates an invoice for everything used since the last one, and adds it to the balance. Without usage there is none. */
export function createInvoice(service: Service): InvoiceRecord | undefined {
  const { world } = service;
  const items = itemsOf(service);
  settleUsages(service);
  world.account = {
    ...world.account,
    invoiced_until: Math.max(world.account.invoiced_until, service.now()),
  };
  if (items.length === 0 && !service.settings.emptyInvoices) return undefined;
  const invoice = world.invoices.put({
    id: world.nextNumber("invoice"),
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
  const now = service.now();
  const percent = service.settings.taxPercent;
  let before = 0;
  return usages.all().flatMap((usage) => {
    const quantity = hoursUntil(now, usage, account.invoiced_until);
    if (quantity === 0) return [];
    const amount = costOf(quantity, usage.price);
    // Rounded on the running sum, so that the taxes of the items add up to the tax on the subtotal.
    const tax = taxOn(before + amount, percent) - taxOn(before, percent);
    before += amount;
    return [
      {
        label: titleOf(usage, instances.get(usage.instance_id)?.label ?? usage.label),
        type: "hourly",
        from: Math.max(usage.began, account.invoiced_until),
        to: (usage.since === null ? usage.until : null) ?? now,
        quantity,
        unit_price: usage.price.hourly,
        amount,
        tax,
      },
    ];
  });
}

function titleOf({ kind, instance_id, type }: UsageRecord, label: string): string {
  return `${type}${kind === "backups" ? " - backups" : ""} - ${label} (${instance_id})`;
}

/** Removes what has been billed: ended usages, and the earlier hours of the others. */
function settleUsages(service: Service): void {
  const { usages } = service.world;
  for (const usage of usages.all()) {
    if (usage.since === null) usages.remove(usage.id);
    else if (usage.hours > 0) usages.put({ ...usage, began: usage.since, hours: 0 });
  }
}
