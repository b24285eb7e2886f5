import type { Operations, ResponseBody } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import { notFound } from "../../service-error";
import type { InvoiceItemRecord, InvoiceRecord } from "../../world/billing-records";
import { requireAccountAccess } from "../account/grants";
import { dollarsOf } from "./money";

/** Oldest first. */
export function invoicesFor(service: Service, caller: Caller): readonly InvoiceRecord[] {
  requireAccountAccess(caller, "read_only");
  return service.world.invoices.all();
}

/** @throws ServiceError when there is no such invoice. */
export function invoiceFor(service: Service, caller: Caller, id: number): InvoiceRecord {
  requireAccountAccess(caller, "read_only");
  const invoice = service.world.invoices.get(id);
  if (!invoice) throw notFound();
  return invoice;
}

export function showInvoice(
  service: Service,
  { id, date, subtotal, tax }: InvoiceRecord,
): ResponseBody<Operations["invoices"]["view"]> {
  return {
    id,
    label: `Invoice #${id}`,
    date: formatDateTime(service, date),
    subtotal: dollarsOf(subtotal),
    tax: dollarsOf(tax),
    total: dollarsOf(subtotal + tax),
  };
}

export function showInvoiceItem(
  service: Service,
  item: InvoiceItemRecord,
): ResponseBody<Operations["invoices"]["listItems"]> {
  const { label, type, quantity, unit_price, amount, tax } = item;
  return {
    label,
    type,
    from: formatDateTime(service, item.from),
    to: formatDateTime(service, item.to),
    quantity,
    unit_price,
    amount: dollarsOf(amount),
    tax: dollarsOf(tax),
    total: dollarsOf(amount + tax),
  };
}
