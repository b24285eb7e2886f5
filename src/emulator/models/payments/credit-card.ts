import type { Args, Operations } from "../../../contract";
import type { Caller, Service } from "../../service";
import { requireAccountAccess } from "../account/grants";
import { logEvent } from "../events/events";
import { savedCard } from "./cards";
import { defaultMethod, putMethod, requireFreeMethod, requireZip } from "./payment-methods";

/** Makes a card the default payment method (section 4.3, deprecated). */
export function putCreditCard(
  service: Service,
  caller: Caller,
  body: Args<Operations["account"]["addCreditCard"]>,
): void {
  requireAccountAccess(caller, "read_write");
  const card = savedCard(body, service.now());
  requireZip(service);
  const former = defaultMethod(service);
  if (service.settings.creditCardIs === "replaced" && former?.type === "credit_card") {
    service.world.paymentMethods.put({ ...former, ...card });
  } else {
    requireFreeMethod(service);
    putMethod(service, { type: "credit_card", ...card, isDefault: true });
  }
  logEvent(service, { action: "credit_card_updated", username: caller.user.username });
}
