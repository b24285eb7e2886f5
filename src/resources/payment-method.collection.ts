import type { PaymentMethod } from "../client";
import { objectKind } from "../lifecycle";

/**
 * Under this lock, one payment method at a time is added, made the default or deleted, so that a new one can be distinguished from the
 * others.
 */
export const paymentMethodsLock = "payment-methods";

export const paymentMethods = objectKind<PaymentMethod>({
  kind: "payment method",
  idOf: (live) => String(live.id),
  view: (client, id, options) => client.paymentMethods.view({ paymentMethodId: Number(id) }, options),
  pages: (client, options) => client.paymentMethods.list.pages(options),
  // A delete deactivates the method (section 4.4). Whether a view returns it afterwards is not specified.
  isViewableWhenDeleted: true,
  describe: () => "still listed",
  lockOf: () => paymentMethodsLock,
});
