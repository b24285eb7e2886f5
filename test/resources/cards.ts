import type { ProgramFunction } from "../../src/engine";
import type { TestStack } from "../../src/testing";
import { allOf, type Inputs } from "./declared";
import { callsTo } from "./programs";

/** Cards that are good on the virtual clock, which begins in March 2022. The account opens with another one, number 1. */
export const visa = { cardNumber: "4111111111111111", expiryMonth: 5, expiryYear: 2027, cvv: "7319" };
export const master = { cardNumber: "5500005555555559", expiryMonth: 12, expiryYear: 2026, cvv: "8420" };
export const secretsOfCards = [visa, master].flatMap(({ cardNumber, cvv }) => [cardNumber, cvv]);

/** A program that declares payment methods by name. */
export function cards(declared: Readonly<Record<string, Inputs>>): ProgramFunction {
  return allOf("PaymentMethod", declared);
}

/** The active payment methods: id, the last digits, and whether it is the default. */
export function methodsIn(stack: TestStack) {
  return stack.emulator.control
    .world()
    .payment_methods.filter(({ state }) => state !== "deleted")
    .map(({ id, data, is_default }) => ({ id, lastFour: data.last_four, isDefault: is_default }));
}

export function addsOf(stack: TestStack): string[] {
  return callsTo(stack).filter((call) => call === "POST /v4/account/payment-methods");
}
