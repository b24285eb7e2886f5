import type { Args, Operations } from "../../../contract";
import type { Caller, Service } from "../../service";
import { requireAccountGrant } from "../account/access";
import { logEvent } from "../events/events";
import { keptOf } from "./cards";
import { defaultMethod, putMethod, refuseTooMany, requireZip } from "./payment-methods";

/** Makes a card the one on file: the default payment method (section 4.3, deprecated). */
export function putCreditCard(
  service: Service,
  caller: Caller,
  body: Args<Operations["account"]["addCreditCard"]>,
): void {
  requireAccountGrant(caller, "read_write");
  const kept = keptOf(body, service.now());
  requireZip(service);
  const former = defaultMethod(service);
  if (service.settings.creditCardIs === "replaced" && former?.type === "credit_card") {
    service.world.paymentMethods.put({ ...former, ...kept });
  } else {
    refuseTooMany(service);
    putMethod(service, { type: "credit_card", ...kept, isDefault: true });
  }
  logEvent(service, { action: "credit_card_updated", username: caller.user.username });
}
