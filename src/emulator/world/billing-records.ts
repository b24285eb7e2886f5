import { z } from "zod";
import { moment } from "./moment";

/** The records of usage, invoices and payments, as plain JSON. Times are in milliseconds since 1970 UTC, amounts in cents. */
const id = z.int().min(1);
const cents = z.int();

export const usageRecord = z
  .object({
    id,
    instance_id: id,
    kind: z.enum(["instance", "backups"]),
    label: z.string().describe("The label of the instance, and the type that determines the price."),
    type: z.string(),
    price: z
      .object({ hourly: z.number(), monthly: z.number() })
      .describe("In US dollars. The monthly price is the maximum per month."),
    began: moment.describe("The start of the usage since the last invoice."),
    hours: z.int().describe("The hours of earlier usage periods."),
    since: moment.nullable().describe("The start of the current usage period. Null if it is not in use."),
    until: moment.nullable().describe("The end of the last usage period."),
  })
  .meta({
    id: "UsageRecord",
    description: "The usage of an instance or of its backup service since the last invoice.",
  });

const invoiceItemRecord = z
  .object({
    label: z.string(),
    type: z.string(),
    from: moment,
    to: moment,
    quantity: z.int().describe("Hours."),
    unit_price: z.number().describe("In US dollars, because the price per hour is a fraction of a cent."),
    amount: cents,
    tax: cents,
  })
  .meta({ id: "InvoiceItemRecord" });

export const invoiceRecord = z
  .object({
    id,
    date: moment,
    subtotal: cents,
    tax: cents,
    items: z.array(invoiceItemRecord),
  })
  .meta({ id: "InvoiceRecord" });

export const paymentRecord = z
  .object({ id, date: moment, amount: cents, payment_method_id: id })
  .meta({ id: "PaymentRecord" });

export const notificationRecord = z
  .object({
    id,
    label: z.string(),
    message: z.string(),
    body: z.string().nullable(),
    severity: z.string(),
    type: z.string(),
    instance_id: id
      .nullable()
      .describe(
        "The instance that it is about, and with which it is deleted. Null if it is about the account.",
      ),
    when: moment.nullable(),
    until: moment.nullable().describe("When it expires."),
  })
  .meta({ id: "NotificationRecord", description: "A notification added by an external change." });

export type UsageRecord = z.output<typeof usageRecord>;
export type InvoiceRecord = z.output<typeof invoiceRecord>;
export type InvoiceItemRecord = z.output<typeof invoiceItemRecord>;
export type PaymentRecord = z.output<typeof paymentRecord>;
export type NotificationRecord = z.output<typeof notificationRecord>;
