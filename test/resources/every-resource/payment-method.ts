import fc from "fast-check";
import { PaymentMethod } from "../../../src";
import type { PaymentMethod as Live } from "../../../src/client";
import { operations } from "../../../src/contract";
import { paymentMethodFields } from "../../../src/resources/payment-method.fields";
import { created, type ModelFields, type ModelType } from "../../drift/worlds/model-type";
import { mastercard, paymentMethodsIn, visa } from "../payment-methods";
import { byControl } from "./changes";
import { malformedNumbers } from "./malformed-ids";
import { testedResource } from "./tested-resource";

function makeDefault(idOf: (id: string) => number) {
  return byControl((id) => ({
    ...{ kind: "payment_method_change", paymentMethodId: idOf(id), patch: { is_default: true } },
  }));
}

const modelFields: ModelFields<Live> = {
  isDefault: {
    values: fc.boolean(),
    read: (m) => m.is_default,
    write: (m, value) => ({ ...m, is_default: value === true }),
  },
};

const method = (id: number): Live => ({
  ...{ id, type: "credit_card", is_default: false, created, data: { last_four: "1111" } },
});

/** Written from the interface, not from the code of the resource. */
const driftModel: ModelType<Live> = {
  objects: {
    ...{ path: "/v4/account/payment-methods", max: 3 },
    any: (index) => fc.constant(method(index)),
  },
  fields: modelFields,
};

export const paymentMethod = testedResource(paymentMethodFields, {
  type: "PaymentMethod",
  resourceClass: PaymentMethod,
  driftModel,
  recordOf: (stack, id) =>
    stack.emulator.control
      .world()
      .payment_methods.find((one) => String(one.id) === id && one.state !== "deleted"),
  count: ({ emulator }) =>
    emulator.control.world().payment_methods.filter(({ state }) => state !== "deleted").length,
  forwardCompatibility: {
    variant: "that is not the default",
    ...{ path: /\/payment-methods(\/\d+)?$/, response: operations.paymentMethods.view.response },
    ...{ managed: ["is_default"], alsoRead: ["id", "data", "created"], changed: { onDelete: "retain" } },
  },
  creates: {
    "a payment method": {
      ...{ inputs: () => ({ card: visa }), operation: "paymentMethods.add", list: "paymentMethods.list" },
      createdIds: (stack) => paymentMethodsIn(stack).flatMap(({ id }) => (id === 1 ? [] : [String(id)])),
    },
  },
  counted: {
    // An account has at most six, and starts with one.
    count: 5,
    inputs: (index) => ({
      card: { cardNumber: `411111111111111${index}`, expiryMonth: index + 1, expiryYear: 2030, cvv: "123" },
      isDefault: false,
    }),
  },
  ids: { missing: "999", malformed: malformedNumbers },
  example: {
    config: {
      cardNumber: { secret: "4000000000009995" },
      expiryMonth: { secret: "7" },
      expiryYear: { secret: "2040" },
      cvv: { secret: "123" },
    },
    outputs: { lastFour: "9995" },
    makes: { payment_methods: { data: { last_four: "9995" }, is_default: false } },
  },
  variants: {
    "that is the default": {
      declared: { card: visa, isDefault: true, onDelete: "retain", timeouts: { create: "1m" } },
      replacements: { card: mastercard },
      externalChanges: { isDefault: makeDefault(() => 1) },
      isKept: true,
    },
    "that is not the default": {
      declared: { card: visa, isDefault: false },
      externalChanges: { isDefault: makeDefault(Number) },
    },
  },
});
