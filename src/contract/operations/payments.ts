import { operation, paging } from "../operation";
import { payment, paymentCreate } from "../shapes/payment";

/** The operations of section 4.4: payments. */
export const payments = {
  list: operation({
    call: "GET /account/payments",
    summary: "Lists the payments.",
    section: "4.4",
    scopes: ["account:read_only"],
    query: paging,
    response: payment,
    resend: "always",
    paged: true,
  }),
  create: operation({
    call: "POST /account/payments",
    summary: "Makes a payment. It may have been made even if it returns `warnings`.",
    section: "4.4",
    scopes: ["account:read_write"],
    body: paymentCreate,
    response: payment,
    resend: "never",
  }),
} as const;
