import * as pulumi from "@pulumi/pulumi";
import type { Account as Live } from "../client";
import { type LookupOptions, lookUp } from "./connection";
import { itemsIn } from "./reading";

/** Contact and billing data of the account (section 2.4). Sensitive as a whole. */
export interface AccountResult {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  /** State or province; of the US and CA the two-letter code. */
  readonly state: string;
  readonly zip: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  readonly taxId: string;
  /** What is owed, in US dollars. */
  readonly balance: number;
  /** Estimate of the current invoice in US dollars, without transfer charges. */
  readonly balanceUninvoiced: number;
  /** The card on file; null values where there is none. */
  readonly creditCard: {
    /** The last four digits of the card's number. */
    readonly lastFour: string | null;
    /** When the card expires, as the service writes it. */
    readonly expiry: string | null;
  };
  /** Credits given to the account. */
  readonly activePromotions: PromotionResult[];
  /** What the account can use. */
  readonly capabilities: string[];
  /** Since when it has been active, in UTC. */
  readonly activeSince: string;
  /** The account's UUID. */
  readonly euuid: string;
}

/** A credit given to the account. Amounts are US dollars as decimals. */
export interface PromotionResult {
  readonly summary: string;
  readonly description: string;
  /** What it applies to. */
  readonly serviceType: string;
  /** Most that is credited a month. */
  readonly creditMonthlyCap: string;
  /** What is left in all. */
  readonly creditRemaining: string;
  /** What is left this month. */
  readonly thisMonthCreditRemaining: string;
  /** When it expires, in UTC. */
  readonly expireDt: string;
  /** Where its picture can be seen. */
  readonly imageUrl: string;
}

/**
 * Reads the account. Needs a token. The result is plain: in what a program exports, use `getAccountOutput`, whose result is
 * secret.
 */
export async function getAccount(options?: LookupOptions): Promise<AccountResult> {
  return lookUp({ name: "getAccount", query: {}, keys: {}, options }, async (client) =>
    resultOf(await client.account.view({})),
  );
}

/** `getAccount` as an output, secret as a whole: take the parts that others may see with `pulumi.unsecret`. */
export function getAccountOutput(options?: LookupOptions): pulumi.Output<AccountResult> {
  return pulumi.secret(getAccount(options));
}

/** Nulls where the interface has none are read as empty. */
function resultOf(live: Live): AccountResult {
  return {
    firstName: live.first_name ?? "",
    lastName: live.last_name ?? "",
    company: live.company ?? "",
    email: live.email ?? "",
    phone: live.phone ?? "",
    address1: live.address_1 ?? "",
    address2: live.address_2 ?? "",
    city: live.city ?? "",
    state: live.state ?? "",
    zip: live.zip ?? "",
    country: live.country ?? "",
    taxId: live.tax_id ?? "",
    balance: live.balance ?? 0,
    balanceUninvoiced: live.balance_uninvoiced ?? 0,
    creditCard: { lastFour: live.credit_card?.last_four ?? null, expiry: live.credit_card?.expiry ?? null },
    activePromotions: itemsIn(live.active_promotions).map((promotion) => ({
      summary: promotion.summary ?? "",
      description: promotion.description ?? "",
      serviceType: promotion.service_type ?? "",
      creditMonthlyCap: promotion.credit_monthly_cap ?? "",
      creditRemaining: promotion.credit_remaining ?? "",
      thisMonthCreditRemaining: promotion.this_month_credit_remaining ?? "",
      expireDt: promotion.expire_dt ?? "",
      imageUrl: promotion.image_url ?? "",
    })),
    capabilities: itemsIn(live.capabilities),
    activeSince: live.active_since ?? "",
    euuid: live.euuid ?? "",
  };
}
