import { VirtualClock } from "../../src/clock";
import { TestStack } from "../../src/testing";
import { cards, master, methodsIn, visa } from "./cards";
import { someFaults, untilItSucceeds } from "./faults";
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

const operations = [
  "*",
  "paymentMethods.add",
  "paymentMethods.*",
  "paymentMethods.list",
  "paymentMethods.view",
  "paymentMethods.delete",
  "paymentMethods.makeDefault",
];

describe("payment methods under seeded fault schedules", () => {
  it.each(Array.from({ length: Number(process.env.FAULT_SCHEDULES ?? 15) }, (_, seed) => seed + 1))(
    "schedule %i leaves the account as the state declares it",
    async (seed) => {
      const stack = new TestStack({ seed, settings: { rateLimits: "off" } });
      const chance = new VirtualClock({ seed: seed * 7919 });
      const onDelete = { makeDefault: 1 };
      const programs = [
        cards({ one: { card: visa }, two: { card: master, isDefault: true, onDelete } }),
        cards({ one: { card: visa, isDefault: true, onDelete }, two: { card: master, onDelete } }),
        cards({ one: { card: { ...visa, cvv: "999" }, onDelete }, two: { card: visa, onDelete } }),
      ];
      for (const program of programs) {
        for (const rule of someFaults(chance, operations)) stack.emulator.control.faults.add(rule);
        await stack.up(program);
        if (chance.random() < 0.3) await stack.refresh();
        if (chance.random() < 0.5) await stack.up(program);
        stack.emulator.control.faults.clear();
        await untilItSucceeds(() => stack.up(program));
        const ids = stack.store.snapshot.resources.flatMap(({ id }) =>
          /^\d+$/.test(id ?? "") ? [Number(id)] : [],
        );
        expect(ids).toHaveLength(2);
        expect(methodsIn(stack).map(({ id }) => id)).toEqual([1, ...ids.sort((one, other) => one - other)]);
      }
      for (const rule of someFaults(chance, operations)) stack.emulator.control.faults.add(rule);
      await stack.destroy();
      stack.emulator.control.faults.clear();
      await untilItSucceeds(() => stack.destroy());
      expect(methodsIn(stack)).toEqual([{ id: 1, lastFour: "0026", isDefault: true }]);
    },
  );
});
