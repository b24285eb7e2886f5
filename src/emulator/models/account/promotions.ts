import type { Args, Operations } from "../../../contract";
import type { Service } from "../../service";
import { InputErrors } from "../../service-error";
import type { PromotionRecord } from "../../world/account-records";
import { isMoment, momentOf } from "../date-time-input";

type PromotionBodies = Args<Operations["account"]["update"]>["active_promotions"];

const defaultLength = 30 * 24 * 60 * 60 * 1000;

export function activePromotions(service: Service): PromotionRecord[] {
  return service.world.account.active_promotions.filter(({ expire_dt }) => expire_dt > service.now());
}

/** A promotion without credit that expires in 30 days. */
export function defaultPromotion(service: Service): PromotionRecord {
  return {
    credit_monthly_cap: "0.00",
    credit_remaining: "0.00",
    this_month_credit_remaining: "0.00",
    description: "",
    summary: "",
    service_type: "all",
    image_url: "",
    expire_dt: service.now() + defaultLength,
  };
}

/**
 * The promotions after an account update. The fields of a promotion in the body replace those of the listed promotion at
 * the same position.
 */
export function updatedPromotions(service: Service, bodies: PromotionBodies): PromotionRecord[] {
  const { settings, world } = service;
  if (settings.promotionsInUpdate === "ignored") return world.account.active_promotions;
  if (!bodies) return settings.putOmitted === "merge" ? world.account.active_promotions : [];
  const listed = activePromotions(service);
  const errors = new InputErrors();
  const updated = bodies.map((body, index) => {
    const expiry = body.expire_dt === undefined ? undefined : momentOf(body.expire_dt);
    if (expiry !== undefined && !isMoment(expiry)) {
      errors.add(`active_promotions.${index}.expire_dt`, "expire_dt must be a date from 1970 to 9999");
    }
    const before = listed[index] ?? defaultPromotion(service);
    return { ...before, ...body, expire_dt: expiry ?? before.expire_dt };
  });
  errors.throwIfAny();
  return updated;
}
