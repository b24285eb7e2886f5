import * as pulumi from "@pulumi/pulumi";
import { getAccountOutput, getPaymentMethodsOutput, PaymentMethod } from "pulumi-nodecloud";

const config = new pulumi.Config();

const card = new PaymentMethod("card", {
  card: pulumi.output({
    cardNumber: config.requireSecret("cardNumber"),
    expiryMonth: config.requireSecretNumber("expiryMonth"),
    expiryYear: config.requireSecretNumber("expiryYear"),
    cvv: config.requireSecret("cvv"),
  }),
  // The default payment method cannot be deleted. If this card becomes the default, deleting it leaves it in the account.
  onDelete: "retain",
});

export const paymentMethodId = card.paymentMethodId;

// Both lookups return secrets, so these outputs are secret too.
export const defaultExpires = getPaymentMethodsOutput({ isDefault: true }).apply(
  ([method]) => method?.data.expiry,
);
export const owed = getAccountOutput().apply(({ balance }) => balance);
