import { z } from "zod";
import { limits } from "../limits";

const { card: bounds } = limits;
const digits = /^\d+$/;
const digitsOnly = "digits only, without spaces or dashes";

/** The fields of a credit card in a request. All of them are secret. */
const month = z
  .int()
  .min(bounds.expiryMonth.min)
  .max(bounds.expiryMonth.max)
  .meta({ secret: true })
  .describe("From 1 to 12.");
const year = z.int().min(1000).max(9999).meta({ secret: true }).describe("Four digits.");

/** The card data of a payment method: section 2.5, which bounds neither number nor cvv. */
export const paymentMethodCard = z
  .strictObject({
    card_number: z
      .string()
      .regex(digits, digitsOnly)
      .meta({ secret: true })
      .describe("Digits, without spaces or dashes."),
    expiry_month: month,
    expiry_year: year,
    cvv: z.string().regex(digits, digitsOnly).meta({ secret: true }).describe("Digits."),
  })
  .meta({ secret: true })
  .describe("The credit card.");

/** The body of the deprecated operation that sets the account's card: section 4.3. */
export const creditCard = z.strictObject({
  card_number: z
    .string()
    .regex(digits, digitsOnly)
    .min(bounds.number.min)
    .max(bounds.number.max)
    .meta({ secret: true })
    .describe(`${bounds.number.min} to ${bounds.number.max} digits, without spaces or dashes.`),
  cvv: z
    .string()
    .regex(digits, digitsOnly)
    .min(bounds.cvv.min)
    .max(bounds.cvv.max)
    .meta({ secret: true })
    .describe(`${bounds.cvv.min} or ${bounds.cvv.max} digits.`),
  expiry_month: month,
  expiry_year: year,
});
