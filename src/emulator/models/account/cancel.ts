import type { Answer, Operations } from "../../../contract";
import { forbidden, refused } from "../../refusal";
import type { Caller, Service } from "../../service";
import { balanceOf } from "../billing/balance";
import { makeInvoice, uninvoiced } from "../billing/invoicing";
import { removeInstance } from "../instances/removal";
import { charge, isChargeable } from "../payments/charging";
import { defaultMethod } from "../payments/payment-methods";

/** Charges what is owed and closes the account; where that fails, nothing has changed (section 4.3, behaviour 1). */
export function cancelAccount(service: Service, caller: Caller): Answer<Operations["account"]["cancel"]> {
  if (caller.user.restricted) throw forbidden();
  const { world, settings } = service;
  const method = defaultMethod(service);
  const isOwing = balanceOf(service) + uninvoiced(service) > 0;
  if (isOwing && !(method && isChargeable(service, method))) {
    throw refused("The account could not be cancelled: charging the card on file failed.");
  }
  if (settings.afterCancel === "closed") {
    for (const instance of world.instances.all()) removeInstance(service, instance);
  }
  makeInvoice(service);
  if (isOwing && method) charge(service, method, balanceOf(service), caller.user.username);
  world.account = { ...world.account, cancelled: service.now() };
  return { survey_link: `https://survey.example.com/${world.account.euuid}` };
}

/** Whether a cancelled account's tokens are refused. */
export function isClosed({ world, settings }: Service): boolean {
  return settings.afterCancel === "closed" && world.account.cancelled !== null;
}
