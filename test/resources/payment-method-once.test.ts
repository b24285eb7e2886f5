import type { FaultRuleInput } from "../../src/emulator";
import { parseExpiry } from "../../src/resources/payment-method.card";
import { Secret } from "../../src/state";
import { TestStack } from "../../src/testing";
import { choose, recover } from "../recovery/recovering";
import { lostResponses } from "./lost-responses";
import { addCallsTo, declarePaymentMethods, mastercard, paymentMethodsIn, visa } from "./payment-methods";
import { failuresOf, stepsOf, warningsOf } from "./programs";

const program = declarePaymentMethods({ main: { card: visa } });
const sameDigitsAndExpiry = { last_four: "1111", expiry: "05/2027" };
const idOf = (stack: TestStack) =>
  stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::main"))?.id;
const urnsOfMain = (stack: TestStack) =>
  stack.store.snapshot.resources.flatMap(({ urn }) => (urn.endsWith("::main") ? [urn] : []));
const dropResponse = (
  effect: FaultRuleInput["effect"],
  when: "before" | "after" = "after",
): FaultRuleInput => ({
  operation: "paymentMethods.add",
  when,
  count: 1,
  effect,
});

/** A stack on another machine than the run that added a payment method, which no list showed. */
async function interruptedSearch(): Promise<TestStack> {
  const stack = new TestStack();
  stack.emulator.control.faults.add(dropResponse({ status: 200, body: {} }));
  stack.emulator.control.faults.add({ operation: "paymentMethods.list", from: 2, effect: { status: 500 } });
  expect(failuresOf(await stack.up(program)).join()).toContain(
    "`pulumi up` on this machine searches for it again",
  );
  stack.emulator.control.faults.clear();
  stack.endPlugin();
  stack.changeMachine();
  stack.messages.length = 0;
  await stack.clock.advance(1000);
  return stack;
}

/** Just before our first request, someone else adds a card: with the last digits and expiry of `visa`, or with `data`. */
function addExternallyBefore(
  stack: TestStack,
  data: Record<string, string> = sameDigitsAndExpiry,
  then = () => {},
) {
  const { services } = stack;
  let isAdded = false;
  stack.services = () => {
    const original = services.call(stack);
    const { paymentMethods } = original.client;
    const add: typeof paymentMethods.add = async (args, options) => {
      if (!isAdded)
        stack.emulator.control.externalChange({ kind: "payment_method_add", type: "credit_card", data });
      if (!isAdded) then();
      isAdded = true;
      return paymentMethods.add(args, options);
    };
    return { ...original, client: { ...original.client, paymentMethods: { ...paymentMethods, add } } };
  };
}

describe("adding a payment method whose response is lost", () => {
  const lostCreateResponses: typeof lostResponses = [
    ...lostResponses,
    ["a 200 without a body", { status: 200, body: "" }],
  ];

  it.each(lostCreateResponses)("to %s finds it and sends nothing again", async (_, effect) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponse(effect));
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it.each(lostCreateResponses.slice(0, -1))(
    "to %s is sent again after 30 s if nothing was added",
    async (_, effect) => {
      if ("truncated" in effect || "garbage" in effect) return;
      const stack = new TestStack();
      stack.emulator.control.faults.add(dropResponse(effect, "before"));
      expect(failuresOf(await stack.up(program))).toEqual([]);
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
    "waits until it is listed and sends nothing again (%j)",
    async (effect) => {
      const stack = new TestStack({ settings: { appearingSeconds: 25 } });
      if (effect) stack.emulator.control.faults.add(dropResponse(effect));
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(addCallsTo(stack)).toHaveLength(1);
      expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
    },
  );

  it("is unresolved after an accepted request, and a forced replacement searches for it before it adds one", async () => {
    const stack = new TestStack({ settings: { appearingSeconds: 3600 } });
    const outcome = await stack.up(program);
    expect(failuresOf(outcome).join()).toMatch(
      /accepted the new payment method.*No list contained a payment method.*not sent again/s,
    );
    expect(idOf(stack)).toMatch(/^unresolved-/);
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /nothing was changed.*adopt: <id>.*--replace/s,
    );
    expect(addCallsTo(stack)).toHaveLength(1);
    await stack.clock.advance(3_600_000);
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::main"));
    expect(failuresOf(await stack.up(program, { replace: [resource?.urn ?? ""] }))).toEqual([]);
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
  });

  it("is not called unresolved by the preview of a forced replacement", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(program))).toEqual([]);
    stack.messages.length = 0;
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::main"));
    const outcome = await stack.preview(program, { replace: [resource?.urn ?? ""] });
    expect(stepsOf(outcome)).toContain("createReplacement main");
    expect(stack.messages.map(({ message }) => message).join()).not.toContain("unresolved");
  });

  it("is searched for again by the next run if no list succeeded", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponse({ reset: true }));
    stack.emulator.control.faults.add({ operation: "paymentMethods.list", from: 2, effect: { status: 500 } });
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /Could not check whether a payment method exists.*searches for it again/s,
    );
    expect(idOf(stack)).toMatch(/^unresolved-/);
    stack.emulator.control.faults.clear();
    for (const options of [{}, { refreshFirst: true }]) {
      stack.messages.length = 0;
      expect(stepsOf(await stack.preview(program, options))).toContain("createReplacement main");
      expect(stack.messages.map(({ message }) => message)).toContain(
        "An earlier create of this payment method is unresolved. `pulumi up` searches for its result first.",
      );
    }
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
  });

  it("is not searched for, according to the preview, if the program adopts an object instead", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponse({ reset: true }));
    stack.emulator.control.faults.add({ operation: "paymentMethods.list", from: 2, effect: { status: 500 } });
    expect(failuresOf(await stack.up(program))).toHaveLength(1);
    stack.emulator.control.faults.clear();
    stack.messages.length = 0;
    const outcome = await stack.preview(declarePaymentMethods({ main: { adopt: 2 } }));
    expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([
      [],
      ["deleteReplaced main", "createReplacement main"],
    ]);
    const messages = stack.messages.map(({ message }) => message).join();
    expect(messages).toContain("adopts the existing payment method 2 instead of creating one");
    expect(messages).not.toContain("searches for its result first");
  });

  it("of an interrupted run is found by recover on another machine, and not added again", async () => {
    const stack = await interruptedSearch();
    expect(failuresOf(await stack.up(program))).toEqual([
      "It is unclear whether a payment method was created for this resource, and this machine has no record of the request by which to recognize it. Nothing was changed. Run `nodecloud recover` to find out what was created, then run `pulumi up` again.",
    ]);
    await recover(stack, { decide: choose(/payment method 2/) });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
    expect(addCallsTo(stack)).toHaveLength(1);
  });

  it("that is replaced on another machine stays, and a warning says so", async () => {
    const stack = await interruptedSearch();
    expect(failuresOf(await stack.up(program, { replace: urnsOfMain(stack) }))).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      "It is unclear whether a payment method was created for this resource, so nothing was deleted. `nodecloud recover` on the same machine searches for it.",
    ]);
  });

  it("sends nothing again after an accepted request that added nothing", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponse({ status: 200, body: {} }, "before"));
    expect((await stack.up(program)).result).toBe("failed");
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(idOf(stack)).toMatch(/^unresolved-/);
    stack.messages.length = 0;
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(warningsOf(stack)).toEqual([
      "It is unclear whether a payment method was created for this resource, so nothing was deleted. `nodecloud recover` on the same machine searches for it.",
    ]);
    expect(paymentMethodsIn(stack)).toHaveLength(1);
  });

  it("that added nothing is added by a forced replacement on the same machine, without a warning", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponse({ status: 200, body: {} }, "before"));
    await stack.up(program);
    stack.messages.length = 0;
    await stack.clock.advance(1000);
    expect(failuresOf(await stack.up(program, { replace: urnsOfMain(stack) }))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
  });
});

describe("adding a payment method while someone else adds one", () => {
  it.each([
    ["with other digits", { last_four: "9999" }],
    ["with another expiry", { last_four: "1111", expiry: "06/28" }],
    ["without a card", {}],
  ])("%s never takes over theirs", async (_, data) => {
    const stack = new TestStack();
    addExternallyBefore(stack, data);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 3, data: { expiry: "05/2027" } });
  });

  it.each([undefined, { reset: true } as const])(
    "that looks the same reports both candidates, and adopting one resolves the create (%j)",
    async (effect) => {
      const stack = new TestStack();
      addExternallyBefore(stack);
      if (effect) stack.emulator.control.faults.add(dropResponse(effect));
      expect(failuresOf(await stack.up(program)).join()).toMatch(
        /Candidates for the new payment method: 2, 3/,
      );
      expect(failuresOf(await stack.up(program)).join()).toMatch(/candidates: 2, 3\).*adopt: <id>/s);
      expect(addCallsTo(stack)).toHaveLength(1);
      expect(paymentMethodsIn(stack)).toHaveLength(3);
      const adopting = declarePaymentMethods({ main: { card: visa, adopt: 3 } });
      expect(failuresOf(await stack.up(adopting))).toEqual([]);
      expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 3 });
      expect(paymentMethodsIn(stack)).toHaveLength(3);
      const changed = await stack.up(declarePaymentMethods({ main: { card: mastercard } }));
      expect(failuresOf(changed)).toEqual([]);
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(paymentMethodsIn(stack)).toMatchObject([{ id: 1 }, { id: 2 }, { id: 5 }]);
    },
  );

  it("that looks the same is no longer a candidate once another resource has adopted it, or it was deleted", async () => {
    const stack = new TestStack({ knowsState: false });
    addExternallyBefore(stack);
    expect(failuresOf(await stack.up(program)).join()).toContain(
      "Candidates for the new payment method: 2, 3",
    );
    const both = (adopt: number) =>
      declarePaymentMethods({ other: { card: visa, adopt }, main: { card: visa } });
    expect(failuresOf(await stack.up(both(2))).join()).toContain("(candidates: 3)");
    expect(failuresOf(await stack.up(both(2), { targets: ["**::other"] }))).toEqual([]);
    const onlyMain = { targets: ["**::main"] };
    expect(failuresOf(await stack.up(both(2), onlyMain)).join()).toContain("(candidates: 3)");
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 3 });
    // Lists lag behind.
    await stack.clock.advance(60_000);
    const refused = failuresOf(await stack.up(both(2))).join();
    expect(refused).toContain("It is unclear whether a payment method was created for this resource");
    expect(refused).not.toContain("candidates");
  });

  it("that looks the same reports both candidates even if theirs is listed earlier", async () => {
    const stack = new TestStack();
    addExternallyBefore(stack, sameDigitsAndExpiry, () =>
      stack.emulator.control.settings({ appearingSeconds: 5 }),
    );
    expect(failuresOf(await stack.up(program)).join()).toMatch(/Candidates for the new payment method: 2, 3/);
  });

  it("never takes over the payment method of another resource", async () => {
    const stack = new TestStack();
    // The request of `main` is lost and lists fail. Later `other` is added with the same card.
    stack.emulator.control.faults.add(dropResponse({ reset: true }, "before"));
    stack.emulator.control.faults.add({ operation: "paymentMethods.list", from: 2, effect: { status: 500 } });
    expect((await stack.up(program)).result).toBe("failed");
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
    "after write %i leaves nothing that the next up cannot find",
    async (writes) => {
      const stack = new TestStack();
      await stack.killAfterWrites(writes, () => stack.up(program));
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(paymentMethodsIn(stack)).toHaveLength(2);
      expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
    },
  );

  it("leaves one payment method as declared, even if the card changed meanwhile", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(4, () => stack.up(program));
    for (let run = 0; run < 2; run++) await stack.up(declarePaymentMethods({ main: { card: mastercard } }));
    expect(paymentMethodsIn(stack)).toMatchObject([{ id: 1 }, { lastFour: "5559" }]);
  });
});

it.each([
  [0, 6000],
  [2, 9000],
])("with lists that lag %i s, is listed once more 6 s after its first list entry", async (lag, took) => {
  const stack = new TestStack({ settings: { listLagSeconds: lag } });
  const startedAt = stack.clock.now();
  expect(failuresOf(await stack.up(program))).toEqual([]);
  expect(stack.clock.now() - startedAt).toBeGreaterThanOrEqual(took);
  expect(stack.clock.now() - startedAt).toBeLessThan(took + 500);
});

describe("adding a payment method that ends while its list entry is confirmed", () => {
  // The times below include the lag.
  const startStack = () => new TestStack({ settings: { listLagSeconds: 3 } });
  const expectResolved = async (stack: TestStack, ended: string[]) => {
    expect(ended).toEqual([
      expect.stringContaining("the next `pulumi up` on this machine searches for it again"),
    ]);
    expect(idOf(stack)).toMatch(/^unresolved-/);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
    expect(addCallsTo(stack)).toHaveLength(1);
    expect(paymentMethodsIn(stack)).toHaveLength(2);
  };

  const cases = Object.entries<readonly FaultRuleInput[]>({
    "its response": [],
    "its response lost": [dropResponse({ reset: true })],
  });
  const moments = [1000, 4000, 6000, 9000];

  it.each(cases.flatMap(([name, rules]) => moments.map((ms) => [ms, name, rules] as const)))(
    "by an interrupt after %i ms, with %s, is resolved by the next up",
    async (ms, _, rules) => {
      const stack = startStack();
      for (const rule of rules) stack.emulator.control.faults.add(rule);
      const interrupt = new AbortController();
      void stack.clock.sleep(ms).then(() => interrupt.abort());
      await expectResolved(stack, failuresOf(await stack.up(program, { cancel: interrupt.signal })));
    },
  );

  it("at its deadline is resolved by the next up", async () => {
    const stack = startStack();
    const hurried = declarePaymentMethods({ main: { card: visa, timeouts: { create: "8s" } } });
    const ended = failuresOf(await stack.up(hurried));
    expect(ended.join()).toContain(
      "payment method 2 was listed, but the deadline passed before other matches could be ruled out",
    );
    await expectResolved(stack, ended);
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
  ])("in the format %j is parsed as %j", (text, expected) => {
    expect(parseExpiry(text)).toBe(expected);
  });
});

it("a payment method that was accepted and could not be listed is searched for by the next up and never sent again", async () => {
  for (const wasAdded of [true, false]) {
    const stack = new TestStack();
    if (!wasAdded) stack.emulator.control.faults.add(dropResponse({ status: 200, body: {} }, "before"));
    stack.emulator.control.faults.add({ operation: "paymentMethods.list", from: 2, effect: { status: 500 } });
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /Could not check whether a payment method exists.*searches for it again/s,
    );
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      wasAdded ? /^$/ : /No list contained a payment method/,
    );
    expect(addCallsTo(stack)).toHaveLength(1);
    if (wasAdded) expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
  }
});

describe("while lists lag behind by a minute, a new payment method is not taken for", () => {
  const urnIn = (stack: TestStack) =>
    stack.store.snapshot.resources.find((one) => one.urn.endsWith("::main"))?.urn ?? "";
  const other = declarePaymentMethods({ main: { card: visa }, other: { card: visa } });

  /** One payment method in the state, which was just added. */
  async function startWithNewOne() {
    const stack = new TestStack();
    await stack.clock.advance(60_000);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    stack.endPlugin();
    return { stack, lag: () => stack.emulator.control.faults.add({ effect: { staleList: 60_000 } }) };
  }

  async function replace(stack: TestStack) {
    const failures = failuresOf(await stack.up(program, { replace: [urnIn(stack)] }));
    stack.endPlugin();
    return failures;
  }

  /** The account has the payment methods of the state, and the one that it had before. */
  const expectThoseInState = (stack: TestStack) => {
    const inState = stack.store.snapshot.resources.flatMap(({ outputs }) => outputs.paymentMethodId ?? []);
    expect(paymentMethodsIn(stack).map(({ id }) => id)).toEqual([1, ...inState]);
  };

  it("the one that it replaces", async () => {
    const { stack, lag } = await startWithNewOne();
    lag();
    expect(await replace(stack)).toEqual([]);
    expectThoseInState(stack);
  });

  it("one that was replaced before", async () => {
    const { stack, lag } = await startWithNewOne();
    expect(await replace(stack)).toEqual([]);
    lag();
    expect(await replace(stack)).toEqual([]);
    expectThoseInState(stack);
  });

  it("one whose replacement was rejected before", async () => {
    const { stack, lag } = await startWithNewOne();
    stack.emulator.control.faults.add({ operation: "paymentMethods.add", count: 1, effect: { status: 400 } });
    expect(await replace(stack)).toEqual([expect.stringContaining("400")]);
    lag();
    expect(await replace(stack)).toEqual([]);
    expectThoseInState(stack);
  });

  it("one that another resource had", async () => {
    const { stack, lag } = await startWithNewOne();
    expect(await replace(stack)).toEqual([]);
    lag();
    expect(failuresOf(await stack.up(other))).toEqual([]);
    expectThoseInState(stack);
  });
});

it("an add whose plugin was killed, and whose card the program changed since, is replaced and leaves no part of the record in the state", async () => {
  const stack = new TestStack();
  const killed = { killPlugin: { request: 4, isCarriedOut: true } };
  await stack.up(program, killed);
  expect(paymentMethodsIn(stack)).toHaveLength(2);
  const changed = declarePaymentMethods({ main: { card: mastercard } });
  expect(failuresOf(await stack.up(changed)).join()).toContain("the program has changed since (card)");
  const applied = stack.outputs("main")?.applied;
  expect(applied instanceof Secret && Object.keys(Object(applied.reveal())).sort()).toEqual([
    "isDefault",
    "origin",
  ]);
  expect(failuresOf(await stack.up(changed))).toEqual([]);
  expect(addCallsTo(stack)).toHaveLength(2);
});
