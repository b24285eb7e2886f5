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
  // The default can't be deleted. This card becomes one only where somebody makes it one, and is then left in the account.
  onDelete: "retain",
});

export const paymentMethodId = card.paymentMethodId;

// Both are secret as a whole, and so is what is taken from them.
export const defaultExpires = getPaymentMethodsOutput({ isDefault: true }).apply(
  ([method]) => method?.data.expiry,
);
export const owed = getAccountOutput().apply(({ balance }) => balance);
