import type { Answer, Operations } from "../../../contract";
import { notFound } from "../../refusal";
import { type Caller, dateTime, type Service } from "../../service";
import type { InvoiceItemRecord, InvoiceRecord } from "../../world/billing-records";
import { requireAccountAccess } from "../account/grants";
import { dollarsOf } from "./money";

/** Oldest first. */
export function invoicesFor(service: Service, caller: Caller): readonly InvoiceRecord[] {
  requireAccountAccess(caller, "read_only");
  return service.world.invoices.all();
}

/** @throws Refusal when there is no such invoice. */
export function invoiceFor(service: Service, caller: Caller, id: number): InvoiceRecord {
  requireAccountAccess(caller, "read_only");
  const invoice = service.world.invoices.get(id);
  if (!invoice) throw notFound();
  return invoice;
}

export function showInvoice(
  service: Service,
  { id, date, subtotal, tax }: InvoiceRecord,
): Answer<Operations["invoices"]["view"]> {
  return {
    id,
    label: `Invoice #${id}`,
    date: dateTime(service, date),
    subtotal: dollarsOf(subtotal),
    tax: dollarsOf(tax),
    total: dollarsOf(subtotal + tax),
  };
}

export function showInvoiceItem(
  service: Service,
  item: InvoiceItemRecord,
): Answer<Operations["invoices"]["listItems"]> {
  const { label, type, quantity, unit_price, amount, tax } = item;
  return {
    label,
    type,
    from: dateTime(service, item.from),
    to: dateTime(service, item.to),
    quantity,
    unit_price,
    amount: dollarsOf(amount),
    tax: dollarsOf(tax),
    total: dollarsOf(amount + tax),
  };
}
