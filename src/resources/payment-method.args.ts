import type { ArgsOf } from "./args";
import type { CheckedArgs, Needs } from "./checked-args";
import type { PaymentMethodInputs } from "./payment-method.inputs";

/** The arguments of a `PaymentMethod`. */
export type PaymentMethodArgs = ArgsOf<PaymentMethodInputs>;

/** The arguments of a `PaymentMethod`: without `adopt`, a card is required. */
export type PaymentMethodArgsFor<Given> = CheckedArgs<Given, PaymentMethodArgs, Rules<Given>>;

type Rules<Given> = Given extends unknown ? Needs<Given, "adopt" | "card", NeedsCard> : never;

interface NeedsCard {
  readonly card: Exclude<PaymentMethodArgs["card"], undefined>;
}
