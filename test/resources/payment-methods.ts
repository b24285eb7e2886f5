import type { ProgramFunction } from "../../src/engine";
import type { TestStack } from "../../src/testing";
import { declareAll, type Inputs } from "./declare-all";
import { callsTo } from "./programs";

/** Cards that are valid on the virtual clock, which starts in March 2022. The account starts with another card, id 1. */
export const visa = { cardNumber: "4111111111111111", expiryMonth: 5, expiryYear: 2027, cvv: "7319" };
export const mastercard = { cardNumber: "5500005555555559", expiryMonth: 12, expiryYear: 2026, cvv: "8420" };
/** The parts of both cards that must appear in no output. */
export const cardSecrets = [visa, mastercard].flatMap(({ cardNumber, cvv }) => [cardNumber, cvv]);

/** A program that declares payment methods by name. */
export function declarePaymentMethods(paymentMethods: Readonly<Record<string, Inputs>>): ProgramFunction {
  return declareAll("PaymentMethod", paymentMethods);
}

/** The payment methods of the account that are not deleted. */
export function paymentMethodsIn(stack: TestStack) {
  return stack.emulator.control
    .world()
    .payment_methods.filter(({ state }) => state !== "deleted")
    .map(({ id, data, is_default }) => ({ id, lastFour: data.last_four, isDefault: is_default }));
}

export function addCallsTo(stack: TestStack): string[] {
  return callsTo(stack).filter((call) => call === "POST /v4/account/payment-methods");
}
