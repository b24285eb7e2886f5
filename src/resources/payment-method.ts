import * as pulumi from "@pulumi/pulumi";
import type { PaymentMethod as Live } from "../client";
import type { CheckedArgs, RequiredWithoutAdopt } from "./checked-args";
import type { DeclarationOf } from "./declaration";
import { paymentMethodFields } from "./payment-method.fields";
import type { PaymentMethodArgs, PaymentMethodInputs } from "./payment-method.inputs";
import { type PreviewSource, resolveInPreviews } from "./preview-outputs";
import { registrationOf } from "./registration";

/** The visible data of a credit card. All null for other kinds of payment method. */
export interface PaymentMethodData {
  /** Brand of the card. */
  readonly cardType: string | null;
  /** Expiry date, in the service's format. */
  readonly expiry: string | null;
  /** Last four digits of the card number. */
  readonly lastFour: string | null;
}

class PaymentMethod extends pulumi.CustomResource {
  /** The id as a number, for `onDelete` of another payment method. */
  declare public readonly paymentMethodId: pulumi.Output<number>;
  /** Kind of payment method: `credit_card`. */
  declare public readonly type: pulumi.Output<string>;
  /** Whether it is the account's default payment method, as of the last read. */
  declare public readonly isDefault: pulumi.Output<boolean>;
  /** Time at which it was added, in UTC. */
  declare public readonly created: pulumi.Output<string>;
  /** The visible data of the card. */
  declare public readonly data: pulumi.Output<PaymentMethodData>;

  /** Reads an existing payment method by its id, without managing it. */
  public static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): PaymentMethod {
    return new PaymentMethod(name, undefined, { ...options, id });
  }

  public static override isInstance(value: unknown): value is PaymentMethod {
    return pulumi.CustomResource.isInstance(value) && value instanceof PaymentMethod;
  }

  constructor(name: string, args?: PaymentMethodArgs, options?: pulumi.CustomResourceOptions) {
    super(...registrationOf(declaration, name, args, options));
    resolveInPreviews(this, declaration, options);
  }
}

/** The arguments of a `PaymentMethod`: without `adopt`, a card is required. */
type PaymentMethodArgsFor<Given> = CheckedArgs<
  Given,
  PaymentMethodArgs,
  RequiredWithoutAdopt<Given, PaymentMethodArgs, "card">
>;

/** The type of the class `PaymentMethod`, which the compiler names in the declarations of programs. */
export interface PaymentMethodClass extends Pick<typeof PaymentMethod, keyof typeof PaymentMethod> {
  new <Given extends PaymentMethodArgsFor<Given> = PaymentMethodArgs>(
    name: string,
    args: Given,
    options?: pulumi.CustomResourceOptions,
  ): PaymentMethod;
}

/**
 * A credit card that the account pays with. The service does not return the id of a new one. The package finds it as the payment
 * method that was not listed before and has the card's last four digits and expiry; if several match, the create stays
 * unresolved. The account's billing address (a valid zip) should be current.
 */
const PublicPaymentMethod: PaymentMethodClass = PaymentMethod;
type PublicPaymentMethod = PaymentMethod;

export { PublicPaymentMethod as PaymentMethod };

const declaration: DeclarationOf<PaymentMethod, PaymentMethodInputs, Live> & PreviewSource = {
  type: "PaymentMethod",
  fields: paymentMethodFields,
  outputs: {
    paymentMethodId: "numeric id",
    type: "stable",
    isDefault: "changing",
    created: "stable",
    data: "stable",
  },
  keptSecrets: [],
  list: (client, options) => client.paymentMethods.list.all(options),
  shape: (operations) => operations.paymentMethods.view.response,
};
