import { z } from "zod";
import { dateTime, integerId } from "../meta";

/** A payment as the service returns it: section 2.6. */
export const payment = z
  .object({
    id: integerId.describe("The number that identifies the payment."),
    date: dateTime.describe("When it was made."),
    usd: z
      .union([z.number(), z.string()])
      .describe("The amount in US dollars, as a number or a decimal string."),
    warnings: z
      .array(
        z
          .object({
            title: z.string().describe("A short description."),
            details: z.string().describe("A long description."),
          })
          .meta({ id: "PaymentWarning", description: "A warning about a successful payment." }),
      )
      .exactOptional()
      .describe("Warnings about the payment. Returned only when it is made."),
  })
  .meta({ id: "Payment", description: "A payment (section 2.6)." });

/** The body that makes a payment: section 4.4. */
export const paymentCreate = z.strictObject({
  usd: z
    .string()
    .regex(/^\d+(\.\d+)?$/, "a decimal number as text")
    .describe('The amount in US dollars as a decimal, for example `"12.50"`.'),
  payment_method_id: integerId
    .exactOptional()
    .describe("Id of the payment method. Default: the default method."),
  cvv: z
    .string()
    .exactOptional()
    .meta({ secret: true })
    .describe("The card's verification code; required when paying by credit card."),
});
