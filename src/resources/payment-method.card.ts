import type { PaymentMethod as Live } from "../client";
import { apiCommand, type CreateMatcher, type Properties, type Services } from "../lifecycle";
import type { CardInputs } from "./payment-method.inputs";

/** The command that makes another payment method the default, for messages. */
export const makeDefaultCommand = (services: Services) =>
  apiCommand(services, "payment-methods make-default <id>");

/** Recognizes a newly created payment method by its card, which cannot be changed later. Payment methods have no label. */
export const paymentMethodMatcher: CreateMatcher<Live> = {
  matches: (live, { sent = {} }) => !isAddedElsewhere(live) && matchesCard(live, sent),
  mayMatch: (live, { sent = {} }) =>
    !isAddedElsewhere(live) && (lastFourOf(live) === undefined || matchesCard(live, sent)),
  createdAt: (live) => live.created,
  isBeingDeleted: () => false,
  deleteCall: "payment-methods delete",
  deleteNote: (services) =>
    `If it is the default, first make another one the default: ${makeDefaultCommand(services)}.`,
};

/** Whether no request can have added it: the API adds credit cards only (section 2.5). A kind that is unknown may be one. */
function isAddedElsewhere({ type }: Live): boolean {
  return type === "google_pay" || type === "paypal";
}

/** The part of a card that the service returns, as the intent of a create records it. `expiry` has the form `2027-05`. */
export function visibleCard({ cardNumber, expiryMonth, expiryYear }: CardInputs): Properties {
  return {
    lastFour: cardNumber.slice(-4),
    expiry: `${expiryYear}-${String(expiryMonth).padStart(2, "0")}`,
  };
}

/** Undefined if the service does not return them in a known format. */
function lastFourOf({ data }: Live): string | undefined {
  return /^\d{4}$/.exec(data?.last_four ?? "")?.[0];
}

/** Whether the last four digits match, and also the expiry date, if its format is known. */
export function matchesCard({ data }: Live, card: Properties): boolean {
  const expiry = parseExpiry(data?.expiry);
  return data?.last_four === card.lastFour && (expiry === undefined || expiry === card.expiry);
}

const monthFirst = /^(?<month>\d{1,2})\s*[/-]\s*(?<year>\d{4}|\d{2})$/;
const yearFirst = /^(?<year>\d{4})\s*[/-]\s*(?<month>\d{1,2})(?:\D.*)?$/;

/** Reads `05/2027`, `05/27`, `2027-05` and the like as `2027-05`. Undefined for any other format. */
export function parseExpiry(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const { month = "", year = "" } =
    (monthFirst.exec(text.trim()) ?? yearFirst.exec(text.trim()))?.groups ?? {};
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}`;
}
