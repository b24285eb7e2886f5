import { z } from "zod";
import { integerId } from "../meta";
import { emptyResponse, operation, paging } from "../operation";
import { paymentMethod, paymentMethodAdd } from "../shapes/payment-method";

const path = z.strictObject({ paymentMethodId: integerId.describe("Id of the payment method.") });

/** The operations of section 4.4: payment methods. */
export const paymentMethods = {
  list: operation({
    call: "GET /account/payment-methods",
    summary: "Lists the active payment methods.",
    section: "4.4",
    scopes: ["account:read_only"],
    query: paging,
    response: paymentMethod,
    resend: "always",
    paged: true,
  }),
  add: operation({
    call: "POST /account/payment-methods",
    summary:
      "Adds a credit card. An account can have 6 active payment methods and add 60 per day. Does not return its id.",
    section: "4.4",
    scopes: ["account:read_write"],
    body: paymentMethodAdd,
    response: emptyResponse,
    resend: "never",
  }),
  view: operation({
    call: "GET /account/payment-methods/{paymentMethodId}",
    summary: "Returns a payment method.",
    section: "4.4",
    scopes: ["account:read_only"],
    path,
    response: paymentMethod,
    resend: "always",
  }),
  delete: operation({
    call: "DELETE /account/payment-methods/{paymentMethodId}",
    summary: "Deactivates a payment method that is not the default.",
    section: "4.4",
    scopes: ["account:read_only"],
    path,
    response: emptyResponse,
    resend: "always",
  }),
  makeDefault: operation({
    call: "POST /account/payment-methods/{paymentMethodId}/make-default",
    summary: "Makes a payment method the only default.",
    section: "4.4",
    scopes: ["account:read_write"],
    path,
    response: emptyResponse,
    resend: "always",
  }),
} as const;
