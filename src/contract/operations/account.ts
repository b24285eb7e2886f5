import { operation } from "../operation";
import { account as accountShape } from "../shapes/account";

/** Section 4.3, the account itself. */
export const account = {
  view: operation({
    call: "GET /account",
    summary: "Returns the account's contact and billing data.",
    section: "4.3",
    scopes: ["account:read_only"],
    answer: accountShape,
    resend: "always",
  }),
} as const;
