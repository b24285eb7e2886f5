import type { Args, Operations } from "../../../contract";
import { invalidField } from "../../service-error";
import { cardNumbers } from "../../well-known";
import type { PaymentMethodRecord } from "../../world/account-records";

type Card = Args<Operations["paymentMethods"]["add"]>["data"];

/** The brands by the first digits of their numbers. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, "Visa"],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "MasterCard"],
  [/^3[47]/, "American Express"],
  [/^(6011|64[4-9]|65)/, "Discover"],
  [/^(30|36|38|39)/, "Diners Club"],
  [/^35/, "JCB"],
];

const charging = new Map<string, PaymentMethodRecord["charging"]>([
  [cardNumbers.declined, "declined"],
  [cardNumbers.warned, "warned"],
]);

/**
 * The stored fields of a card: those that the API returns, and how payments with it end. Throws a `ServiceError` for an expired card.
 * @param prefix How the names of the card's fields begin in the request.
 */
export function savedCard(
  card: Card,
  now: number,
  prefix = "",
): Pick<PaymentMethodRecord, "data" | "charging"> {
  const { card_number: number, expiry_month: month, expiry_year: year } = card;
  if (endOfMonth(month, year) <= now) {
    const isPastYear = year < new Date(now).getUTCFullYear();
    throw invalidField(`${prefix}${isPastYear ? "expiry_year" : "expiry_month"}`, "the card has expired");
  }
  return {
    data: {
      card_type: brands.find(([pattern]) => pattern.test(number))?.[1] ?? "Unknown",
      expiry: `${String(month).padStart(2, "0")}/${year}`,
      last_four: number.slice(-4),
    },
    charging: charging.get(number) ?? "works",
  };
}

/** When a method's card expires; undefined for other methods, and for cards without an expiry. */
export function expiryOf(method: PaymentMethodRecord): number | undefined {
  const [, month, year] = /^(\d{2})\/(\d{4})$/.exec(method.data.expiry ?? "") ?? [];
  return month === undefined ? undefined : endOfMonth(Number(month), Number(year));
}

/** A card is valid until the end of its month. Months count from 1. */
function endOfMonth(month: number, year: number): number {
  return Date.UTC(year, month);
}
