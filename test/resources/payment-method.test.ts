import { unknown } from "../../src/state";
import { TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { addCallsTo, declarePaymentMethods, mastercard, paymentMethodsIn, visa } from "./payment-methods";
import { callsTo, emptyProgram, failuresOf, stepsOf, warningsOf } from "./programs";

const seedMethod = { id: 1, lastFour: "0026", isDefault: true };

async function addMethod(inputs = {}, settings = {}) {
  const stack = new TestStack({ settings });
  expect(failuresOf(await stack.up(declarePaymentMethods({ main: { card: visa, ...inputs } })))).toEqual([]);
  stack.emulator.control.forgetRequests();
  return stack;
}

describe("adding a payment method", () => {
  it("finds its id, and a second up sends no request", async () => {
    const stack = await addMethod();
    expect(paymentMethodsIn(stack)).toEqual([seedMethod, { id: 2, lastFour: "1111", isDefault: false }]);
    expect(stack.outputs("main")).toMatchObject({
      paymentMethodId: 2,
      type: "credit_card",
      isDefault: false,
      created: "2022-03-21T09:00:00",
      data: { cardType: "Visa", expiry: "05/2027", lastFour: "1111" },
    });
    expect(stepsOf(await stack.up(declarePaymentMethods({ main: { card: { ...visa } } })))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("makes it the default with `isDefault: true`", async () => {
    const stack = await addMethod({ isDefault: true });
    expect(paymentMethodsIn(stack)).toMatchObject([{ isDefault: false }, { id: 2, isDefault: true }]);
    await stack.refresh();
    expect(stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa, isDefault: true } })))).toEqual(
      [],
    );
  });

  it("accepts `isDefault: false` with a warning if the service makes an only payment method the default", async () => {
    const stack = new TestStack();
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 1 });
    const program = declarePaymentMethods({ main: { card: visa, isDefault: false } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(paymentMethodsIn(stack)).toMatchObject([{ id: 2, isDefault: true }]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/isDefault is true and not false.*always has one default/);
  });

  it("distinguishes payment methods with the same card", async () => {
    const stack = new TestStack();
    const program = declarePaymentMethods({
      one: { card: visa },
      two: { card: visa },
      three: { card: visa },
    });
    expect(failuresOf(await stack.up(program, { parallel: 8 }))).toEqual([]);
    const ids = ["one", "two", "three"].map((name) => stack.outputs(name)?.paymentMethodId);
    expect(new Set(ids)).toEqual(new Set([2, 3, 4]));
    expect(addCallsTo(stack)).toHaveLength(3);
  });

  it("lists the six of the account, and explains how to replace one, if the service rejects a seventh", async () => {
    const stack = new TestStack();
    for (let number = 0; number < 5; number++)
      stack.emulator.control.externalChange({ kind: "payment_method_add", type: "paypal" });
    await advanceUntilIdle(stack);
    const outcome = await stack.up(declarePaymentMethods({ main: { card: visa } }));
    expect(failuresOf(outcome).join()).toMatch(
      /card: no payment method was added: .*returned 400: .*lists 6 .*\(1, 2, 3, 4, 5, 6\); the maximum is 6 .*`deleteBeforeReplace: true`/,
    );
    expect(paymentMethodsIn(stack)).toHaveLength(6);
    expect(stack.outputs("main")).toBeUndefined();
  });

  it("does not count deleted ones that a list still contains", async () => {
    const stack = new TestStack();
    for (let number = 0; number < 5; number++)
      stack.emulator.control.externalChange({ kind: "payment_method_add", type: "paypal" });
    await advanceUntilIdle(stack);
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 6 });
    expect(failuresOf(await stack.up(declarePaymentMethods({ main: { card: visa } })))).toEqual([]);
  });

  it("reports the service's rejection and leaves nothing in the state", async () => {
    const stack = new TestStack();
    stack.emulator.control.externalChange({ kind: "account_change", patch: { zip: "" } });
    const outcome = await stack.up(declarePaymentMethods({ main: { card: visa } }));
    expect(failuresOf(outcome).join()).toMatch(/^(?!.*active ones).*needs a zip/);
    expect(stack.outputs("main")).toBeUndefined();
    stack.emulator.control.externalChange({ kind: "account_change", patch: { zip: "19106" } });
    expect(stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa } })))).toEqual(["create main"]);
  });

  it("previews an unknown card without a request", async () => {
    const stack = new TestStack();
    const program = declarePaymentMethods({
      main: { card: unknown, isDefault: true, onDelete: { makeDefault: unknown } },
    });
    expect((await stack.preview(program)).counts.created).toBe(1);
    expect(callsTo(stack)).toEqual([]);
  });
});

describe("changing a payment method", () => {
  it("replaces it for any change to the card, and adds the new one first", async () => {
    const stack = await addMethod();
    for (const change of [{ cvv: "1234" }, { expiryMonth: 6 }, { cardNumber: mastercard.cardNumber }]) {
      const steps = stepsOf(
        await stack.up(declarePaymentMethods({ main: { card: { ...visa, ...change } } })),
      );
      expect(steps).toEqual(["createReplacement main", "deleteReplaced main"]);
    }
    expect(paymentMethodsIn(stack)).toMatchObject([seedMethod, { lastFour: "5559" }]);
  });

  it("warns before the default is replaced by one that is not, which will fail", async () => {
    const warning = /payment method 2 is the default, which cannot be deleted.*Set `isDefault: true`/;
    const cases = [
      { isWarned: true, inputs: {}, others: {} },
      { isWarned: true, inputs: { isDefault: false }, others: {} },
      { isWarned: false, inputs: { isDefault: true }, others: {} },
      { isWarned: false, inputs: { isDefault: unknown }, others: {} },
      { isWarned: false, inputs: {}, others: { other: { card: visa, isDefault: true } } },
    ];
    const stack = await addMethod({ isDefault: true });
    for (const { isWarned, inputs, others } of cases) {
      stack.messages.length = 0;
      await stack.preview(declarePaymentMethods({ ...others, main: { card: mastercard, ...inputs } }));
      expect(warningsOf(stack).filter((message) => warning.test(message))).toHaveLength(isWarned ? 1 : 0);
    }
    await stack.up(declarePaymentMethods({ main: { card: visa, isDefault: true, onDelete: "retain" } }));
    stack.messages.length = 0;
    await stack.preview(declarePaymentMethods({ main: { card: mastercard } }));
    expect(warningsOf(stack)).toEqual([]);
  });

  it("does not warn before one that is not the default is replaced", async () => {
    const stack = await addMethod({ isDefault: false });
    await stack.preview(declarePaymentMethods({ main: { card: mastercard } }));
    expect(warningsOf(stack)).toEqual([]);
  });

  it("makes it the default in place", async () => {
    const stack = await addMethod({ isDefault: false });
    const steps = stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa, isDefault: true } })));
    expect(steps).toEqual(["update main"]);
    expect(paymentMethodsIn(stack)).toMatchObject([{ isDefault: false }, { isDefault: true }]);
    expect(addCallsTo(stack)).toEqual([]);
  });

  it("refuses `isDefault: false` while it is the default, until another one takes over", async () => {
    const stack = await addMethod({ isDefault: true });
    const program = declarePaymentMethods({ main: { card: visa, isDefault: false } });
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /isDefault: this payment method stays the default until another one/,
    );
    stack.emulator.control.externalChange({
      kind: "payment_method_change",
      paymentMethodId: 1,
      patch: { is_default: true },
    });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("succeeds after a refused `isDefault: false` is no longer declared", async () => {
    const stack = await addMethod({ isDefault: true });
    await stack.up(declarePaymentMethods({ main: { card: visa, isDefault: false } }));
    expect(failuresOf(await stack.up(declarePaymentMethods({ main: { card: visa } })))).toEqual([]);
    expect(stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa } })))).toEqual([]);
    expect(paymentMethodsIn(stack)).toMatchObject([{ isDefault: false }, { isDefault: true }]);
  });

  it("lets two payment methods of a program swap the default in one run", async () => {
    const stack = new TestStack();
    const declareBoth = (isFirstDefault: boolean) =>
      declarePaymentMethods({
        one: { card: visa, isDefault: isFirstDefault },
        two: { card: mastercard, isDefault: !isFirstDefault },
      });
    await stack.up(declareBoth(true));
    expect(failuresOf(await stack.up(declareBoth(false), { parallel: 4 }))).toEqual([]);
    expect(stack.outputs("one")).toMatchObject({ isDefault: false });
    expect(stack.outputs("two")).toMatchObject({ isDefault: true });
    expect(stepsOf(await stack.up(declareBoth(false)))).toEqual([]);
  });

  it("refuses two defaults in one program before any request is sent", async () => {
    const stack = new TestStack();
    const program = declarePaymentMethods({
      one: { card: visa, isDefault: true },
      two: { card: mastercard, isDefault: true },
    });
    const [refused = ""] = failuresOf(await stack.preview(program));
    expect(refused).toMatch(/isDefault: the payment method "(one|two)" of this program also sets it to true/);
    expect(callsTo(stack)).toEqual([]);
  });

  it("records a new `onDelete` and new timeouts without a request", async () => {
    const stack = await addMethod();
    for (const inputs of [
      { onDelete: "retain" },
      { onDelete: { makeDefault: 1 } },
      { timeouts: { delete: "1h" } },
    ])
      expect(stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa, ...inputs } })))).toEqual([
        "update main",
      ]);
    expect(callsTo(stack)).toEqual([]);
  });
});

describe("drift of a payment method", () => {
  it("that makes it the default causes a warning and no repair", async () => {
    const stack = await addMethod({ isDefault: false });
    stack.emulator.control.externalChange({
      kind: "payment_method_change",
      paymentMethodId: 2,
      patch: { is_default: true },
    });
    await stack.refresh();
    stack.messages.length = 0;
    expect(
      stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa, isDefault: false } }))),
    ).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      "payment method 2: isDefault is true and not false, changed outside the program or by the service. It is not repaired, because an account always has one default: set `isDefault: true` on the payment method that should become the default, or remove `isDefault: false` here.",
    ]);
  });

  it("of the card's expiry is only an output", async () => {
    const stack = await addMethod();
    stack.emulator.control.externalChange({
      kind: "payment_method_change",
      paymentMethodId: 2,
      patch: { data: { expiry: "05/2031" } },
    });
    await stack.refresh();
    expect(stack.outputs("main")).toMatchObject({ data: { expiry: "05/2031" } });
    expect(stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa } })))).toEqual([]);
  });

  it("that deletes it is noticed by refresh, and up adds it again", async () => {
    const stack = await addMethod();
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 2 });
    await stack.refresh();
    expect(stack.outputs("main")).toBeUndefined();
    expect(stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa } })))).toEqual(["create main"]);
    expect(paymentMethodsIn(stack)).toMatchObject([seedMethod, { id: 3 }]);
  });

  it("is not reported for a card that has expired since", async () => {
    const stack = await addMethod();
    await stack.clock.advance(6 * 366 * 24 * 3_600_000);
    expect(failuresOf(await stack.up(declarePaymentMethods({ main: { card: visa } })))).toEqual([]);
  });
});

describe("deleting a payment method", () => {
  it("removes one that is not the default", async () => {
    const stack = await addMethod();
    expect((await stack.up(emptyProgram)).result).toBe("succeeded");
    expect(paymentMethodsIn(stack)).toEqual([seedMethod]);
  });

  it.each([{ makeDefault: 3 }, "retain"])(
    "removes one that is not the default and leaves the default as it is, with onDelete %j",
    async (onDelete) => {
      const stack = await addMethod({ onDelete });
      const other = { card: mastercard };
      await stack.up(declarePaymentMethods({ main: { card: visa, onDelete }, other }));
      expect(paymentMethodsIn(stack)).toMatchObject([seedMethod, { id: 2 }, { id: 3 }]);
      expect(failuresOf(await stack.up(declarePaymentMethods({ other })))).toEqual([]);
      expect(paymentMethodsIn(stack)).toEqual([seedMethod, { id: 3, lastFour: "5559", isDefault: false }]);
    },
  );

  it("fails for the default without any change, and names the others", async () => {
    const stack = await addMethod({ isDefault: true });
    const outcome = await stack.up(emptyProgram);
    expect(failuresOf(outcome).join()).toMatch(
      /payment method 2 is the default.*The others are 1 \(Visa ending in 0026\).*makeDefault/s,
    );
    expect(callsTo(stack).filter((call) => !call.startsWith("GET"))).toEqual([]);
    expect(stack.outputs("main")).toBeDefined();
  });

  it("succeeds after a failed destroy as its error says, without creating what the destroy deleted", async () => {
    const stack = await addMethod({ isDefault: true });
    const programWith = (inputs = {}) =>
      declarePaymentMethods({
        main: { card: visa, isDefault: true, ...inputs },
        other: { card: mastercard },
      });
    expect(failuresOf(await stack.up(programWith()))).toEqual([]);
    expect(failuresOf(await stack.destroy()).join()).toMatch(
      /`onDelete: \{ makeDefault: <id> \}`.*, with `--target` after a destroy that deleted other resources\./,
    );
    const remaining = [seedMethod.id, 2].map((id) => ({ id }));
    expect(paymentMethodsIn(stack)).toMatchObject(remaining);
    const targets = stack.store.snapshot.resources.flatMap(({ urn }) =>
      urn.endsWith("::main") ? [urn] : [],
    );
    const handingOver = programWith({ onDelete: { makeDefault: seedMethod.id } });
    expect(failuresOf(await stack.up(handingOver, { targets }))).toEqual([]);
    expect(paymentMethodsIn(stack)).toMatchObject(remaining);
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(paymentMethodsIn(stack)).toEqual([seedMethod]);
  });

  it("fails for the only payment method of the account", async () => {
    const stack = await addMethod({ isDefault: true });
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 1 });
    await advanceUntilIdle(stack);
    expect(failuresOf(await stack.destroy()).join()).toMatch(
      /The account has no other one.*`--target` after a destroy/,
    );
  });

  it("keeps the default in the account with `onDelete: retain`", async () => {
    const stack = await addMethod({ isDefault: true, onDelete: "retain" });
    const outcome = await stack.destroy();
    expect(outcome.result).toBe("succeeded");
    expect(outcome.counts).toMatchObject({ deleted: 0, retained: 1 });
    expect(paymentMethodsIn(stack)).toMatchObject([{ id: 1 }, { id: 2, isDefault: true }]);
  });

  it("makes another one the default first with `onDelete: { makeDefault }`", async () => {
    const stack = await addMethod({ isDefault: true, onDelete: { makeDefault: 1 } });
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(paymentMethodsIn(stack)).toEqual([seedMethod]);
  });

  it("says that it stays if the service rejects the delete of one that is not the default", async () => {
    const stack = await addMethod();
    const errors = [{ reason: "Locked" }];
    stack.emulator.control.faults.add({
      operation: "paymentMethods.delete",
      effect: { status: 409, body: { errors } },
    });
    expect(failuresOf(await stack.destroy())).toEqual([
      expect.stringMatching(
        /returned 409: Locked.*\. Payment method 2 stays in the account\. If it is the default by now, make another one the default; otherwise remove the cause, then delete it again\.$/,
      ),
    ]);
  });

  it("does not claim that the delete was sent if only the other one became the default", async () => {
    const stack = await addMethod({ isDefault: true, onDelete: { makeDefault: 1 } });
    stack.emulator.control.faults.add({ operation: "paymentMethods.delete", effect: { status: 403 } });
    const [failure] = failuresOf(await stack.destroy());
    expect(failure).toContain("403");
    expect(failure).not.toContain("may no longer exist");
  });

  it.each([
    [2, /specifies the same one/],
    [99, /there is no payment method 99/],
  ])("fails if `makeDefault` is %i, which cannot become the default", async (id, message) => {
    const stack = await addMethod({ isDefault: true, onDelete: { makeDefault: id } });
    expect(failuresOf(await stack.destroy()).join()).toMatch(message);
    expect(paymentMethodsIn(stack)).toMatchObject([{ id: 1 }, { id: 2, isDefault: true }]);
  });

  it("succeeds if it no longer exists", async () => {
    const stack = await addMethod();
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 2 });
    expect((await stack.destroy()).result).toBe("succeeded");
  });
});

describe("a payment method that the service still returns after its delete", () => {
  it("is replaced, deleted, and leaves the state", async () => {
    const stack = await addMethod({}, { deletedPaymentMethods: "viewable" });
    const replaced = declarePaymentMethods({ main: { card: mastercard } });
    const startedAt = stack.clock.now();
    expect(stepsOf(await stack.up(replaced))).toEqual(["createReplacement main", "deleteReplaced main"]);
    stack.emulator.control.faults.add({
      operation: "paymentMethods.delete",
      when: "after",
      nth: 1,
      effect: { reset: true },
    });
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(stack.outputs("main")).toBeUndefined();
    expect(paymentMethodsIn(stack)).toEqual([seedMethod]);
    expect(stack.clock.now() - startedAt).toBeLessThan(60_000);
  });

  it("counts as existing while the list cannot be read", async () => {
    const stack = await addMethod({}, { deletedPaymentMethods: "viewable" });
    stack.emulator.control.faults.add({ operation: "paymentMethods.list", effect: { status: 403 } });
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stack.outputs("main")).toMatchObject({ paymentMethodId: 2 });
  });

  it("leaves the state with a destroy if someone else deleted it", async () => {
    const stack = await addMethod({}, { deletedPaymentMethods: "viewable" });
    await advanceUntilIdle(stack);
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 2 });
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(stack.outputs("main")).toBeUndefined();
    expect(warningsOf(stack)).toEqual([]);
  });

  it("is noticed by refresh if lists lack it", async () => {
    const stack = await addMethod({}, { deletedPaymentMethods: "viewable" });
    await stack.refresh();
    expect(stack.outputs("main")).toBeDefined();
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 2 });
    await advanceUntilIdle(stack);
    await stack.refresh();
    expect(stack.outputs("main")).toBeUndefined();
  });
});

describe("adopting a payment method", () => {
  it("takes it over by its id and makes it the default", async () => {
    const stack = await addMethod();
    const program = declarePaymentMethods({ main: { card: visa }, theirs: { adopt: 1, isDefault: true } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(stack.outputs("theirs")).toMatchObject({ paymentMethodId: 1, data: { lastFour: "0026" } });
    expect(addCallsTo(stack)).toEqual([]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("is refused without any change for another card and for an id that does not exist", async () => {
    const stack = new TestStack();
    const other = await stack.up(
      declarePaymentMethods({ theirs: { adopt: 1, card: visa, isDefault: true } }),
    );
    expect(failuresOf(other).join()).toMatch(
      /adopt: payment method 1 was not adopted or changed.*card is a different one/,
    );
    expect(failuresOf(await stack.up(declarePaymentMethods({ theirs: { adopt: 9 } }))).join()).toMatch(
      /there is no payment method 9/,
    );
    expect(callsTo(stack).filter((call) => !call.startsWith("GET"))).toEqual([]);
  });

  it("rejects another card while `adopt` is set, and only records values that the service does not return", async () => {
    const stack = new TestStack();
    const card = { ...visa, cardNumber: "4000000000000026" };
    for (const steps of [["create theirs"], []])
      expect(stepsOf(await stack.up(declarePaymentMethods({ theirs: { adopt: 1, card } })))).toEqual(steps);
    const refused = await stack.up(declarePaymentMethods({ theirs: { adopt: 1, card: visa } }));
    expect(failuresOf(refused).join()).toMatch(/card: cannot change while `adopt` is set/);
    const corrected = { ...card, cvv: "000" };
    expect(stepsOf(await stack.up(declarePaymentMethods({ theirs: { adopt: 1, card: corrected } })))).toEqual(
      ["update theirs"],
    );
    expect(warningsOf(stack).join()).toMatch(/card has changed, but the service sets it at creation only/);
    expect(
      stepsOf(await stack.up(declarePaymentMethods({ theirs: { card, onDelete: { makeDefault: 1 } } }))),
    ).toEqual(["update theirs"]);
    expect(paymentMethodsIn(stack)).toEqual([seedMethod]);
    const replaced = { theirs: { card: mastercard, onDelete: { makeDefault: 2 } } };
    expect(stepsOf(await stack.preview(declarePaymentMethods(replaced)))).toContain(
      "createReplacement theirs",
    );
  });
});
