import { z } from "zod";
import { moment } from "./moment";

/** The records of usage, invoices and payments, as plain JSON. Times are in milliseconds since 1970 UTC, amounts in cents. */
const id = z.int().min(1);
const cents = z.int();

/** The usage of an instance or of its backup service since the last invoice. */
export const usageRecord = z.object({
  id,
  instance_id: id,
  kind: z.enum(["instance", "backups"]),
  /** The label of the instance, and the type that determines the price. */
  label: z.string(),
  type: z.string(),
  /** In US dollars. The monthly price is the maximum per month. */
  price: z.object({ hourly: z.number(), monthly: z.number() }),
  /** The first use since the last invoice. */
  began: moment,
  /** The hours of earlier periods of use. */
  hours: z.int(),
  /** The start of the current period of use. Null: not in use. */
  since: moment.nullable(),
  /** The end of the last period of use. */
  until: moment.nullable(),
});

const invoiceItemRecord = z.object({
  label: z.string(),
  type: z.string(),
  from: moment,
  to: moment,
  /** Hours. */
  quantity: z.int(),
  /** In US dollars, because the price per hour is a fraction of a cent. */
  unit_price: z.number(),
  amount: cents,
  tax: cents,
});

export const invoiceRecord = z.object({
  id,
  date: moment,
  subtotal: cents,
  tax: cents,
  items: z.array(invoiceItemRecord),
});

export const paymentRecord = z.object({ id, date: moment, amount: cents, payment_method_id: id });

/** A notification added by an external change. */
export const notificationRecord = z.object({
  id,
  label: z.string(),
  message: z.string(),
  body: z.string().nullable(),
  severity: z.string(),
  type: z.string(),
  /** The instance that it is about and deleted with. Null: it is about the account. */
  instance_id: id.nullable(),
  when: moment.nullable(),
  /** When it expires. */
  until: moment.nullable(),
});

export type UsageRecord = z.output<typeof usageRecord>;
export type InvoiceRecord = z.output<typeof invoiceRecord>;
export type InvoiceItemRecord = z.output<typeof invoiceItemRecord>;
export type PaymentRecord = z.output<typeof paymentRecord>;
export type NotificationRecord = z.output<typeof notificationRecord>;
