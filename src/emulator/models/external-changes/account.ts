import { z } from "zod";
import type { Service } from "../../service";
import { accountRecord, promotionRecord } from "../../world/account-records";
import { writtenAccount } from "../../world/written-dollars";
import { defaultPromotion } from "../account/promotions";
import { setBalance } from "../billing/balance";
import { centsOf } from "../billing/money";
import { dateTimeInput, momentOf } from "../date-time-input";
import { logEvent, logUnlistedEvent } from "../events/events";
import { defineKind } from "./kind";

const accountPatch = writtenAccount.partial().strict();

export const accountChanges = {
  account_change: defineKind({
    shape: z.strictObject({ patch: accountPatch }),
    apply: (service, { patch }) => patchAccount(service, patch),
  }),
  promotion: defineKind({
    shape: z
      .strictObject({
        promotion: promotionRecord.extend({ expire_dt: dateTimeInput }).partial().strict(),
      })
      .describe("Adds a promotion. Default of each amount: 0.00; of `expire_dt`: 30 days from now."),
    apply: (service, { promotion: { expire_dt, ...own } }) => {
      const expiry = expire_dt === undefined ? {} : { expire_dt: momentOf(expire_dt) };
      const promotion = promotionRecord.parse({
        ...defaultPromotion(service),
        ...given({ ...own, ...expiry }),
      });
      const { account } = service.world;
      service.world.account = { ...account, active_promotions: [...account.active_promotions, promotion] };
      logUnlistedEvent(service, { action: "account_promo_apply", username: null });
    },
  }),
} as const;

function patchAccount(service: Service, patch: z.output<typeof accountPatch>): void {
  service.world.account = accountRecord.parse({ ...service.world.account, ...given(patch) });
  if (patch.balance !== undefined) setBalance(service, centsOf(patch.balance));
  logEvent(service, { action: "account_update", username: null });
}

function given(patch: object): object {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}
