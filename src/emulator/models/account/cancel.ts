import type { Operations, ResponseBody } from "../../../contract";
import type { Caller, Service } from "../../service";
import { forbidden, invalidRequest } from "../../service-error";
import { balanceOf } from "../billing/balance";
import { createInvoice, uninvoicedTotal } from "../billing/invoicing";
import { removeInstance } from "../instances/removal";
import { charge, isChargeable } from "../payments/charging";
import { defaultMethod } from "../payments/payment-methods";

/** Charges the amount owed and cancels the account. If the charge fails, nothing changes (section 4.3, behavior 1). */
export function cancelAccount(
  service: Service,
  caller: Caller,
): ResponseBody<Operations["account"]["cancel"]> {
  if (caller.user.restricted) throw forbidden();
  const { world, settings } = service;
  const method = defaultMethod(service);
  const owesMoney = balanceOf(service) + uninvoicedTotal(service) > 0;
  if (owesMoney && !(method && isChargeable(service, method))) {
    throw invalidRequest("The account could not be cancelled: charging the card on file failed.");
  }
  if (settings.afterCancel === "closed") {
    for (const instance of world.instances.all()) removeInstance(service, instance);
  }
  createInvoice(service);
  if (owesMoney && method) charge(service, method, balanceOf(service), caller.user.username);
  world.account = { ...world.account, cancelled: service.now() };
  return { survey_link: `https://survey.example.com/${world.account.euuid}` };
}

/** Whether the account is cancelled and its tokens are no longer accepted. */
export function isClosed({ world, settings }: Service): boolean {
  return settings.afterCancel === "closed" && world.account.cancelled !== null;
}
