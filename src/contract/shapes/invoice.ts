import { z } from "zod";
import { dateTime, integerId } from "../meta";

const dollars = (what: string) => z.number().describe(`${what}, in US dollars.`);

/** An invoice as the service returns it: section 2.7. */
export const invoice = z
  .object({
    id: integerId.describe("The number that identifies the invoice."),
    label: z.string().describe("Its title."),
    date: dateTime.describe("When it was made."),
    subtotal: dollars("What its items cost without tax"),
    tax: dollars("The tax on them"),
    total: dollars("What is to be paid"),
  })
  .meta({ id: "Invoice", description: "An invoice (section 2.7)." });

/** An item of an invoice as the service returns it: section 2.7. */
export const invoiceItem = z
  .object({
    label: z.string().describe("What it is for."),
    type: z.string().describe("Its kind. Values: not specified."),
    from: dateTime.describe("Since when it was used."),
    to: dateTime.describe("Until when it was used."),
    quantity: z.number().describe("How much of it was used."),
    unit_price: z
      .union([z.number(), z.string()])
      .describe(
        "What one unit costs, in US dollars: a number, or a decimal text where the service writes one.",
      ),
    amount: dollars("What it costs without tax"),
    tax: dollars("The tax on it"),
    total: dollars("What it costs"),
  })
  .meta({ id: "InvoiceItem", description: "An item of an invoice (section 2.7)." });
