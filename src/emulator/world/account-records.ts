import { z } from "zod";
import { moment } from "./moment";

/** What the world holds of the account, as plain JSON in the interface's own names. Moments are milliseconds since 1970 UTC. */

/** A credit given to the account. Amounts are US dollars as decimals. */
export const promotionRecord = z.object({
  credit_monthly_cap: z.string(),
  credit_remaining: z.string(),
  this_month_credit_remaining: z.string(),
  description: z.string(),
  summary: z.string(),
  service_type: z.string(),
  image_url: z.string(),
  expire_dt: moment,
});

export const accountRecord = z.object({
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
  /** US dollars; below 0 it is a credit. */
  balance: z.number(),
  /** Since when something has been owed. */
  owed_since: moment.nullable(),
  /** What was used until then is on an invoice. */
  invoiced_until: moment,
  cancelled: moment.nullable(),
  capabilities: z.array(z.string()),
  euuid: z.string(),
});

/** An account by its number: 1 is the one that a world begins with. */
export const numberedAccount = z.object({ number: z.int().min(1), account: accountRecord });

/** Of a card no more is kept than what may be shown. */
export const paymentMethodRecord = z.object({
  id: z.int().min(1),
  type: z.enum(["credit_card", "google_pay", "paypal"]),
  is_default: z.boolean(),
  created: moment,
  data: z.record(z.string(), z.string()),
  /** `hidden`: added, and not listed yet. `deleted`: kept to count what was added in a day. */
  state: z.enum(["hidden", "active", "deleted"]),
  /** Becomes the default when it is listed. */
  wants_default: z.boolean(),
  /** What becomes of a payment with it. */
  charging: z.enum(["works", "warned", "declined"]),
});

export const oauthClientRecord = z.object({
  id: z.string(),
  label: z.string(),
  public: z.boolean(),
  redirect_uri: z.string(),
  /** Enough to know the secret again, and not to tell it. */
  secret_sha256: z.string(),
  status: z.enum(["active", "disabled", "suspended"]),
  /** Everybody may see it; `data` is base64. */
  thumbnail: z.object({ content_type: z.string(), data: z.string() }).nullable(),
  created: moment,
});

export type PromotionRecord = z.output<typeof promotionRecord>;
export type AccountRecord = z.output<typeof accountRecord>;
export type PaymentMethodRecord = z.output<typeof paymentMethodRecord>;
export type OAuthClientRecord = z.output<typeof oauthClientRecord>;
