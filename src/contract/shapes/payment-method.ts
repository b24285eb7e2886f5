import { z } from "zod";
import { dateTime, integerId } from "../meta";
import { paymentMethodCard } from "./card";

/** The types of section 2.5. Only `credit_card` can be added. */
export const paymentMethodTypes = ["credit_card", "google_pay", "paypal"] as const;

/** A payment method as the service returns it: section 2.5. */
export const paymentMethod = z
  .object({
    id: integerId.describe("The number that identifies the payment method."),
    type: z.enum(paymentMethodTypes).describe("Its kind."),
    is_default: z
      .boolean()
      .describe("Whether payments use it by default. Exactly one method is the default."),
    created: dateTime.describe("When it was added."),
    data: z
      .looseObject({
        card_type: z.string().exactOptional().describe("The card's brand."),
        expiry: z.string().exactOptional().describe("When the card expires."),
        last_four: z.string().exactOptional().describe("The last four digits of the card's number."),
      })
      .describe("The public data of a credit card. For other kinds: not specified."),
  })
  .meta({ id: "PaymentMethod", description: "A payment method of the account (section 2.5)." });

/** The body that adds a payment method: section 4.4. */
export const paymentMethodAdd = z.strictObject({
  type: z.enum(["credit_card"]).describe("Only credit cards can be added."),
  is_default: z.boolean().describe("Whether it becomes the default."),
  data: paymentMethodCard,
});
