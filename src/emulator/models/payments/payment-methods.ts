import { type Args, limits, type Operations, type ResponseBody } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import { invalidRequest, notFound } from "../../service-error";
import type { PaymentMethodRecord } from "../../world/account-records";
import { millisecondsPerDay } from "../../world/moment";
import { requireAccountAccess } from "../account/grants";
import { logEvent } from "../events/events";
import { StatusMachine } from "../transitions";
import { savedCard } from "./cards";

/** A method is `hidden` until it is listed. A deleted one is kept to count the methods added in a day. */
const methodStatusMachine = new StatusMachine({
  transitions: {
    list: { from: ["hidden"], to: "active", after: "appearingSeconds" },
    delete: { from: ["active"], to: "deleted" },
  },
  statusOf: (method: PaymentMethodRecord) => method.state,
  enter: ({ world }, method, state) =>
    world.paymentMethods.put({ ...method, state, is_default: false, wants_default: false }),
  dueOf: ({ id }) => ({ kind: "paymentMethod", payment_method_id: id }),
});

/** The active methods, oldest first. */
export function paymentMethodsFor(service: Service, caller: Caller): PaymentMethodRecord[] {
  requireAccountAccess(caller, "read_only");
  return activeMethods(service);
}

/** @throws ServiceError when the API returns no method of this id. */
export function viewPaymentMethod(service: Service, caller: Caller, id: number): PaymentMethodRecord {
  requireAccountAccess(caller, "read_only");
  const { world, settings } = service;
  const method = world.paymentMethods.get(id);
  if (method?.state === "deleted" && settings.deletedPaymentMethods === "viewable") return method;
  return activeMethodFor(service, caller, id);
}

/** @throws ServiceError when there is no active method of this id. */
function activeMethodFor(service: Service, caller: Caller, id: number): PaymentMethodRecord {
  requireAccountAccess(caller, "read_only");
  const method = activeMethod(service, id);
  if (!method) throw notFound();
  return method;
}

export function activeMethods(service: Service): PaymentMethodRecord[] {
  return service.world.paymentMethods.all().filter((method) => method.state === "active");
}

export function activeMethod(service: Service, id: number): PaymentMethodRecord | undefined {
  const method = service.world.paymentMethods.get(id);
  return method?.state === "active" ? method : undefined;
}

export function defaultMethod(service: Service): PaymentMethodRecord | undefined {
  return activeMethods(service).find((method) => method.is_default);
}

/** Adds a credit card (section 4.4). Its number and cvv are not stored. */
export function addPaymentMethod(
  service: Service,
  caller: Caller,
  body: Args<Operations["paymentMethods"]["add"]>,
): void {
  requireAccountAccess(caller, "read_write");
  const card = savedCard(body.data, service.now(), "data.");
  requireZip(service);
  requireFreeMethod(service);
  putMethod(service, { type: body.type, ...card, isDefault: body.is_default });
  logEvent(service, { action: "payment_method_add", username: caller.user.username });
}

/** Deletes a method other than the default one (section 3.8). */
export function deletePaymentMethod(service: Service, caller: Caller, id: number): void {
  requireAccountAccess(caller, "read_write");
  const method = activeMethodFor(service, caller, id);
  if (method.is_default) throw invalidRequest("The default payment method cannot be deleted.");
  methodStatusMachine.apply(service, method, "delete");
}

export function makeDefault(service: Service, caller: Caller, id: number): void {
  requireAccountAccess(caller, "read_write");
  setDefault(service, activeMethodFor(service, caller, id));
}

/** Makes a method the only default. */
export function setDefault(service: Service, method: PaymentMethodRecord): void {
  for (const other of activeMethods(service)) {
    if (other.is_default) service.world.paymentMethods.put({ ...other, is_default: false });
  }
  service.world.paymentMethods.put({ ...method, is_default: true });
}

/** Deletes any active method. If it was the default, the oldest of the other methods becomes the default. */
export function removeMethod(service: Service, method: PaymentMethodRecord): void {
  methodStatusMachine.apply(service, method, "delete");
  const [oldest] = activeMethods(service);
  if (method.is_default && oldest) setDefault(service, oldest);
}

type NewMethod = Pick<PaymentMethodRecord, "type" | "data" | "charging"> & { readonly isDefault: boolean };

/** Stores a new method. It is listed after a delay, or immediately if that is 0. */
export function putMethod(service: Service, { isDefault, ...own }: NewMethod): void {
  const method = service.world.paymentMethods.put({
    id: service.world.nextNumber("paymentMethod"),
    ...own,
    is_default: false,
    created: service.now(),
    state: "hidden",
    wants_default: isDefault,
  });
  if (methodStatusMachine.delayOf(service, "list") > 0) methodStatusMachine.plan(service, method, "list");
  else listPaymentMethod(service, method.id);
}

/** Lists a method. The only one becomes the default, even if the request said otherwise. */
export function listPaymentMethod(service: Service, id: number): void {
  const method = service.world.paymentMethods.get(id);
  if (method?.state !== "hidden") return;
  const isFirst = activeMethods(service).length === 0;
  const listed = methodStatusMachine.apply(service, method, "list");
  if (method.wants_default || isFirst) setDefault(service, listed);
}

export function showPaymentMethod(
  service: Service,
  method: PaymentMethodRecord,
): ResponseBody<Operations["paymentMethods"]["view"]> {
  const { id, type, is_default, data } = method;
  return { id, type, is_default, created: formatDateTime(service, method.created), data };
}

/** @throws ServiceError when the billing address has no zip and the settings require one (section 4.4). */
export function requireZip({ settings, world }: Service): void {
  if (settings.billingZip && world.account.zip.trim() === "") {
    throw invalidRequest("The account needs a zip before a payment method can be added.");
  }
}

/** @throws ServiceError at 6 methods, and at 60 that were added within 24 hours (section 8). */
export function requireFreeMethod(service: Service): void {
  const methods = service.world.paymentMethods.all();
  const { activePaymentMethods, paymentMethodsAddedADay } = limits;
  if (methods.filter((method) => method.state !== "deleted").length >= activePaymentMethods.max) {
    throw invalidRequest(`An account can have at most ${activePaymentMethods.max} payment methods.`);
  }
  const since = service.now() - millisecondsPerDay;
  if (methods.filter((method) => method.created > since).length >= paymentMethodsAddedADay.max) {
    throw invalidRequest(`At most ${paymentMethodsAddedADay.max} payment methods can be added a day.`);
  }
}
