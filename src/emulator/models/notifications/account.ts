import { durationOf, formatDateTime, type Service } from "../../service";
import type { PaymentMethodRecord } from "../../world/account-records";
import { activePromotions } from "../account/promotions";
import { balanceOf } from "../billing/balance";
import { decimalOf } from "../billing/money";
import { accountEntity, entityOf } from "../events/entities";
import { expiryOf } from "../payments/cards";
import { activeMethods } from "../payments/payment-methods";
import type { Notification } from "./notification";

/** A notification about a balance that is past due, until it is paid. */
export function pastDueBalance(service: Service): Notification[] {
  const { owed_since: since } = service.world.account;
  const dueAt = since === null ? Number.POSITIVE_INFINITY : since + durationOf(service, "pastDueSeconds");
  if (service.now() < dueAt) return [];
  const owed = decimalOf(balanceOf(service));
  return [
    {
      label: "Payment past due",
      message: `A balance of $${owed} is past due.`,
      body: "Make a payment, or make sure that the default payment method can be charged.",
      severity: "critical",
      type: "payment_due",
      entity: accountEntity(service),
      when: dueAt,
      until: null,
    },
  ];
}

/** A notification for every card that expires soon or has expired, until the card is deleted. */
export function expiringCards(service: Service): Notification[] {
  return activeMethods(service).flatMap((method) => {
    const until = expiryOf(method) ?? Number.POSITIVE_INFINITY;
    const when = until - durationOf(service, "expiringSeconds");
    if (service.now() < when) return [];
    const label = titleOf(method);
    const isExpired = service.now() >= until;
    const shared = {
      type: "payment_method_expiring",
      entity: entityOf({ id: method.id, label }, "payment_method", "account/payment-methods"),
      body: "Add another payment method, make it the default one, and delete this one.",
      when,
    };
    const shown: Notification = isExpired
      ? {
          ...shared,
          label: "Card expired",
          message: `The card ${label} has expired.`,
          severity: "major",
          until: null,
        }
      : {
          ...shared,
          label: "Card about to expire",
          message: `The card ${label} expires at ${formatDateTime(service, until)}.`,
          severity: "minor",
          until,
        };
    return [shown];
  });
}

/** A notification for every active promotion. */
export function promotions(service: Service): Notification[] {
  return activePromotions(service).map(({ summary, description, credit_remaining, expire_dt }) => ({
    label: "Promotion",
    message: `${summary}: $${credit_remaining} of credit remain.`,
    body: description === "" ? null : description,
    severity: "minor",
    type: "promotion",
    entity: accountEntity(service),
    when: null,
    until: expire_dt,
  }));
}

function titleOf({ data }: PaymentMethodRecord): string {
  return [data.card_type, data.last_four].filter((part) => part !== undefined).join(" ");
}
