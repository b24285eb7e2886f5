import { TestStack } from "../../src/testing";
import { cards, master, methodsIn, visa } from "./cards";
import { testFaultSchedules } from "./fault-schedules";
import { failuresOf, stepsOf } from "./programs";
import { serviceVariants } from "./service-variants";

describe.each(serviceVariants("4.3", "4.4"))(
  "a payment method of a service with %s, of the brand %s",
  (_, brand, settings) => {
    it("is created, updated, restored after external changes and deleted", async () => {
      const stack = new TestStack({ settings, brand });
      const expectSteps = async (program: ReturnType<typeof cards>, steps: readonly string[]) => {
        const outcome = await stack.up(program);
        expect(failuresOf(outcome)).toEqual([]);
        expect(stepsOf(outcome)).toEqual(steps);
      };
      await expectSteps(cards({ main: { card: visa } }), ["create main"]);
      const program = cards({ main: { card: visa, isDefault: true, onDelete: { makeDefault: 1 } } });
      await expectSteps(program, ["update main"]);
      stack.emulator.control.externalChange({
        kind: "payment_method_change",
        paymentMethodId: 1,
        patch: { is_default: true },
      });
      expect((await stack.refresh()).result).toBe("succeeded");
      await expectSteps(program, ["update main"]);
      expect((await stack.refresh()).result).toBe("succeeded");
      await expectSteps(program, []);
      await expectSteps(cards({ main: { card: master, isDefault: true, onDelete: { makeDefault: 1 } } }), [
        "createReplacement main",
        "deleteReplaced main",
      ]);
      expect(methodsIn(stack)).toMatchObject([{ id: 1 }, { lastFour: "5559", isDefault: true }]);
      expect((await stack.destroy()).result).toBe("succeeded");
      expect(methodsIn(stack)).toEqual([{ id: 1, lastFour: "0026", isDefault: true }]);
    });
  },
);

const onDelete = { makeDefault: 1 };

function checkMethods(stack: TestStack): void {
  const ids = stack.store.snapshot.resources.flatMap(({ id }) =>
    /^\d+$/.test(id ?? "") ? [Number(id)] : [],
  );
  expect(ids).toHaveLength(2);
  expect(methodsIn(stack).map(({ id }) => id)).toEqual([1, ...ids.sort((one, other) => one - other)]);
}

describe("payment methods under seeded faults", () => {
  testFaultSchedules({
    count: 15,
    operations: [
      "*",
      "paymentMethods.add",
      "paymentMethods.*",
      "paymentMethods.list",
      "paymentMethods.view",
      "paymentMethods.delete",
      "paymentMethods.makeDefault",
    ],
    programs: () =>
      [
        cards({ one: { card: visa }, two: { card: master, isDefault: true, onDelete } }),
        cards({ one: { card: visa, isDefault: true, onDelete }, two: { card: master, onDelete } }),
        cards({ one: { card: { ...visa, cvv: "999" }, onDelete }, two: { card: visa, onDelete } }),
      ].map((program) => ({ program, check: checkMethods })),
    remove: (stack) => stack.destroy(),
    checkRemoved: (stack) => expect(methodsIn(stack)).toEqual([{ id: 1, lastFour: "0026", isDefault: true }]),
  });
});
