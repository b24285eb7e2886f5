import type { Operations, ResponseBody } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import { uninvoicedTotal } from "../billing/invoicing";
import { dollarsOf } from "../billing/money";
import { defaultMethod } from "../payments/payment-methods";
import { requireAccountAccess } from "./grants";
import { activePromotions } from "./promotions";

type ShownAccount = ResponseBody<Operations["account"]["view"]>;

/** The account, with the card on file: the default payment method (section 2.4). */
export function showAccount(service: Service, caller: Caller): ShownAccount {
  requireAccountAccess(caller, "read_only");
  const { owed_since: _, invoiced_until: __, cancelled: ___, ...account } = service.world.account;
  const card = defaultMethod(service)?.data;
  return {
    ...account,
    active_since: formatDateTime(service, account.active_since),
    active_promotions: activePromotions(service).map((promotion) => ({
      ...promotion,
      expire_dt: formatDateTime(service, promotion.expire_dt),
    })),
    balance_uninvoiced: dollarsOf(uninvoicedTotal(service)),
    credit_card: { last_four: card?.last_four ?? null, expiry: card?.expiry ?? null },
  };
}
