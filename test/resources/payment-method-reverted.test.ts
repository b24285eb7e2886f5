import { TestStack } from "../../src/testing";
import type { Inputs } from "./declare-all";
import { declarePaymentMethods, mastercard, paymentMethodsIn, visa } from "./payment-methods";
import { callsTo, failuresOf, stepsOf, warningsOf } from "./programs";

const withCard = (inputs: Inputs) => declarePaymentMethods({ main: inputs });
const changesOf = (stack: TestStack) => callsTo(stack).filter((call) => !call.startsWith("GET"));

/** The program replaces its card with a default one, the plugin is killed when the new id is on record, and the change is reverted. */
async function killedReplacement(inputs: Inputs): Promise<TestStack> {
  for (let request = 6; ; request++) {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(withCard({ card: visa, ...inputs })))).toEqual([]);
    stack.endPlugin();
    await stack.clock.advance(120_000);
    const replacement = withCard({ card: mastercard, isDefault: true });
    await stack.up(replacement, { killPlugin: { request, isCarriedOut: false } });
    if (recordedId(stack) === undefined) continue;
    expect([recordedId(stack), defaultOf(stack)]).toEqual(["3", 3]);
    await stack.clock.advance(120_000);
    stack.emulator.control.forgetRequests();
    stack.messages.length = 0;
    return stack;
  }
}

const recordedId = (stack: TestStack) => stack.services().intents.unfinished()[0]?.id;
const defaultOf = (stack: TestStack) => paymentMethodsIn(stack).find(({ isDefault }) => isDefault)?.id;

describe("an interrupted replacement that became the default and is no longer declared", () => {
  it("is deleted after the declared default is restored", async () => {
    const stack = await killedReplacement({ isDefault: true });
    const program = withCard({ card: visa, isDefault: true });
    expect(stepsOf(await stack.preview(program))).toEqual(["update main"]);
    expect(warningsOf(stack).join()).toContain("`pulumi up` deletes it");
    stack.emulator.control.forgetRequests();
    const outcome = await stack.up(program);
    expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([[], ["update main"]]);
    expect(changesOf(stack)).toEqual([
      "POST /v4/account/payment-methods/2/make-default",
      "DELETE /v4/account/payment-methods/3",
    ]);
    expect(paymentMethodsIn(stack).map(({ id }) => id)).toEqual([1, 2]);
    expect(defaultOf(stack)).toBe(2);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("stays, and the error says so, if its delete is rejected after the default was restored", async () => {
    const stack = await killedReplacement({ isDefault: true });
    stack.emulator.control.faults.add({ operation: "paymentMethods.delete", effect: { status: 403 } });
    const program = withCard({ card: visa, isDefault: true });
    expect(failuresOf(await stack.up(program)).join()).toMatch(/payment method 3 was not deleted/);
    expect(defaultOf(stack)).toBe(2);
  });

  it.each([undefined, false])(
    "stays, with a warning, while no other one is declared as the default (isDefault: %j)",
    async (isDefault) => {
      const stack = await killedReplacement({});
      const program = withCard({ card: visa, ...(isDefault === undefined ? {} : { isDefault }) });
      for (const run of [() => stack.preview(program), () => stack.up(program)]) {
        stack.messages.length = 0;
        const outcome = await run();
        expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([[], []]);
        expect(warningsOf(stack)).toEqual([
          "payment method 3 was created by an interrupted replacement of this resource, which now manages another one. It is the default, which cannot be deleted. Set `isDefault: true` on this resource or on another payment method, and the next `pulumi up` deletes it.",
        ]);
      }
      expect(changesOf(stack)).toEqual([]);
      expect(failuresOf(await stack.up(withCard({ card: visa, isDefault: true })))).toEqual([]);
      expect(paymentMethodsIn(stack).map(({ id }) => id)).toEqual([1, 2]);
      expect(defaultOf(stack)).toBe(2);
    },
  );

  it("stays while another update of the payment method is carried out", async () => {
    const stack = await killedReplacement({});
    expect(failuresOf(await stack.up(withCard({ card: visa, timeouts: { create: "9m" } })))).toEqual([]);
    expect(changesOf(stack)).toEqual([]);
    expect(defaultOf(stack)).toBe(3);
  });

  it("is deleted after another one became the default", async () => {
    const stack = await killedReplacement({});
    await stack.clock.run(stack.services().client.paymentMethods.makeDefault({ paymentMethodId: 1 }));
    await stack.clock.advance(120_000);
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(withCard({ card: visa })))).toEqual([]);
    expect(changesOf(stack)).toEqual(["DELETE /v4/account/payment-methods/3"]);
  });

  it("hands the default over to another one with `onDelete: { makeDefault }`", async () => {
    const onDelete = { makeDefault: 1 };
    const stack = await killedReplacement({ onDelete });
    expect(failuresOf(await stack.up(withCard({ card: visa, onDelete })))).toEqual([]);
    expect(paymentMethodsIn(stack).map(({ id }) => id)).toEqual([1, 2]);
    expect(defaultOf(stack)).toBe(1);
  });

  it("stays if the one in the state was deleted by someone else, and is replaced after a refresh", async () => {
    const stack = await killedReplacement({ isDefault: true });
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 2 });
    await stack.clock.advance(120_000);
    const program = withCard({ card: visa, isDefault: true });
    expect(failuresOf(await stack.up(program)).join()).toContain("payment method 3 is the default");
    expect(changesOf(stack)).toEqual([]);
    await stack.up(program, { refreshFirst: true });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(paymentMethodsIn(stack).map(({ id }) => id)).toEqual([1, 4]);
    expect(defaultOf(stack)).toBe(4);
  });

  it("does not make a different payment method the default that only has the id of the one in the state", async () => {
    const stack = await killedReplacement({ isDefault: true });
    const resource = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::main"))!;
    const identity = { account: "0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01", created: "2020-01-01T00:00:00" };
    await stack.store.save({
      ...stack.store.snapshot,
      resources: stack.store.snapshot.resources.map((one) =>
        one === resource ? { ...one, outputs: { ...one.outputs, identity } } : one,
      ),
    });
    const [failure] = failuresOf(await stack.up(withCard({ card: visa, isDefault: true })));
    expect(failure).toContain("is not the one in the state");
    expect(changesOf(stack)).toEqual([]);
  });
});
