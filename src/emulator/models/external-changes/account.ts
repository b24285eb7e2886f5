import { z } from "zod";
import { notFound } from "../../refusal";
import type { Service } from "../../service";
import { accountRecord, type PaymentMethodRecord, paymentMethodRecord } from "../../world/account-records";
import { setBalance } from "../billing/balance";
import { centsOf } from "../billing/money";
import { logEvent } from "../events/events";
import { putMethod, removeMethod, setDefault } from "../payments/payment-methods";

const paymentMethodId = z.int();

/** What befalls the account and its payment methods by an outside hand, with no operation and no check. */
export const accountHappenings = [
  z.strictObject({ kind: z.literal("account_change"), patch: accountRecord.partial().strict() }),
  /** The way that types other than cards come to be. What `data` leaves out is made up; ids begin as after an added card. */
  z.strictObject({
    kind: z.literal("payment_method_added"),
    type: paymentMethodRecord.shape.type,
    isDefault: z.boolean().default(false),
    data: z.record(z.string(), z.string()).default({}),
    charging: paymentMethodRecord.shape.charging.default("works"),
  }),
  /** `is_default` can be given, not taken: one always is. `data` is laid over what there was; `charging` says what becomes of payments. */
  z.strictObject({
    kind: z.literal("payment_method_change"),
    paymentMethodId,
    patch: z.strictObject({
      is_default: z.literal(true).exactOptional(),
      data: z.record(z.string(), z.string()).exactOptional(),
      charging: paymentMethodRecord.shape.charging.exactOptional(),
    }),
  }),
  /** Where it was the default, the oldest of the others becomes it. */
  z.strictObject({ kind: z.literal("payment_method_gone"), paymentMethodId }),
] as const;

type AccountHappening = z.output<(typeof accountHappenings)[number]>;

/** What a method shows that nobody described. */
const madeUp: Readonly<Record<PaymentMethodRecord["type"], Readonly<Record<string, string>>>> = {
  credit_card: { card_type: "Visa", expiry: "12/2039", last_four: "4242" },
  google_pay: { card_type: "MasterCard", expiry: "11/2039", last_four: "5454" },
  paypal: { email: "billing@example.com", paypal_id: "EXAMPLE0PAYPAL" },
};

export function happenToAccount(service: Service, what: AccountHappening): void {
  switch (what.kind) {
    case "account_change":
      changeAccount(service, what.patch);
      break;
    case "payment_method_added":
      putMethod(service, {
        type: what.type,
        data: { ...madeUp[what.type], ...what.data },
        charging: what.charging,
        isDefault: what.isDefault,
      });
      logEvent(service, { action: "payment_method_add", username: null });
      break;
    case "payment_method_change": {
      const { is_default: isDefault, data, charging } = what.patch;
      const method = methodOf(service, what.paymentMethodId);
      const changed = service.world.paymentMethods.put({
        ...method,
        data: { ...method.data, ...data },
        charging: charging ?? method.charging,
      });
      if (isDefault) setDefault(service, changed);
      break;
    }
    case "payment_method_gone":
      removeMethod(service, methodOf(service, what.paymentMethodId));
      break;
  }
}

function changeAccount(service: Service, patch: z.output<(typeof accountHappenings)[0]>["patch"]): void {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  service.world.account = accountRecord.parse({ ...service.world.account, ...Object.fromEntries(given) });
  if (patch.balance !== undefined) setBalance(service, centsOf(patch.balance));
  logEvent(service, { action: "account_update", username: null });
}

function methodOf(service: Service, id: number): PaymentMethodRecord {
  const method = service.world.paymentMethods.get(id);
  if (method?.state !== "active") throw notFound();
  return method;
}
