import { z } from "zod";
import { moment } from "./moment";

/** What the world holds of what is used, billed and paid, as plain JSON. Moments are milliseconds since 1970 UTC, amounts whole cents. */
const id = z.int().min(1);
const cents = z.int();

/** What an instance, or its backup service, has cost and will cost until the next invoice. */
export const usageRecord = z.object({
  id,
  instance_id: id,
  kind: z.enum(["instance", "backups"]),
  /** The instance's label, and the type whose price it has. */
  label: z.string(),
  type: z.string(),
  /** US dollars. The month's price is the most that a month costs. */
  price: z.object({ hourly: z.number(), monthly: z.number() }),
  /** When it was used first since the last invoice. */
  began: moment,
  /** The hours until it last ended. */
  hours: z.int(),
  /** Since when it is used; null: it has ended. */
  since: moment.nullable(),
  /** When it last ended. */
  until: moment.nullable(),
});

const invoiceItemRecord = z.object({
  label: z.string(),
  type: z.string(),
  from: moment,
  to: moment,
  /** Hours. */
  quantity: z.int(),
  /** US dollars: an hour's price has more decimals than cents. */
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
  /** What it is about, and goes with; null: the account. */
  instance_id: id.nullable(),
  when: moment.nullable(),
  /** When it goes by itself. */
  until: moment.nullable(),
});

export type UsageRecord = z.output<typeof usageRecord>;
export type InvoiceRecord = z.output<typeof invoiceRecord>;
export type InvoiceItemRecord = z.output<typeof invoiceItemRecord>;
export type PaymentRecord = z.output<typeof paymentRecord>;
export type NotificationRecord = z.output<typeof notificationRecord>;
