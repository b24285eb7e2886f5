import type { PaymentMethod } from "../client";
import { cachedPerServices, type ObjectKind, type ReadServices, SharedCollection } from "../lifecycle";

/** All payment methods, read once for all resources of the process. */
export const paymentMethodsOf = cachedPerServices(
  ({ client, clock }: ReadServices) =>
    new SharedCollection<PaymentMethod>(
      {
        kind: "payment method",
        idOf: (live) => String(live.id),
        view: (id, options) => client.paymentMethods.view({ paymentMethodId: Number(id) }, options),
        pages: (options) => client.paymentMethods.list.pages(options),
        // A delete deactivates the method (section 4.4). Whether a view returns it afterwards is not specified.
        isViewableWhenDeleted: true,
      },
      clock,
    ),
);

/**
 * Under this lock, one payment method at a time is added, made the default or deleted, so that a new one can be distinguished from the
 * others.
 */
export const paymentMethodsLock = "payment-methods";

export const paymentMethods: ObjectKind<PaymentMethod> = {
  kind: "payment method",
  collection: paymentMethodsOf,
  describe: () => "still listed",
  lockOf: () => paymentMethodsLock,
};
