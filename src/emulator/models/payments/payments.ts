import type { Args, Operations, ResponseBody } from "../../../contract";
import { limits } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import { InputErrors, invalidRequest } from "../../service-error";
import type { PaymentMethodRecord } from "../../world/account-records";
import type { PaymentRecord } from "../../world/billing-records";
import { requireAccountAccess } from "../account/grants";
import { centsOf, decimalOf, dollarsOf } from "../billing/money";
import { charge } from "./charging";
import { activeMethod, defaultMethod } from "./payment-methods";

type ShownPayment = ResponseBody<Operations["payments"]["create"]>;
type PaymentBody = Args<Operations["payments"]["create"]>;

/** In US dollars. The interface specifies no maximum; below this one, sums stay exact. */
const maxPayment = 1_000_000;

/** Oldest first. */
export function paymentsFor(service: Service, caller: Caller): readonly PaymentRecord[] {
  requireAccountAccess(caller, "read_only");
  return service.world.payments.all();
}

/** Makes a payment (section 4.4). Without a method in the body, the default one is charged. An overpayment becomes a credit. */
export function makePayment(service: Service, caller: Caller, body: PaymentBody): ShownPayment {
  requireAccountAccess(caller, "read_write");
  const errors = new InputErrors();
  const amount = amountOf(service, body.usd, errors);
  const method = methodOf(service, body, errors);
  errors.throwIfAny();
  if (!method) throw invalidRequest("The account has no payment method.");
  const payment = charge(service, method, amount, caller.user.username);
  if (!payment) throw invalidRequest("The payment was declined.");
  return {
    id: payment.id,
    date: formatDateTime(service, payment.date),
    usd: service.settings.paymentUsd === "integer" ? dollarsOf(payment.amount) : decimalOf(payment.amount),
    ...(method.charging === "warned" ? { warnings } : {}),
  };
}

/** A payment in the list, which has decimal amounts and no warnings. */
export function showPayment(
  service: Service,
  { id, date, amount }: PaymentRecord,
): ResponseBody<Operations["payments"]["list"]> {
  return { id, date: formatDateTime(service, date), usd: decimalOf(amount) };
}

const warnings = [
  {
    title: "Payment is being reviewed",
    details: "The payment was made. The card issuer is reviewing it.",
  },
];

function amountOf(service: Service, usd: string, errors: InputErrors): number {
  const [, decimals = ""] = usd.split(".");
  const dollars = Number(usd);
  const min = minPaymentOf(service);
  if (decimals.length > 2) errors.add("usd", "usd must have at most 2 decimals");
  else if (dollars === 0 || dollars < min) errors.add("usd", `usd must be at least ${min}`);
  else if (dollars > maxPayment) errors.add("usd", `usd must be at most ${maxPayment}`);
  return centsOf(dollars);
}

/** In US dollars. A smaller debt can be paid too. */
function minPaymentOf({ settings, world }: Service): number {
  const { balance } = world.account;
  return balance > 0 ? Math.min(settings.minPayment, balance) : settings.minPayment;
}

function methodOf(
  service: Service,
  { payment_method_id: id, cvv }: PaymentBody,
  errors: InputErrors,
): PaymentMethodRecord | undefined {
  const method = id === undefined ? defaultMethod(service) : activeMethod(service, id);
  if (id !== undefined && !method) errors.add("payment_method_id", "payment_method_id is not valid");
  if (method?.type === "credit_card") {
    const { min, max } = limits.card.cvv;
    if (cvv === undefined) errors.add("cvv", "cvv is required when paying by credit card");
    else if (!/^\d+$/.test(cvv) || cvv.length < min || cvv.length > max) {
      errors.add("cvv", `cvv must have ${min} or ${max} digits`);
    }
  }
  return method;
}
