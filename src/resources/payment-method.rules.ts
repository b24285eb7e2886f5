import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { integerId, operations } from "../contract";
import {
  cachedPerServices,
  type Declared,
  holdsUnknown,
  type Properties,
  readOrigin,
  type Services,
  shownValue,
} from "../lifecycle";
import { isRecord } from "../unknown";
import type { PaymentMethodInputs } from "./payment-method.inputs";

const { add } = operations.paymentMethods;

/** The shapes of the arguments: those of the request that adds a payment method. */
export const paymentMethodBody = z.object({
  adopt: integerId,
  card: add.body.shape.data,
  is_default: add.body.shape.is_default,
  /** Checked by `paymentMethodRules`, whose message names all allowed values. */
  on_delete: z.unknown(),
});

export function paymentMethodRules(
  { has, values }: Declared<PaymentMethodInputs>,
  isNew: boolean,
): readonly string[] {
  const problems: string[] = [];
  if (isNew && !has("card") && !has("adopt")) {
    problems.push(
      "card: is required to add a payment method. Set it to the card's data, for example from `config.requireSecretObject`.",
    );
  }
  const { onDelete } = values;
  if (onDelete !== undefined && !isOnDelete(onDelete)) {
    problems.push(
      `onDelete: must be "fail", "retain" or { makeDefault: <id of another payment method> }; it is ${shownValue(onDelete)}.`,
    );
  }
  return problems;
}

function isOnDelete(value: unknown): boolean {
  if (value === "fail" || value === "retain" || holdsUnknown(value)) return true;
  if (!isRecord(value)) return false;
  const { makeDefault, ...others } = value;
  return integerId.safeParse(makeDefault).success && Object.keys(others).length === 0;
}

/** Checks the rules that depend on the time or on other payment methods of the program. */
export async function checkExpiryAndDefault(
  inputs: Properties,
  services: Services,
  olds: Properties,
): Promise<readonly string[]> {
  // A card that expires after it was added is not refused.
  const isNew = !isDeepStrictEqual(inputs.card, olds.card);
  return [
    ...(isNew && hasExpired(inputs.card, services.clock.now())
      ? ["card: expired at the end of its `expiryMonth` in `expiryYear`. Use another card."]
      : []),
    ...declaredDefaultsOf(services).record(inputs),
  ];
}

function hasExpired(card: unknown, now: number): boolean {
  if (!isRecord(card)) return false;
  const { expiryMonth, expiryYear } = card;
  if (typeof expiryMonth !== "number" || typeof expiryYear !== "number") return false;
  return Date.UTC(expiryYear, expiryMonth) <= now;
}

/** The payment methods of the program that set `isDefault: true`: two of them would change the default in every run. */
export const declaredDefaultsOf = cachedPerServices(() => new DeclaredDefaults());

class DeclaredDefaults {
  readonly #declared = new Map<string, string>();

  /** Whether a payment method that was checked so far sets it. */
  hasAny(): boolean {
    return this.#declared.size > 0;
  }

  record({ origin, isDefault }: Properties): readonly string[] {
    const resource = readOrigin(origin);
    if (!resource) return [];
    const key = JSON.stringify([resource.name, resource.parent]);
    if (isDefault !== true) this.#declared.delete(key);
    else this.#declared.set(key, resource.name);
    const other = [...this.#declared].find(([one]) => one !== key);
    return isDefault === true && other
      ? [
          `isDefault: the payment method ${JSON.stringify(other[1])} of this program also sets it to true, but an account has one default. Remove it from one of the two.`,
        ]
      : [];
  }
}
