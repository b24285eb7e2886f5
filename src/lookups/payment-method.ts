import * as pulumi from "@pulumi/pulumi";
import type { PaymentMethod as Live } from "../client";
import { runLookup } from "./connection";
import type { LookupOptions } from "./options";
import { aBoolean, aNumber, aString, type RulesOf } from "./query";
import { type Filter, findAll } from "./search";
import { sharedList } from "./shared-list";

/** A payment method of the account (section 2.5). All of it is sensitive. */
export interface PaymentMethodResult {
  /** Id of the payment method. */
  readonly id: number;
  /** `credit_card`, `google_pay` or `paypal`. */
  readonly type: string;
  /** Whether it is the account's default payment method. */
  readonly isDefault: boolean;
  /** Time at which it was added, in UTC. */
  readonly created: string;
  /** Visible data of a credit card; null values for other types, whose data is not specified. */
  readonly data: {
    /** Brand of the card. */
    readonly cardType: string | null;
    /** Expiry date, in the service's format. */
    readonly expiry: string | null;
    /** Last four digits of the card number. */
    readonly lastFour: string | null;
  };
}

/** Filters, all of which must match. The package applies them to the full list. */
export interface PaymentMethodFilters {
  /** Id of the payment method. */
  readonly id?: number;
  /** `credit_card`, `google_pay` or `paypal`. */
  readonly type?: string;
  /** Whether it is the account's default payment method. */
  readonly isDefault?: boolean;
}

/**
 * Finds the account's active payment methods that match the filters, sorted by id. Requires a token. The result is not marked as
 * secret: use `getPaymentMethodsOutput` for values that a program exports.
 */
export async function getPaymentMethods(
  filters: PaymentMethodFilters = {},
  options?: LookupOptions,
): Promise<PaymentMethodResult[]> {
  return runLookup(
    { name: "getPaymentMethods", query: filters, rules: filterRules, options },
    async (client, wanted) => {
      const methods = await listMethods(client);
      const found = findAll(methods.map(resultOf), filtersOf(wanted));
      return found.sort((one, other) => one.id - other.id);
    },
  );
}

/** Same as `getPaymentMethods`, with arguments that may be outputs. The result is secret. */
export function getPaymentMethodsOutput(
  filters: { [K in keyof PaymentMethodFilters]: pulumi.Input<PaymentMethodFilters[K]> } = {},
  options?: LookupOptions,
): pulumi.Output<PaymentMethodResult[]> {
  return pulumi.secret(pulumi.output(filters).apply((known) => getPaymentMethods(known, options)));
}

const listMethods = sharedList((client) => client.paymentMethods.list.all({}));

const filterRules: RulesOf<PaymentMethodFilters> = { id: aNumber, type: aString, isDefault: aBoolean };

function filtersOf(wanted: PaymentMethodFilters): Filter<PaymentMethodResult>[] {
  const filters: Filter<PaymentMethodResult>[] = [];
  for (const name of ["id", "type", "isDefault"] as const) {
    const value = wanted[name];
    if (value !== undefined)
      filters.push({ text: `${name} ${value}`, matches: (method) => method[name] === value });
  }
  return filters;
}

/** Replaces nulls that the interface does not allow with empty values. */
function resultOf({ id, type, is_default, created, data }: Live): PaymentMethodResult {
  return {
    id,
    type: type ?? "",
    isDefault: is_default ?? false,
    created: created ?? "",
    data: {
      cardType: data?.card_type ?? null,
      expiry: data?.expiry ?? null,
      lastFour: data?.last_four ?? null,
    },
  };
}
