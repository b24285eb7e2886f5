import { type Answer, type Args, limits, type Operations } from "../../../contract";
import { notFound, refused } from "../../refusal";
import { type Caller, dateTime, lasting, type Service } from "../../service";
import type { PaymentMethodRecord } from "../../world/account-records";
import { requireAccountGrant } from "../account/access";
import { logEvent } from "../events/events";
import { keptOf } from "./cards";

type Added = Pick<PaymentMethodRecord, "type" | "data" | "charging"> & { readonly isDefault: boolean };

const dayLength = 24 * 60 * 60 * 1000;

/** The active methods, oldest first. */
export function paymentMethodsFor(service: Service, caller: Caller): PaymentMethodRecord[] {
  requireAccountGrant(caller, "read_only");
  return activeMethods(service);
}

/** @throws Refusal when there is none that is active. */
export function paymentMethodFor(service: Service, caller: Caller, id: number): PaymentMethodRecord {
  requireAccountGrant(caller, "read_only");
  const method = activeMethod(service, id);
  if (!method) throw notFound();
  return method;
}

/** The active method of this id. */
export function activeMethod(service: Service, id: number): PaymentMethodRecord | undefined {
  const method = service.world.paymentMethods.get(id);
  return method?.state === "active" ? method : undefined;
}

export function defaultMethod(service: Service): PaymentMethodRecord | undefined {
  return activeMethods(service).find((method) => method.is_default);
}

/** Adds a credit card (section 4.4). Its number and cvv are not kept. */
export function addPaymentMethod(
  service: Service,
  caller: Caller,
  body: Args<Operations["paymentMethods"]["add"]>,
): void {
  requireAccountGrant(caller, "read_write");
  const kept = keptOf(body.data, service.now(), "data.");
  requireZip(service);
  refuseTooMany(service);
  putMethod(service, { type: body.type, ...kept, isDefault: body.is_default });
  logEvent(service, { action: "payment_method_add", username: caller.user.username });
}

/** Deactivates a method; the default one can't be (section 3.8). */
export function deletePaymentMethod(service: Service, caller: Caller, id: number): void {
  requireAccountGrant(caller, "read_write");
  const method = paymentMethodFor(service, caller, id);
  if (method.is_default) throw refused("The default payment method can not be deleted.");
  service.world.paymentMethods.put({ ...method, state: "deleted" });
}

export function makeDefault(service: Service, caller: Caller, id: number): void {
  requireAccountGrant(caller, "read_write");
  setDefault(service, paymentMethodFor(service, caller, id));
}

/** Makes a method the only default. */
export function setDefault(service: Service, method: PaymentMethodRecord): void {
  for (const other of activeMethods(service)) {
    if (other.is_default) service.world.paymentMethods.put({ ...other, is_default: false });
  }
  service.world.paymentMethods.put({ ...method, is_default: true });
}

/** Takes a method away without asking; where it was the default, the oldest of the others becomes it. */
export function removeMethod(service: Service, method: PaymentMethodRecord): void {
  service.world.paymentMethods.put({ ...method, is_default: false, state: "deleted" });
  const [oldest] = activeMethods(service);
  if (method.is_default && oldest) setDefault(service, oldest);
}

/** Puts a method in, listed after a while. */
export function putMethod(service: Service, { isDefault, ...own }: Added): void {
  const { id } = service.world.paymentMethods.put({
    id: service.world.number("paymentMethod"),
    ...own,
    is_default: false,
    created: service.now(),
    state: "hidden",
    wants_default: isDefault,
  });
  const after = lasting(service, "appearingSeconds");
  if (after === 0) appearanceIsDue(service, id);
  else service.world.timeline.add(service.now() + after, { kind: "paymentMethod", payment_method_id: id });
}

/** A method is listed from now on. The only one is the default, whatever was asked: one always is. */
export function appearanceIsDue(service: Service, id: number): void {
  const method = service.world.paymentMethods.get(id);
  if (method?.state !== "hidden") return;
  const becomesDefault = method.wants_default || activeMethods(service).length === 0;
  const shown = service.world.paymentMethods.put({ ...method, state: "active", wants_default: false });
  if (becomesDefault) setDefault(service, shown);
}

export function showPaymentMethod(
  service: Service,
  method: PaymentMethodRecord,
): Answer<Operations["paymentMethods"]["view"]> {
  const { id, type, is_default, data } = method;
  return { id, type, is_default, created: dateTime(service, method.created), data };
}

export function activeMethods(service: Service): PaymentMethodRecord[] {
  return service.world.paymentMethods.all().filter((method) => method.state === "active");
}

/** The billing address should be current before a method is added (section 4.4). */
export function requireZip({ settings, world }: Service): void {
  if (settings.billingZip && world.account.zip.trim() === "") {
    throw refused("The account needs a zip before a payment method can be added.");
  }
}

/** At most 6 are active, and at most 60 are added in 24 hours (section 8). */
export function refuseTooMany(service: Service): void {
  const methods = service.world.paymentMethods.all();
  const { activePaymentMethods, paymentMethodsAddedADay } = limits;
  if (methods.filter((method) => method.state !== "deleted").length >= activePaymentMethods.max) {
    throw refused(`An account can have at most ${activePaymentMethods.max} payment methods.`);
  }
  const since = service.now() - dayLength;
  if (methods.filter((method) => method.created > since).length >= paymentMethodsAddedADay.max) {
    throw refused(`At most ${paymentMethodsAddedADay.max} payment methods can be added a day.`);
  }
}
