import type { Args, Operations } from "../../../contract";
import { Findings } from "../../refusal";
import { cardNumbers } from "../../well-known";
import type { PaymentMethodRecord } from "../../world/account-records";

type Card = Args<Operations["paymentMethods"]["add"]>["data"];
/** What is kept of a card: what may be shown, and what becomes of payments with it. */
type KeptOfCard = Pick<PaymentMethodRecord, "data" | "charging">;

/** The brands by how their numbers begin. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, "Visa"],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "MasterCard"],
  [/^3[47]/, "American Express"],
  [/^(6011|64[4-9]|65)/, "Discover"],
  [/^(30|36|38|39)/, "Diners Club"],
  [/^35/, "JCB"],
];

/** Reads a card, whose fields are called `within` something. Throws a `Refusal` for one that has expired. */
export function keptOf(card: Card, now: number, within = ""): KeptOfCard {
  const { card_number: number, expiry_month: month, expiry_year: year } = card;
  const findings = new Findings();
  if (endOf(month, year) <= now) {
    const isPastYear = year < new Date(now).getUTCFullYear();
    findings.add(`${within}${isPastYear ? "expiry_year" : "expiry_month"}`, "the card has expired");
  }
  findings.settle();
  return {
    data: {
      card_type: brands.find(([pattern]) => pattern.test(number))?.[1] ?? "Unknown",
      expiry: `${String(month).padStart(2, "0")}/${year}`,
      last_four: number.slice(-4),
    },
    charging:
      number === cardNumbers.declined ? "declined" : number === cardNumbers.warned ? "warned" : "works",
  };
}

/** When a method's card expires; undefined for one that isn't a card, or doesn't say. */
export function expiryOf(method: PaymentMethodRecord): number | undefined {
  const [, month, year] = /^(\d{2})\/(\d{4})$/.exec(method.data.expiry ?? "") ?? [];
  return month === undefined ? undefined : endOf(Number(month), Number(year));
}

/** A card is good until the end of its month. */
function endOf(month: number, year: number): number {
  return Date.UTC(year, month);
}
