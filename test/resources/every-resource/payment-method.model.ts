import fc from "fast-check";
import type { PaymentMethod } from "../../../src/client";
import { created, type ModelFields, type ModelType } from "../../drift/worlds/model-type";

const paymentMethodFields: ModelFields<PaymentMethod> = {
  isDefault: {
    values: fc.boolean(),
    read: (m) => m.is_default,
    write: (m, value) => ({ ...m, is_default: value === true }),
  },
};

const method = (id: number): PaymentMethod => ({
  ...{ id, type: "credit_card", is_default: false, created, data: { last_four: "1111" } },
});

export const paymentMethodModel: ModelType<PaymentMethod> = {
  objects: {
    ...{ path: "/v4/account/payment-methods", max: 3 },
    any: (index) => fc.constant(method(index)),
  },
  fields: paymentMethodFields,
};
