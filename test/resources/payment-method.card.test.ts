import type { PaymentMethod } from "../../src/client";
import { matchesCard, paymentMethodMatcher, visibleCard } from "../../src/resources/payment-method.card";

const request = { at: 0, before: [], sent: { lastFour: "1234", expiry: "2031-12" } };

function method(type: string, lastFour: string | undefined): PaymentMethod {
  return { id: 10, type, is_default: true, data: { last_four: lastFour } } as PaymentMethod;
}

it.each([
  ["credit_card", "1234", true, true],
  ["credit_card", undefined, false, true],
  ["credit_card", "9999", false, false],
  ["credit_card", "**** 1234", false, true],
  ["bank_card", undefined, false, true],
  ["paypal", undefined, false, false],
  ["google_pay", "1234", false, false],
])("a %s with the digits %s is the result of a create: %s, may be it: %s", (type, lastFour, is, mayBe) => {
  const { matches, mayMatch } = paymentMethodMatcher;
  const live = method(type, lastFour);
  expect([matches(live, request), mayMatch(live, request)]).toEqual([is, mayBe]);
});

it.each([
  ["05/2031", true],
  ["5/31", true],
  ["2031-05", true],
  ["06/2031", false],
  ["05/2032", false],
  ["soon", true],
  [undefined, true],
])("a method that expires %s has the card that expires in May 2031: %s", (expiry, expected) => {
  const card = visibleCard({ cardNumber: "4111111111111234", expiryMonth: 5, expiryYear: 2031, cvv: "123" });
  const live = { ...method("credit_card", "1234"), data: { last_four: "1234", expiry } } as PaymentMethod;
  expect(matchesCard(live, card)).toBe(expected);
});
