import { mastercard, visa } from "../../resources/payment-methods";
import { without } from "../resource";
import type { ChaosResource, World } from "./chaos-resource";

const existing = ({ payment_methods }: World) => payment_methods.filter(({ state }) => state !== "deleted");

export const paymentMethod: ChaosResource = {
  basicArguments: { card: visa, onDelete: { makeDefault: 1 } },
  argumentChanges: [
    ...[{ isDefault: true }, { isDefault: null }, { onDelete: "retain" }, { onDelete: "fail" }],
    ...[{ card: mastercard }, { card: { ...visa, cvv: "9991" } }, { timeouts: { create: "2m" } }],
  ],
  ignorable: [],
  secrets: [visa.cardNumber, mastercard.cardNumber],
  references: undefined,
  withValidArguments: (resource, _target, earlier) =>
    earlier.some(({ args: { isDefault } }) => isDefault === true) ? without(resource, "isDefault") : resource,
  objects: {
    kind: "payment method",
    path: "payment",
    existing,
    // Nobody can change a payment method before the service shows it.
    isHidden: ({ payment_methods }, id) =>
      payment_methods.some((one) => one.state === "hidden" && String(one.id) === id),
    keptMessage: /payment method (\d+) is the default and stays in the account/,
    externalDelete: (id) => ({ kind: "payment_method_delete", paymentMethodId: Number(id) }),
    // It can only lose the role of the default to payment method 1, if that still exists.
    externalChange: (_id, _kind, world) =>
      existing(world).some(({ id }) => id === 1)
        ? { kind: "payment_method_change", paymentMethodId: 1, patch: { is_default: true } }
        : undefined,
  },
  liveArguments(world, id) {
    const found = existing(world).find((one) => String(one.id) === id);
    return found ? { card: found.data.last_four, isDefault: found.is_default } : null;
  },
  comparable: {
    card: (value) =>
      typeof value === "object" && value !== null && "cardNumber" in value
        ? String(value.cardNumber).slice(-4)
        : value,
  },
  ignoredAfterAdoption: ["card"],
  operations: {
    group: "paymentMethods",
    creates: ["paymentMethods.add"],
    changes: ["paymentMethods.delete", "paymentMethods.makeDefault"],
  },
};
