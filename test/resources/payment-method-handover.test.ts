import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { declarePaymentMethods, mastercard, paymentMethodsIn, visa } from "./payment-methods";
import { failuresOf, stepsOf, warningsOf } from "./programs";

const discover = { cardNumber: "6011111111111117", expiryMonth: 3, expiryYear: 2028, cvv: "1114" };

/** The card `a` is the default, and the card `b` is not. New cards appear in lists after this many seconds. */
async function withTwoCards(listLagSeconds: number): Promise<TestStack> {
  const stack = new TestStack({ settings: { listLagSeconds } });
  const before = { a: { card: visa, isDefault: true }, b: { card: mastercard } };
  expect(failuresOf(await stack.up(declarePaymentMethods(before)))).toEqual([]);
  await stack.clock.advance(60_000);
  return stack;
}

const defaultOf = (stack: TestStack) =>
  paymentMethodsIn(stack).flatMap(({ lastFour, isDefault }) => (isDefault ? [lastFour] : []));

describe.each([3, 10, 30])(
  "if lists contain a new card only after %i s, the default is handed over",
  (lag) => {
    it("to a card that the account has", async () => {
      const stack = await withTwoCards(lag);
      const program = declarePaymentMethods({
        c: { card: discover },
        a: { card: visa, isDefault: false },
        b: { card: mastercard, isDefault: true },
      });
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(defaultOf(stack)).toEqual(["5559"]);
      expect(stack.outputs("a")).toMatchObject({ isDefault: false });
      expect([stepsOf(await stack.up(program)), warningsOf(stack)]).toEqual([[], []]);
      expect((await stack.refresh()).result).toBe("succeeded");
      expect([stepsOf(await stack.up(program)), warningsOf(stack)]).toEqual([[], []]);
    });

    it("to the second of two new cards", async () => {
      const stack = await withTwoCards(lag);
      const program = declarePaymentMethods({
        a: { card: visa, isDefault: false },
        b: { card: mastercard },
        c: { card: visa },
        d: { card: discover, isDefault: true },
      });
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(defaultOf(stack)).toEqual(["1117"]);
      expect([stepsOf(await stack.up(program)), warningsOf(stack)]).toEqual([[], []]);
    });
  },
);

describe("a default that is handed over to a card which is declared only afterwards", () => {
  it("fails the first update and is resumed by the second one", async () => {
    const stack = await withTwoCards(3);
    const inTurn: ProgramFunction = async (register) => {
      await register(declare("PaymentMethod", "a", { card: visa, isDefault: false }));
      await register(declare("PaymentMethod", "b", { card: mastercard, isDefault: true }));
      return {};
    };
    expect(failuresOf(await stack.up(inTurn, { parallel: 1 }))).toEqual([
      expect.stringContaining("stays the default until another one becomes it"),
    ]);
    expect([defaultOf(stack), warningsOf(stack)]).toEqual([["1111"], []]);
    expect(failuresOf(await stack.up(inTurn, { parallel: 1 }))).toEqual([]);
    expect(defaultOf(stack)).toEqual(["5559"]);
    expect(warningsOf(stack)).toEqual([
      `payment method ${stack.outputs("a")?.paymentMethodId}: isDefault: this payment method stays the default until another one becomes it. Set \`isDefault: true\` on that one, or remove \`isDefault: false\` here.`,
    ]);
    await stack.clock.advance(60_000);
    expect((await stack.refresh()).result).toBe("succeeded");
    stack.messages.length = 0;
    expect([stepsOf(await stack.up(inTurn)), warningsOf(stack)]).toEqual([[], []]);
  });

  it("leaves the card the default, with a warning, if no other card is declared", async () => {
    const stack = await withTwoCards(3);
    const program = declarePaymentMethods({ a: { card: visa, isDefault: false }, b: { card: mastercard } });
    expect(failuresOf(await stack.up(program))).toHaveLength(1);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(stack.outputs("a")).toMatchObject({ isDefault: true });
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/isDefault is true and not false/);
  });
});

describe("a default that the stack itself has moved since it was last read", () => {
  const onA = { a: { card: visa, isDefault: true }, b: { card: mastercard } };
  const onB = { a: { card: visa }, b: { card: mastercard, isDefault: true } };

  async function moveToB(): Promise<TestStack> {
    const stack = await withTwoCards(3);
    expect(failuresOf(await stack.up(declarePaymentMethods(onB)))).toEqual([]);
    expect(defaultOf(stack)).toEqual(["5559"]);
    await stack.clock.advance(60_000);
    return stack;
  }

  it("is moved back when the program is reverted", async () => {
    const stack = await moveToB();
    const program = declarePaymentMethods(onA);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(defaultOf(stack)).toEqual(["1111"]);
    expect([stepsOf(await stack.up(program)), warningsOf(stack)]).toEqual([[], []]);
  });

  it("becomes the default before the other card is deleted", async () => {
    const stack = await moveToB();
    expect(failuresOf(await stack.up(declarePaymentMethods({ a: onA.a })))).toEqual([]);
    expect(paymentMethodsIn(stack).map(({ lastFour }) => lastFour)).not.toContain("5559");
    expect(defaultOf(stack)).toEqual(["1111"]);
  });
});
