import type { Answer, Args, Operations } from "../../contract";
import { isStateOf } from "../../contract";
import { wrongInput } from "../refusal";
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

/** Changes what the account's holder may change (section 4.3). */
export function updateAccount(
  service: Service,
  caller: Caller,
  body: Args<Operations["account"]["update"]>,
): Answer<Operations["account"]["view"]> {
  requireAccountGrant(caller, "read_write");
  const { active_promotions: _, ...details } = body;
  const changed = { ...service.world.account, ...details };
  if (!isStateOf(changed.country, changed.state)) {
    throw wrongInput("state", `For ${changed.country} only the two-letter code is accepted`);
  }
  service.world.account = changed;
  return showAccount(service, caller);
}
