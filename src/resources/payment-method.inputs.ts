import type { CommonInputs } from "../common-inputs";
import type { ArgsOf } from "./args";

/** The arguments of a `PaymentMethod`, as known values. Sections 2.5, 3.8 and 4.4 of the interface. */
export interface PaymentMethodInputs extends CommonInputs {
  /**
   * Id of an existing payment method to adopt instead of adding one. `card` is then optional; if its last four digits differ, the adoption
   * fails. While `adopt` is set, a change to `card` is refused. Remove it once the payment method is in the state.
   */
  readonly adopt?: number;
  /**
   * The credit card; no other kind can be added. An expired card is refused. Required to add one. Always secret, unless a transform sets it
   * without `pulumi.secret`. Outputs hold only a salted fingerprint of it. A change replaces the payment method. An account can have 6
   * active payment methods, and 60 can be added per day.
   */
  readonly card?: CardInputs;
  /**
   * Whether this is the account's default payment method. There is always exactly one. True makes it the default, even after someone else
   * made another one the default. Setting it to false while the payment method is the default is an error if the program has just declared
   * the value, and a warning otherwise. To change the default, make another payment method the default. At most one payment method of a
   * program can set it to true. Changed in place. Default: false at creation, then not managed; the service may make an account's only
   * payment method the default.
   */
  readonly isDefault?: boolean;
  /**
   * The effect of deleting the resource if it is the default payment method, which the service does not delete. `fail` fails and lists the
   * others. `retain` removes it from the state only. `{ makeDefault: id }` first makes that one the default. A change sends no request.
   * Default: `fail`.
   */
  readonly onDelete?: "fail" | "retain" | MakeDefault;
}

/** The arguments of a `PaymentMethod`. */
export type PaymentMethodArgs = ArgsOf<PaymentMethodInputs>;

/** Data of a credit card. Bounds beyond those stated here: not specified. */
export interface CardInputs {
  /** Card number: digits without spaces or dashes. */
  readonly cardNumber: string;
  /** Month of expiry, 1 to 12. The card is valid until the end of that month. */
  readonly expiryMonth: number;
  /** Year of expiry, four digits. */
  readonly expiryYear: number;
  /** Card verification value: digits. */
  readonly cvv: string;
}

/** The payment method that takes over as the default. */
export interface MakeDefault {
  /** Id of another payment method of the account. */
  readonly makeDefault: number;
}
