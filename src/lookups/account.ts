import * as pulumi from "@pulumi/pulumi";
import type { Account as Live } from "../client";
import { runLookup } from "./connection";
import { toItems } from "./normalize";
import type { LookupOptions } from "./options";

/** Contact and billing data of the account (section 2.4). All of it is sensitive. */
export interface AccountResult {
  /** First name of the contact. */
  readonly firstName: string;
  /** Last name of the contact. */
  readonly lastName: string;
  /** Company; empty if there is none. */
  readonly company: string;
  /** Email address. */
  readonly email: string;
  /** Phone number. */
  readonly phone: string;
  /** First line of the billing address. */
  readonly address1: string;
  /** Second line of the billing address. */
  readonly address2: string;
  /** City of the billing address. */
  readonly city: string;
  /** State or province; a two-letter code in the US and Canada. */
  readonly state: string;
  /** Postal code of the billing address. */
  readonly zip: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Tax id; empty if there is none. */
  readonly taxId: string;
  /** Amount owed, in US dollars. */
  readonly balance: number;
  /** Estimated current invoice in US dollars, without transfer charges. */
  readonly balanceUninvoiced: number;
  /** The credit card on file; null values if there is none. */
  readonly creditCard: {
    /** Last four digits of the card number. */
    readonly lastFour: string | null;
    /** Expiry date, in the service's format. */
    readonly expiry: string | null;
  };
  /** Promotions that give the account credit. */
  readonly activePromotions: PromotionResult[];
  /** Features that the account can use. */
  readonly capabilities: string[];
  /** Time since when the account has been active, in UTC. */
  readonly activeSince: string;
  /** The account's UUID. */
  readonly euuid: string;
}

/** A promotion that gives the account credit. Amounts are US dollars as decimal strings. */
export interface PromotionResult {
  /** Short description. */
  readonly summary: string;
  /** Long description. */
  readonly description: string;
  /** Type of service that it applies to. */
  readonly serviceType: string;
  /** Maximum credit per month. */
  readonly creditMonthlyCap: string;
  /** Remaining credit. */
  readonly creditRemaining: string;
  /** Remaining credit of this month. */
  readonly thisMonthCreditRemaining: string;
  /** Expiry time, in UTC. */
  readonly expireDt: string;
  /** URL of its picture. */
  readonly imageUrl: string;
}

/**
 * Reads the account. Requires a token. The result is not marked as secret: use `getAccountOutput` for values that a program
 * exports.
 */
export async function getAccount(options?: LookupOptions): Promise<AccountResult> {
  return runLookup({ name: "getAccount", query: {}, rules: {}, options }, async (client) =>
    resultOf(await client.account.view({})),
  );
}

/** Reads the account as a secret output. Use `pulumi.unsecret` for parts that are not sensitive. */
export function getAccountOutput(options?: LookupOptions): pulumi.Output<AccountResult> {
  return pulumi.secret(getAccount(options));
}

/** Replaces nulls that the interface does not allow with empty values. */
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
    activePromotions: toItems(live.active_promotions).map((promotion) => ({
      summary: promotion.summary ?? "",
      description: promotion.description ?? "",
      serviceType: promotion.service_type ?? "",
      creditMonthlyCap: promotion.credit_monthly_cap ?? "",
      creditRemaining: promotion.credit_remaining ?? "",
      thisMonthCreditRemaining: promotion.this_month_credit_remaining ?? "",
      expireDt: promotion.expire_dt ?? "",
      imageUrl: promotion.image_url ?? "",
    })),
    capabilities: toItems(live.capabilities),
    activeSince: live.active_since ?? "",
    euuid: live.euuid ?? "",
  };
}
