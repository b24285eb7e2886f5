import { type Args, isStateOf, type Operations } from "../../../contract";
import { Findings, wrongInput } from "../../refusal";
import type { Caller, Service } from "../../service";
import type { AccountRecord, PromotionRecord } from "../../world/account-records";
import { logEvent } from "../events/events";
import { momentOf } from "../moments";
import { activePromotions } from "./account";
import { requireAccountAccess } from "./grants";

type UpdateBody = Args<Operations["account"]["update"]>;

/** Changes what the account's holder may change, all of it or nothing (section 4.3). */
export function updateAccount(service: Service, caller: Caller, body: UpdateBody): void {
  requireAccountAccess(caller, "read_write");
  const { active_promotions: promotions, ...details } = body;
  const changed = { ...service.world.account, ...omitted(service), ...details };
  if (!isStateOf(changed.country, changed.state)) {
    throw wrongInput("state", `for ${changed.country} only the two-letter code is accepted`);
  }
  service.world.account = { ...changed, active_promotions: promotionsAfter(service, promotions) };
  logEvent(service, { action: "account_update", username: caller.user.username });
}

/** What the body's fields are laid over: as set, nothing or what they are when they are empty. Country, state and e-mail can't be. */
function omitted({ settings }: Service): Partial<AccountRecord> {
  if (settings.putOmitted === "merge") return {};
  return {
    address_1: "",
    address_2: "",
    city: "",
    company: "",
    first_name: "",
    last_name: "",
    phone: "",
    tax_id: "",
    zip: "",
  };
}

/** What a promotion's body leaves out is as in the one that was shown in its place. */
function promotionsAfter(service: Service, given: UpdateBody["active_promotions"]): PromotionRecord[] {
  const { settings, world } = service;
  if (settings.promotionsInUpdate === "ignored") return world.account.active_promotions;
  if (given) {
    const shown = activePromotions(service);
    const findings = new Findings();
    const wanted = given.map((body, index) => {
      const expiry = body.expire_dt === undefined ? undefined : momentOf(body.expire_dt);
      if (Number.isNaN(expiry))
        findings.add(`active_promotions.${index}.expire_dt`, "there is no such moment");
      const before = shown[index] ?? emptyPromotion(service);
      return { ...before, ...body, expire_dt: expiry ?? before.expire_dt };
    });
    findings.settle();
    return wanted;
  }
  return settings.putOmitted === "merge" ? world.account.active_promotions : [];
}

const monthLength = 30 * 24 * 60 * 60 * 1000;

/** A credit of nothing, for a month. */
export function emptyPromotion(service: Service): PromotionRecord {
  return {
    credit_monthly_cap: "0.00",
    credit_remaining: "0.00",
    this_month_credit_remaining: "0.00",
    description: "",
    summary: "",
    service_type: "all",
    image_url: "",
    expire_dt: service.now() + monthLength,
  };
}
