import type { Answer, Operations } from "../../contract";
import { type Caller, dateTime, type Service } from "../service";
import { requireAccountGrant } from "./access";

/** The account, with the card that is the default payment method (section 2.4). */
export function showAccount(service: Service, caller: Caller): Answer<Operations["account"]["view"]> {
  requireAccountGrant(caller, "read_only");
  const { account, paymentMethods } = service.world;
  const card = paymentMethods.all().find((method) => method.is_default)?.data;
  return {
    ...account,
    active_since: dateTime(service, account.active_since),
    active_promotions: [],
    credit_card: { last_four: card?.last_four ?? null, expiry: card?.expiry ?? null },
  };
}
