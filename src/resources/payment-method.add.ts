import type { PaymentMethod as Live } from "../client";
import { limits } from "../contract";
import {
  type ApplyTask,
  type CreateMatcher,
  type CreateResult,
  createOnce,
  LifecycleError,
  perServices,
  SharedCollection,
} from "../lifecycle";
import type { CardInputs, PaymentMethodInputs } from "./payment-method.inputs";

/** All payment methods, read for everybody in the process. */
export const paymentMethodsOf = perServices(
  ({ client, clock }) =>
    new SharedCollection<Live>(
      {
        kind: "payment method",
        idOf: (live) => String(live.id),
        view: (id, options) => client.paymentMethods.view({ paymentMethodId: Number(id) }, options),
        pages: (options) => client.paymentMethods.list.pages(options),
      },
      clock,
    ),
);

/** One at a time is added, made the default or deleted by this process, so that what is new in a list can be told apart. */
export const paymentMethodsLock = "payment-methods";

/** What somebody else adds at the same time may be listed before ours is: a single match is taken when it stays the only one. */
const confirmationTime = 6000;

/** Adds it, once. The answer says nothing of it: it is found as what was not listed before and looks like the card. */
export function addPaymentMethod(work: ApplyTask<PaymentMethodInputs>): Promise<CreateResult<Live>> {
  const { services, inputs } = work;
  const { card, isDefault = false } = inputs;
  if (card === undefined) throw new LifecycleError("card: is required to add a payment method.");
  const collection = paymentMethodsOf(services);
  const add = () =>
    createOnce<Live>(work, {
      kind: "payment method",
      collection,
      idOf: (live) => String(live.id),
      nonce: undefined,
      label: undefined,
      sent: shownOf(card),
      createMatcher: paymentMethodMatcher,
      differingFields: (live) => (couldBe(live, shownOf(card)) ? [] : ["card"]),
      idsBefore: async () => {
        const ids = [...(await collection.list({ deadline: work.deadline })).items.keys()];
        refuseSeventh(ids);
        return ids;
      },
      confirmFor: confirmationTime,
      send: async (options) => {
        await services.client.paymentMethods.add(
          { type: "credit_card", is_default: isDefault, data: bodyOf(card) },
          options,
        );
        return undefined;
      },
    });
  return services.locks.run(paymentMethodsLock, () =>
    services.machineLocks.run(`${paymentMethodsLock} ${services.address}`, add),
  );
}

/** It has no label: the card is what it is known by, and can't be changed. */
export const paymentMethodMatcher: CreateMatcher<Live> = {
  matches: (live, { sent = {} }) => couldBe(live, sent),
  matchesFixedFields: couldBe,
  createdAt: (live) => live.created,
  isBeingDeleted: () => false,
};

function refuseSeventh(active: readonly string[]): void {
  const { max } = limits.activePaymentMethods;
  if (active.length < max) return;
  throw new LifecycleError(
    `card: the account has ${active.length} active payment methods (${active.join(", ")}) and can have at most ${max}, so none was added. Delete one first.`,
  );
}

function bodyOf({ cardNumber, expiryMonth, expiryYear, cvv }: CardInputs) {
  return { card_number: cardNumber, expiry_month: expiryMonth, expiry_year: expiryYear, cvv };
}

/** What the service shows of a card, and what it can be known by again. */
interface Shown {
  readonly lastFour: string;
  /** `2027-05` */
  readonly expiry: string;
}

function shownOf({ cardNumber, expiryMonth, expiryYear }: CardInputs): Shown & Record<string, unknown> {
  return {
    lastFour: cardNumber.slice(-4),
    expiry: `${expiryYear}-${String(expiryMonth).padStart(2, "0")}`,
  };
}

/** The same last four digits, and the same expiry where the service writes it in a form that is known. */
function couldBe({ data }: Live, sent: Readonly<Record<string, unknown>>): boolean {
  const expiry = parseExpiry(data?.expiry);
  return data?.last_four === sent.lastFour && (expiry === undefined || expiry === sent.expiry);
}

const monthFirst = /^(?<month>\d{1,2})\s*[/-]\s*(?<year>\d{4}|\d{2})$/;
const yearFirst = /^(?<year>\d{4})\s*[/-]\s*(?<month>\d{1,2})(?:\D.*)?$/;

/** `05/2027`, `05/27`, `2027-05` and their like as `2027-05`; undefined where it is in another form. */
export function parseExpiry(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const { month = "", year = "" } =
    (monthFirst.exec(text.trim()) ?? yearFirst.exec(text.trim()))?.groups ?? {};
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}`;
}
