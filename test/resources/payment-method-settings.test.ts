import { TestStack } from "../../src/testing";
import { declarePaymentMethods, mastercard, paymentMethodsIn, visa } from "./payment-methods";
import { failuresOf, stepsOf } from "./programs";
import { maxReadLag, serviceVariants } from "./service-variants";

describe.each(serviceVariants)(
  "a payment method with the settings %s and the brand %s",
  (_, brand, settings) => {
    it("is created, updated, restored after external changes and deleted", async () => {
      const stack = new TestStack({ settings, brand });
      const expectSteps = async (
        program: ReturnType<typeof declarePaymentMethods>,
        steps: readonly string[],
      ) => {
        const outcome = await stack.up(program);
        expect(failuresOf(outcome)).toEqual([]);
        expect(stepsOf(outcome)).toEqual(steps);
      };
      await expectSteps(declarePaymentMethods({ main: { card: visa } }), ["create main"]);
      const program = declarePaymentMethods({
        main: { card: visa, isDefault: true, onDelete: { makeDefault: 1 } },
      });
      await expectSteps(program, ["update main"]);
      stack.emulator.control.externalChange({
        kind: "payment_method_change",
        paymentMethodId: 1,
        patch: { is_default: true },
      });
      await stack.clock.advance(maxReadLag);
      expect((await stack.refresh()).result).toBe("succeeded");
      await expectSteps(program, ["update main"]);
      expect((await stack.refresh()).result).toBe("succeeded");
      await expectSteps(program, []);
      await expectSteps(
        declarePaymentMethods({ main: { card: mastercard, isDefault: true, onDelete: { makeDefault: 1 } } }),
        ["createReplacement main", "deleteReplaced main"],
      );
      expect(paymentMethodsIn(stack)).toMatchObject([{ id: 1 }, { lastFour: "5559", isDefault: true }]);
      expect((await stack.destroy()).result).toBe("succeeded");
      expect(paymentMethodsIn(stack)).toEqual([{ id: 1, lastFour: "0026", isDefault: true }]);
    });
  },
);
