import * as pulumi from "@pulumi/pulumi";
import { PaymentMethod } from "pulumi-nodecloud";

const config = new pulumi.Config();

const card = new PaymentMethod("card", {
  card: {
    cardNumber: config.requireSecret("cardNumber"),
    expiryMonth: config.requireSecretNumber("expiryMonth"),
    expiryYear: config.requireSecretNumber("expiryYear"),
    cvv: config.requireSecret("cvv"),
  },
  onDelete: "retain",
});

export const lastFour = card.data.lastFour;
