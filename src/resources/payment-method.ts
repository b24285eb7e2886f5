import * as pulumi from "@pulumi/pulumi";
import type { PaymentMethod as Live } from "../client";
import type { CommonInputs } from "../lifecycle";
import {
  type ArgsOf,
  type DeclarationOf,
  numberOf,
  optionsOf,
  outputsOf,
  propertiesOf,
  typeToken,
} from "./declare";
import { knowLastingOutputs, type LastingOutputs } from "./lasting-outputs";
import { paymentMethodFields } from "./payment-method.fields";

/** What a payment method is declared with. Sections 2.5, 3.8 and 4.4 of the interface. */
export interface PaymentMethodInputs extends CommonInputs {
  /**
   * Id of an existing payment method to take over instead of adding one; `card` is then optional, and one whose last four
   * digits differ is an error. While it is set, a change of `card` is refused. Remove it when the payment method is in the state.
   */
  readonly adopt?: number;
  /**
   * The credit card; only cards can be added. Required but with `adopt`. Always secret: it leaves the encrypted inputs only
   * for the service, and outputs hold no more of it than a salted fingerprint. Any change replaces the payment
   * method. An account can have 6 active ones, and 60 can be added a day.
   */
  readonly card?: CardInputs;
  /**
   * Whether payments are made with it when none is named. There is one default at all times, so that true takes it from
   * another one, in place; false while it is the default is an error after a change of the program, and else a warning: make
   * another one the default. When somebody else has made another one the default, true takes it back. At most one
   * payment method of a program can say true. Default: false at creation (the service may make an only one
   * the default all the same), then not managed.
   */
  readonly isDefault?: boolean;
  /**
   * What happens when the payment method is to be deleted and is the default, which can't be deleted: `fail`, with the others
   * named; `retain`, which leaves it in the account and forgets it; or `{ makeDefault: id }`, which makes that one the default
   * first. One that is not the default is deleted. Default: `fail`. A change calls nothing.
   */
  readonly onDelete?: "fail" | "retain" | MakeDefault;
}

/** Data of a credit card. Bounds beyond those that are named: not specified. */
export interface CardInputs {
  /** Digits, without spaces or dashes. */
  readonly cardNumber: string;
  /** From 1 to 12. */
  readonly expiryMonth: number;
  /** Four digits. A card is good until the end of its month. */
  readonly expiryYear: number;
  /** Digits. */
  readonly cvv: string;
}

export interface MakeDefault {
  /** Id of another payment method. */
  readonly makeDefault: number;
}

/** The arguments of a `PaymentMethod`. */
export type PaymentMethodArgs = ArgsOf<PaymentMethodInputs>;

/** What may be shown of a credit card; of another kind of payment method, null. */
export interface PaymentMethodData {
  /** The card's brand. */
  readonly cardType: string | null;
  /** When the card expires, as the service writes it. */
  readonly expiry: string | null;
  /** The last four digits of the card's number. */
  readonly lastFour: string | null;
}

/**
 * A credit card that the account pays with. The service does not say which id a new one has: it is found by what was listed
 * before, its last four digits and its expiry, and taken only when nothing else could be it. The billing address (a valid
 * zip) should be current before one is added.
 */
export class PaymentMethod extends pulumi.CustomResource {
  /** The id as a number, for `onDelete` of others. */
  declare public readonly paymentMethodId: pulumi.Output<number>;
  /** What it is: `credit_card`. */
  declare public readonly type: pulumi.Output<string>;
  /** Whether payments are made with it when none is named, as of the last refresh. */
  declare public readonly isDefault: pulumi.Output<boolean>;
  /** When it was added, in UTC. */
  declare public readonly created: pulumi.Output<string>;
  /** What may be shown of the card. */
  declare public readonly data: pulumi.Output<PaymentMethodData>;

  /** Reads a payment method that exists, by its id, without managing it. */
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

  /** @param args Left out by `get` only. */
  constructor(name: string, args?: PaymentMethodArgs, options?: pulumi.CustomResourceOptions) {
    super(
      typeToken(declaration),
      name,
      propertiesOf(declaration, name, args, options),
      optionsOf(declaration, options),
    );
    this.paymentMethodId = numberOf(this.id);
    knowLastingOutputs(this, lastingOutputs);
  }
}

const declaration: DeclarationOf<PaymentMethod, PaymentMethodInputs, Live> = {
  lifecycle: "paymentMethod",
  type: "PaymentMethod",
  fields: paymentMethodFields,
  outputs: {
    paymentMethodId: "id",
    type: "stable",
    isDefault: "changing",
    created: "stable",
    data: "stable",
  },
  keptSecrets: [],
};

const lastingOutputs: LastingOutputs = {
  names: outputsOf(declaration, "stable"),
  list: (client, options) => client.paymentMethods.list.all(options),
  shape: (operations) => operations.paymentMethods.view.answer,
};
