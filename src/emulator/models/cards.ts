import type { Args, Operations } from "../../contract";
import { Findings } from "../refusal";

type Card = Args<Operations["paymentMethods"]["add"]>["data"];

/** The brands by how their numbers begin. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, "Visa"],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "MasterCard"],
  [/^3[47]/, "American Express"],
  [/^(6011|64[4-9]|65)/, "Discover"],
  [/^(30|36|38|39)/, "Diners Club"],
  [/^35/, "JCB"],
];

/** What may be shown of a card, which is all that is kept. Throws a `Refusal` for one that has expired. */
export function shownOf(card: Card, now: number): Record<string, string> {
  const { card_number: number, expiry_month: month, expiry_year: year } = card;
  const findings = new Findings();
  // A card is good until the end of its month.
  if (Date.UTC(year, month) <= now) {
    const isPastYear = year < new Date(now).getUTCFullYear();
    findings.add(isPastYear ? "data.expiry_year" : "data.expiry_month", "the card has expired");
  }
  findings.settle();
  return {
    card_type: brands.find(([pattern]) => pattern.test(number))?.[1] ?? "Unknown",
    expiry: `${String(month).padStart(2, "0")}/${year}`,
    last_four: number.slice(-4),
  };
}
