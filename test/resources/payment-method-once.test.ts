import type { FaultRuleInput } from "../../src/emulator";
import { parseExpiry } from "../../src/resources/payment-method.card";
import { TestStack } from "../../src/testing";
import { lostAnswers } from "./lost-answers";
import { addCallsTo, declarePaymentMethods, mastercard, paymentMethodsIn, visa } from "./payment-methods";
import { failuresOf, stepsOf } from "./programs";

const main = declarePaymentMethods({ main: { card: visa } });
const likeVisa = { last_four: "1111", expiry: "05/2027" };
const idOf = (stack: TestStack) =>
  stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::main"))?.id;
const lost = (effect: FaultRuleInput["effect"], when: "before" | "after" = "after"): FaultRuleInput => ({
  operation: "paymentMethods.add",
  when,
  count: 1,
  effect,
});

/** Somebody else adds a card, of the same last digits as `visa` unless it says otherwise, just before our first one. */
function addedElsewhere(stack: TestStack, data: Record<string, string> = likeVisa, then = () => {}) {
  const { services } = stack;
  let isAdded = false;
  stack.services = () => {
    const made = services.call(stack);
    const { paymentMethods } = made.client;
    const add: typeof paymentMethods.add = async (args, options) => {
      if (!isAdded)
        stack.emulator.control.externalChange({ kind: "payment_method_add", type: "credit_card", data });
      if (!isAdded) then();
      isAdded = true;
      return paymentMethods.add(args, options);
    };
    return { ...made, client: { ...made.client, paymentMethods: { ...paymentMethods, add } } };
  };
}

describe("adding a payment method whose answer is lost", () => {
  const losses: typeof lostAnswers = [...lostAnswers, ["a 200 without a body", { status: 200, body: "" }]];

  it.each(losses)("by %s is found and not sent again", async (_, effect) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost(effect));
    expect(failuresOf(await stack.up(main))).toEqual([]);
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
    expect(stepsOf(await stack.up(main))).toEqual([]);
  });

  it.each(losses.slice(0, -1))(
    "by %s is sent again when nothing was added, half a minute later",
    async (_, effect) => {
      if ("truncated" in effect || "garbage" in effect) return;
      const stack = new TestStack();
      stack.emulator.control.faults.add(lost(effect, "before"));
      expect(failuresOf(await stack.up(main))).toEqual([]);
      const [first, second] = stack.emulator.control
        .requests()
        .filter(({ operation }) => operation === "paymentMethods.add");
      expect(Date.parse(second!.time) - Date.parse(first!.time)).toBeGreaterThanOrEqual(30_000);
      expect(paymentMethodsIn(stack)).toHaveLength(2);
    },
  );
});

describe("adding a payment method that is slow to appear", () => {
  it.each([{ reset: true } as const, undefined])(
    "waits for it and does not send it again (%j)",
    async (effect) => {
      const stack = new TestStack({ settings: { appearingSeconds: 25 } });
      if (effect) stack.emulator.control.faults.add(lost(effect));
      expect(failuresOf(await stack.up(main))).toEqual([]);
      expect(addCallsTo(stack)).toHaveLength(1);
      expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
    },
  );

  it("after a success is never sent again: the next run that is told to looks for it first", async () => {
    const stack = new TestStack({ settings: { appearingSeconds: 3600 } });
    const outcome = await stack.up(main);
    expect(failuresOf(outcome).join()).toMatch(
      /accepted the new payment method.*No list showed a payment method.*not sent again/s,
    );
    expect(idOf(stack)).toMatch(/^unresolved-/);
    expect(failuresOf(await stack.up(main)).join()).toMatch(/nothing was changed.*adopt: <id>.*--replace/s);
    expect(addCallsTo(stack)).toHaveLength(1);
    await stack.clock.advance(3_600_000);
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::main"));
    expect(failuresOf(await stack.up(main, { replace: [resource?.urn ?? ""] }))).toEqual([]);
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
  });

  it("is looked for again by the next run where nothing could be looked up", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost({ reset: true }));
    for (let nth = 2; nth < 200; nth++)
      stack.emulator.control.faults.add({ operation: "paymentMethods.list", nth, effect: { status: 500 } });
    expect(failuresOf(await stack.up(main)).join()).toMatch(
      /Could not check whether a payment method exists.*searches for it again/s,
    );
    expect(idOf(stack)).toMatch(/^unresolved-/);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(main))).toEqual([]);
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
  });

  it("is not sent again after a success that did not happen", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost({ status: 200, body: {} }, "before"));
    expect((await stack.up(main)).result).toBe("failed");
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(idOf(stack)).toMatch(/^unresolved-/);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(paymentMethodsIn(stack)).toHaveLength(1);
  });
});

describe("adding a payment method while somebody else adds one", () => {
  it.each([
    ["of other digits", { last_four: "9999" }],
    ["of another expiry", { last_four: "1111", expiry: "06/28" }],
    ["without a card", {}],
  ])("%s never takes theirs", async (_, data) => {
    const stack = new TestStack();
    addedElsewhere(stack, data);
    expect(failuresOf(await stack.up(main))).toEqual([]);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 3, data: { expiry: "05/2027" } });
  });

  it.each([undefined, { reset: true } as const])(
    "that looks the same stops, names both, and takes the one that the program adopts (%j)",
    async (effect) => {
      const stack = new TestStack();
      addedElsewhere(stack);
      if (effect) stack.emulator.control.faults.add(lost(effect));
      expect(failuresOf(await stack.up(main)).join()).toMatch(/Candidates for the new payment method: 2, 3/);
      expect(failuresOf(await stack.up(main)).join()).toMatch(/candidates: 2, 3\).*adopt: <id>/s);
      expect(addCallsTo(stack)).toHaveLength(1);
      expect(paymentMethodsIn(stack)).toHaveLength(3);
      const adopting = declarePaymentMethods({ main: { card: visa, adopt: 3 } });
      expect(failuresOf(await stack.up(adopting))).toEqual([]);
      expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 3 });
      expect(paymentMethodsIn(stack)).toHaveLength(3);
      const changed = await stack.up(declarePaymentMethods({ main: { card: mastercard } }));
      expect(failuresOf(changed)).toEqual([]);
      expect(failuresOf(await stack.up(main))).toEqual([]);
      expect(paymentMethodsIn(stack)).toMatchObject([{ id: 1 }, { id: 2 }, { id: 5 }]);
    },
  );

  it("that looks the same and is listed before ours stops all the same", async () => {
    const stack = new TestStack();
    addedElsewhere(stack, likeVisa, () => stack.emulator.control.settings({ appearingSeconds: 5 }));
    expect(failuresOf(await stack.up(main)).join()).toMatch(/Candidates for the new payment method: 2, 3/);
  });

  it("never takes what another resource of the state owns", async () => {
    const stack = new TestStack();
    // The request of `main` is lost and nothing can be looked up; later `other` is added with the same card.
    stack.emulator.control.faults.add(lost({ reset: true }, "before"));
    for (let nth = 2; nth < 200; nth++)
      stack.emulator.control.faults.add({ operation: "paymentMethods.list", nth, effect: { status: 500 } });
    expect((await stack.up(main)).result).toBe("failed");
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(declarePaymentMethods({ other: { card: visa } })))).toEqual([]);
    expect(
      failuresOf(await stack.up(declarePaymentMethods({ other: { card: visa }, main: { card: visa } }))),
    ).toEqual([]);
    expect(stack.outputs("main")?.paymentMethodId).not.toBe(stack.outputs("other")?.paymentMethodId);
  });
});

describe("an engine that is killed while a payment method is added", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "after write %i leaves nothing that the next up does not find",
    async (writes) => {
      const stack = new TestStack();
      await stack.killAfterWrites(writes, () => stack.up(main));
      expect(failuresOf(await stack.up(main))).toEqual([]);
      expect(paymentMethodsIn(stack)).toHaveLength(2);
      expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
    },
  );

  it("and a card that has changed since end with one payment method, as declared", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(4, () => stack.up(main));
    for (let run = 0; run < 2; run++) await stack.up(declarePaymentMethods({ main: { card: mastercard } }));
    expect(paymentMethodsIn(stack)).toMatchObject([{ id: 1 }, { lastFour: "5559" }]);
  });
});

describe("a card's expiry", () => {
  it.each([
    ["05/2027", "2027-05"],
    ["5/27", "2027-05"],
    ["05-27", "2027-05"],
    ["2027-05", "2027-05"],
    ["2027/5", "2027-05"],
    ["2027-05-31T00:00:00", "2027-05"],
    ["May 2027", undefined],
    ["13/2027", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("written as %j reads as %j", (text, expected) => {
    expect(parseExpiry(text)).toBe(expected);
  });
});

it("a payment method that was accepted and could not be looked up is searched for by the next up, and never sent again", async () => {
  for (const happened of [true, false]) {
    const stack = new TestStack();
    if (!happened) stack.emulator.control.faults.add(lost({ status: 200, body: {} }, "before"));
    for (let nth = 2; nth < 200; nth++)
      stack.emulator.control.faults.add({ operation: "paymentMethods.list", nth, effect: { status: 500 } });
    expect(failuresOf(await stack.up(main)).join()).toMatch(
      /Could not check whether a payment method exists.*searches for it again/s,
    );
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(main)).join()).toMatch(
      happened ? /^$/ : /No list showed a payment method/,
    );
    expect(addCallsTo(stack)).toHaveLength(1);
    if (happened) expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
  }
});
