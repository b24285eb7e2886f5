import type { PaymentMethod as Live } from "../client";
import type { Fields } from "../lifecycle";
import type { PaymentMethodInputs } from "./payment-method.inputs";

export type PaymentMethodStep = "default";

/** How each argument is compared, and the effect of changing it. */
export const paymentMethodFields: Fields<PaymentMethodInputs, Live, PaymentMethodStep> = {
  adopt: { change: "record", isRemovalIgnored: true },
  timeouts: { change: "record", default: {} },
  card: {
    change: "replace",
    secret: true,
    stored: "fingerprint",
    provesDifference: ({ cardNumber }, { data }) =>
      typeof data?.last_four === "string" && data.last_four !== cardNumber.slice(-4),
  },
  isDefault: {
    default: false,
    change: {
      inPlace: "default",
      repairsDrift: (wanted) => wanted,
      unrepairedReason:
        "an account always has one default: set `isDefault: true` on the payment method that should become the default, or remove `isDefault: false` here",
    },
    live: (method) => method.is_default,
  },
  onDelete: { change: "record", default: "fail" },
};
