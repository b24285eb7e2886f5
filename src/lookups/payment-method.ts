import * as pulumi from "@pulumi/pulumi";
import type { PaymentMethod as Live } from "../client";
import { gather, type LookupOptions, lookUp } from "./connection";
import type { KeysOf } from "./query";
import { type Condition, findAll } from "./search";

/** A way to pay (section 2.5). Sensitive as a whole. */
export interface PaymentMethodResult {
  readonly id: number;
  /** `credit_card`, `google_pay` or `paypal`. */
  readonly type: string;
  /** Whether payments are made with it when none is named; one always is. */
  readonly isDefault: boolean;
  /** When it was added, in UTC. */
  readonly created: string;
  /** What may be shown of a credit card; null of other kinds, whose data is not specified. */
  readonly data: {
    /** The card's brand. */
    readonly cardType: string | null;
    /** When the card expires, as the service writes it. */
    readonly expiry: string | null;
    /** The last four digits of the card's number. */
    readonly lastFour: string | null;
  };
}

/** Conditions that all have to hold; they are applied on this side. */
export interface PaymentMethodFilters {
  readonly id?: number;
  /** `credit_card`, `google_pay` or `paypal`. */
  readonly type?: string;
  /** True finds the one that payments are made with when none is named. */
  readonly isDefault?: boolean;
}

/**
 * Finds the account's active payment methods that meet the conditions, by their ids. Needs a token. The result is plain: in
 * what a program exports, use `getPaymentMethodsOutput`, whose result is secret.
 */
export async function getPaymentMethods(
  filters: PaymentMethodFilters = {},
  options?: LookupOptions,
): Promise<PaymentMethodResult[]> {
  return lookUp(
    { name: "getPaymentMethods", query: filters, keys: filterKeys, options },
    async (client, asked) => {
      const methods = await gather(client.paymentMethods.list.all({}));
      const found = findAll(methods.map(resultOf), conditionsOf(asked));
      return found.sort((one, other) => one.id - other.id);
    },
  );
}

/** `getPaymentMethods` for arguments that are outputs. The result is secret as a whole. */
export function getPaymentMethodsOutput(
  filters: { [K in keyof PaymentMethodFilters]: pulumi.Input<PaymentMethodFilters[K]> } = {},
  options?: LookupOptions,
): pulumi.Output<PaymentMethodResult[]> {
  return pulumi.secret(pulumi.output(filters).apply((known) => getPaymentMethods(known, options)));
}

const filterKeys: KeysOf<PaymentMethodFilters> = { id: true, type: true, isDefault: true };

function conditionsOf(filters: PaymentMethodFilters): Condition<PaymentMethodResult>[] {
  const conditions: Condition<PaymentMethodResult>[] = [];
  for (const name of ["id", "type", "isDefault"] as const) {
    const wanted = filters[name];
    if (wanted !== undefined)
      conditions.push({ words: `${name} ${wanted}`, holds: (method) => method[name] === wanted });
  }
  return conditions;
}

/** Nulls where the interface has none are read as empty. */
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
