import { z } from "zod";
import { notFound } from "../../refusal";
import type { Service } from "../../service";
import { promotionRecord } from "../../world/account-records";
import { noticeRecord } from "../../world/billing-records";
import { emptyPromotion } from "../account/update";
import { momentOf, writtenMoment } from "../moments";

/** What befalls an account's credits and notifications by an outside hand. */
export const billingHappenings = [
  /** The account is given a credit. What is left out is nothing, for 30 days. */
  z.strictObject({
    kind: z.literal("promotion"),
    promotion: promotionRecord.extend({ expire_dt: writtenMoment }).partial().strict(),
  }),
  /** Something is announced: of the account, or of the instance that it goes with. */
  z.strictObject({
    kind: z.literal("notification"),
    label: noticeRecord.shape.label,
    message: noticeRecord.shape.message.default(""),
    body: noticeRecord.shape.body.default(null),
    severity: noticeRecord.shape.severity.default("minor"),
    type: noticeRecord.shape.type.default("notice"),
    instanceId: z.int().nullable().default(null),
    when: writtenMoment.nullable().default(null),
    until: writtenMoment.nullable().default(null),
  }),
  /** The cause of what was announced under this label is resolved. */
  z.strictObject({ kind: z.literal("notification_gone"), label: z.string() }),
] as const;

type BillingHappening = z.output<(typeof billingHappenings)[number]>;

export function happenToBilling(service: Service, what: BillingHappening): void {
  const { world } = service;
  switch (what.kind) {
    case "promotion": {
      const { expire_dt, ...own } = what.promotion;
      const expiry = expire_dt === undefined ? {} : { expire_dt: momentOf(expire_dt) };
      const given = Object.entries({ ...own, ...expiry }).filter(([, value]) => value !== undefined);
      const promotion = promotionRecord.parse({ ...emptyPromotion(service), ...Object.fromEntries(given) });
      const { account } = world;
      world.account = { ...account, active_promotions: [...account.active_promotions, promotion] };
      break;
    }
    case "notification": {
      const { kind: _, instanceId: instance_id, when, until, ...own } = what;
      if (instance_id !== null && !world.instances.get(instance_id)) throw notFound();
      world.notices.put({
        ...own,
        id: world.number("notice"),
        instance_id,
        when: when === null ? null : momentOf(when),
        until: until === null ? null : momentOf(until),
      });
      break;
    }
    case "notification_gone": {
      const notices = world.notices.all().filter(({ label }) => label === what.label);
      if (notices.length === 0) throw notFound();
      for (const { id } of notices) world.notices.remove(id);
      break;
    }
  }
}
