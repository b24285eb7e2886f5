import { z } from "zod";
import { moment } from "./moment";

/** The records of an account, as plain JSON with the interface's names. Times are in milliseconds since 1970 UTC. */

export const promotionRecord = z
  .object({
    credit_monthly_cap: z.string(),
    credit_remaining: z.string(),
    this_month_credit_remaining: z.string(),
    description: z.string(),
    summary: z.string(),
    service_type: z.string(),
    image_url: z.string(),
    expire_dt: moment,
  })
  .meta({
    id: "PromotionRecord",
    description: "A credit of the account. Amounts are US dollars as decimal strings.",
  });

export const accountRecord = z
  .object({
    address_1: z.string(),
    address_2: z.string(),
    city: z.string(),
    company: z.string(),
    country: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string(),
    state: z.string(),
    tax_id: z.string(),
    zip: z.string(),
    active_since: moment,
    active_promotions: z.array(promotionRecord),
    balance: z.number().describe("In US dollars. Negative for a credit."),
    owed_since: moment.nullable().describe("Since when the balance has been positive."),
    invoiced_until: moment.describe("Usage until then has been invoiced."),
    cancelled: moment.nullable(),
    capabilities: z.array(z.string()),
    euuid: z.string(),
  })
  .meta({ id: "AccountRecord" });

/** An account with its number. 1 is the first account. */
export const numberedAccount = z.object({ number: z.int().min(1), account: accountRecord });

export const paymentMethodRecord = z
  .object({
    id: z.int().min(1),
    type: z.enum(["credit_card", "google_pay", "paypal"]),
    is_default: z.boolean(),
    created: moment,
    data: z.record(z.string(), z.string()),
    state: z
      .enum(["hidden", "active", "deleted"])
      .describe(
        "`hidden`: added and not listed yet. `deleted`: kept to count the payment methods added in a day.",
      ),
    wants_default: z.boolean().describe("Whether it becomes the default when it is listed."),
    charging: z.enum(["works", "warned", "declined"]).describe("The result of a payment with it."),
  })
  .meta({
    id: "PaymentMethodRecord",
    description: "A credit card is stored with only the fields that the service returns.",
  });

export const oauthClientRecord = z
  .object({
    id: z.string(),
    label: z.string(),
    public: z.boolean(),
    redirect_uri: z.string(),
    secret_sha256: z.string(),
    status: z.enum(["active", "disabled", "suspended"]),
    thumbnail: z
      .object({ content_type: z.string(), data: z.string() })
      .nullable()
      .describe("Publicly viewable. `data` is base64."),
    created: moment,
  })
  .meta({ id: "OAuthClientRecord" });

export type PromotionRecord = z.output<typeof promotionRecord>;
export type AccountRecord = z.output<typeof accountRecord>;
export type PaymentMethodRecord = z.output<typeof paymentMethodRecord>;
export type OAuthClientRecord = z.output<typeof oauthClientRecord>;
