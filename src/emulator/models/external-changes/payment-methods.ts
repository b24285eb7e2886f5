import { z } from "zod";
import type { Service } from "../../service";
import { type PaymentMethodRecord, paymentMethodRecord } from "../../world/account-records";
import { logEvent } from "../events/events";
import { activeMethod, putMethod, removeMethod, setDefault } from "../payments/payment-methods";
import { defineKind, orNotFound } from "./kind";

const { type, charging } = paymentMethodRecord.shape;
const paymentMethodId = z.int();

/** The `data` of a method that is added without it. */
const sampleData: Readonly<Record<PaymentMethodRecord["type"], Readonly<Record<string, string>>>> = {
  credit_card: { card_type: "Visa", expiry: "12/2039", last_four: "4242" },
  google_pay: { card_type: "MasterCard", expiry: "11/2039", last_four: "5454" },
  paypal: { email: "billing@example.com", paypal_id: "EXAMPLE0PAYPAL" },
};

export const paymentMethodChanges = {
  payment_method_add: defineKind({
    shape: z
      .strictObject({
        type,
        isDefault: z.boolean().default(false),
        data: z.record(z.string(), z.string()).default({}),
        charging: charging.default("works"),
      })
      .describe(
        "Adds a method of any type; the API adds cards only. Default of the fields of `data`: sample values.",
      ),
    apply: (service, { data, ...own }) => {
      putMethod(service, { ...own, data: { ...sampleData[own.type], ...data } });
      logEvent(service, { action: "payment_method_add", username: null });
    },
  }),
  /**
   * `data` is merged into the current `data`. `charging` sets how payments with the method end. `is_default` can only be set,
   * because one method always is the default.
   */
  payment_method_change: defineKind({
    shape: z.strictObject({
      paymentMethodId,
      patch: z.strictObject({
        is_default: z.literal(true).exactOptional(),
        data: z.record(z.string(), z.string()).exactOptional(),
        charging: charging.exactOptional(),
      }),
    }),
    isIn: hasPaymentMethod,
    apply: (service, { paymentMethodId: id, patch }) => {
      const method = orNotFound(activeMethod(service, id));
      const changed = service.world.paymentMethods.put({
        ...method,
        data: { ...method.data, ...patch.data },
        charging: patch.charging ?? method.charging,
      });
      if (patch.is_default) setDefault(service, changed);
    },
  }),
  payment_method_delete: defineKind({
    shape: z
      .strictObject({ paymentMethodId })
      .describe("If it was the default, the oldest of the other methods becomes the default."),
    isIn: hasPaymentMethod,
    apply: (service, { paymentMethodId: id }) => removeMethod(service, orNotFound(activeMethod(service, id))),
  }),
} as const;

function hasPaymentMethod({ world }: Service, change: { readonly paymentMethodId: number }): boolean {
  return world.paymentMethods.get(change.paymentMethodId) !== undefined;
}
