import { emptyResponse, operation } from "../operation";
import { accountCancel, accountCancelled, account as accountShape, accountUpdate } from "../shapes/account";
import { creditCard } from "../shapes/card";

/** The operations of section 4.3: the account itself. */
export const account = {
  view: operation({
    call: "GET /account",
    summary: "Returns the account's contact and billing data.",
    section: "4.3",
    scopes: ["account:read_only"],
    response: accountShape,
    resend: "always",
  }),
  update: operation({
    call: "PUT /account",
    summary: "Changes the account's contact and billing data.",
    section: "4.3",
    scopes: ["account:read_write"],
    body: accountUpdate,
    response: accountShape,
    resend: "always",
  }),
  cancel: operation({
    call: "POST /account/cancel",
    summary: "Charges the balance and closes the account. It stays open if the charge fails.",
    section: "4.3",
    scopes: ["account:read_write"],
    body: accountCancel,
    response: accountCancelled,
    resend: "never",
  }),
  addCreditCard: operation({
    call: "POST /account/credit-card",
    summary: "Adds a credit card to the account.",
    section: "4.3",
    scopes: ["account:read_write"],
    deprecated: "paymentMethods.add",
    body: creditCard,
    response: emptyResponse,
    resend: "never",
  }),
} as const;
