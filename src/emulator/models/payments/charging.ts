import type { Service } from "../../service";
import type { PaymentMethodRecord } from "../../world/account-records";
import type { PaymentRecord } from "../../world/billing-records";
import { changeBalance } from "../billing/balance";
import { logEvent } from "../events/events";
import { expiryOf } from "./cards";

/** Whether a payment with the method succeeds. It fails for a declined or expired card. */
export function isChargeable(service: Service, method: PaymentMethodRecord): boolean {
  const expiry = expiryOf(method) ?? Number.POSITIVE_INFINITY;
  return method.charging !== "declined" && service.now() < expiry;
}

/** Charges an amount in cents to a payment method. Returns undefined, without any change, if the charge fails. */
export function charge(
  service: Service,
  method: PaymentMethodRecord,
  amount: number,
  username: string | null,
): PaymentRecord | undefined {
  if (!isChargeable(service, method)) return undefined;
  const payment = service.world.payments.put({
    id: service.world.nextNumber("payment"),
    date: service.now(),
    amount,
    payment_method_id: method.id,
  });
  changeBalance(service, -amount);
  logEvent(service, { action: "payment_submitted", username });
  return payment;
}
