import type { PaymentMethod as Live } from "../client";
import { limits } from "../contract";
import { type ApplyTask, type CreateResult, createOnce, LifecycleError } from "../lifecycle";
import { matchesCard, paymentMethodMatcher, visibleCard } from "./payment-method.card";
import { paymentMethodsLock, paymentMethodsOf } from "./payment-method.collection";
import type { CardInputs, PaymentMethodInputs } from "./payment-method.inputs";

/** A method that somebody else adds at the same time may be listed first. A single match is taken when it stays the only one this long. */
const confirmationTime = 6000;

/** Adds a payment method, once. The answer does not contain it, so it is found as the new list entry that shows the card. */
export function addPaymentMethod(task: ApplyTask<PaymentMethodInputs>): Promise<CreateResult<Live>> {
  const { services, inputs, deadline } = task;
  const { card, isDefault = false } = inputs;
  if (card === undefined) throw new LifecycleError("card: is required to add a payment method.");
  const collection = paymentMethodsOf(services);
  const add = () =>
    createOnce<Live>(task, {
      kind: "payment method",
      collection,
      idOf: (live) => String(live.id),
      nonce: undefined,
      label: undefined,
      sent: visibleCard(card),
      createMatcher: paymentMethodMatcher,
      differingFields: (live) => (matchesCard(live, visibleCard(card)) ? [] : ["card"]),
      idsBefore: async () => {
        const ids = [...(await collection.list({ deadline })).items.keys()];
        refuseTooMany(ids);
        return ids;
      },
      confirmFor: confirmationTime,
      send: async (options) => {
        await services.client.paymentMethods.add(
          { type: "credit_card", is_default: isDefault, data: cardBody(card) },
          options,
        );
        return undefined;
      },
    });
  return services.locks.run(paymentMethodsLock, () =>
    services.machineLocks.run(`${paymentMethodsLock} ${services.address}`, add),
  );
}

function refuseTooMany(active: readonly string[]): void {
  const { max } = limits.activePaymentMethods;
  if (active.length < max) return;
  throw new LifecycleError(
    `card: the account has ${active.length} active payment methods (${active.join(", ")}), and ${max} is the maximum, so none was added. Delete one first.`,
  );
}

function cardBody({ cardNumber, expiryMonth, expiryYear, cvv }: CardInputs) {
  return { card_number: cardNumber, expiry_month: expiryMonth, expiry_year: expiryYear, cvv };
}
