import { type PaymentMethod as Live, NodecloudError } from "../client";
import { limits } from "../contract";
import { type ApplyTask, type CreateResult, createOnce, LifecycleError } from "../lifecycle";
import { matchesCard, paymentMethodMatcher, visibleCard } from "./payment-method.card";
import { paymentMethods, paymentMethodsLock } from "./payment-method.collection";
import type { CardInputs, PaymentMethodInputs } from "./payment-method.inputs";

/**
 * In milliseconds: a method that someone else adds at the same time may be listed first. A single match is taken once it has been the only
 * one for this long.
 */
const confirmationTime = 6000;

/** Adds a payment method, once. The response does not contain it, so it is found as the new list entry with the card. */
export async function addPaymentMethod(task: ApplyTask<PaymentMethodInputs>): Promise<CreateResult<Live>> {
  const { services, inputs, deadline } = task;
  const { card, isDefault = false } = inputs;
  if (card === undefined) throw new LifecycleError("card: is required to add a payment method.");
  const collection = paymentMethods.collection(services);
  let listed: readonly string[] = [];
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
        listed = [...(await collection.list({ deadline })).items.keys()];
        return listed;
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
  try {
    return await services.locks.run(paymentMethodsLock, () =>
      services.machineLocks.run(`${paymentMethodsLock} ${services.address}`, add, {
        ...task,
        holderActivity: "adds a payment method",
      }),
    );
  } catch (error) {
    throw tooManyError(error, listed) ?? error;
  }
}

/** A list may contain methods that are no longer active, so only the service knows whether there are too many. */
function tooManyError(error: unknown, listed: readonly string[]): LifecycleError | undefined {
  const { max } = limits.activePaymentMethods;
  if (!(error instanceof NodecloudError) || error.code !== "rejected" || listed.length < max)
    return undefined;
  return new LifecycleError(
    `card: no payment method was added: ${error.summary}. The account lists ${listed.length} payment methods (${listed.join(", ")}); the maximum is ${max} active ones. Delete one first; to replace one of them, make another one the default and set the resource option \`deleteBeforeReplace: true\`.`,
  );
}

function cardBody({ cardNumber, expiryMonth, expiryYear, cvv }: CardInputs) {
  return { card_number: cardNumber, expiry_month: expiryMonth, expiry_year: expiryYear, cvv };
}
