import { dateTime, durationOf, type Service } from "../../service";
import type { PaymentMethodRecord } from "../../world/account-records";
import type { EventEntity } from "../../world/records";
import { activePromotions } from "../account/account";
import { balanceOf } from "../billing/balance";
import { decimalOf } from "../billing/money";
import { entityOf } from "../events/entities";
import { expiryOf } from "../payments/cards";
import { activeMethods } from "../payments/payment-methods";
import type { Notification } from "./notification";

/** Something has been owed for long. It goes when it is paid. */
export function pastDue(service: Service): Notification[] {
  const { owed_since: since } = service.world.account;
  const due = since === null ? Number.POSITIVE_INFINITY : since + durationOf(service, "pastDueSeconds");
  if (service.now() < due) return [];
  const owed = decimalOf(balanceOf(service));
  return [
    {
      label: "Payment past due",
      message: `A balance of $${owed} is past due.`,
      body: "Make a payment, or see that the default payment method can be charged.",
      severity: "critical",
      type: "payment_due",
      entity: accountEntity(service),
      when: due,
      until: null,
    },
  ];
}

/** A card is about to expire, or has. It goes when the card is deleted. */
export function cardsThatExpire(service: Service): Notification[] {
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
          message: `The card ${label} expires at ${dateTime(service, until)}.`,
          severity: "minor",
          until,
        };
    return [shown];
  });
}

/** A credit is given, until it expires. */
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

/** The account has no id but its euuid. */
export function accountEntity({ world }: Service): EventEntity {
  const { company, euuid } = world.account;
  return { id: euuid, label: company, type: "account", url: "/v4/account" };
}

function titleOf({ data }: PaymentMethodRecord): string {
  return [data.card_type, data.last_four].filter((part) => part !== undefined).join(" ");
}
