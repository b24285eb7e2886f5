import { z } from "zod";
import { dateTime, integerId } from "../meta";

const dollars = (what: string) => z.number().describe(`${what}, in US dollars.`);

/** An invoice as the service returns it: section 2.7. */
export const invoice = z
  .object({
    id: integerId.describe("The number that identifies the invoice."),
    label: z.string().describe("Its title."),
    date: dateTime.describe("When it was issued."),
    subtotal: dollars("The price of its items without tax"),
    tax: dollars("The tax"),
    total: dollars("The price with tax"),
  })
  .meta({ id: "Invoice", description: "An invoice (section 2.7)." });

/** An item of an invoice as the service returns it: section 2.7. */
export const invoiceItem = z
  .object({
    label: z.string().describe("The billed usage."),
    type: z.string().describe("The kind of item. Values: not specified."),
    from: dateTime.describe("The start of the billed period."),
    to: dateTime.describe("The end of the billed period."),
    quantity: z.number().describe("The quantity used."),
    unit_price: z
      .union([z.number(), z.string()])
      .describe("The price of one unit in US dollars, as a number or a decimal string."),
    amount: dollars("The price without tax"),
    tax: dollars("The tax"),
    total: dollars("The price with tax"),
  })
  .meta({ id: "InvoiceItem", description: "An item of an invoice (section 2.7)." });
