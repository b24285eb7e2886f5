import { z } from "zod";
import { integerId } from "../meta";
import { operation, paging } from "../operation";
import { invoice, invoiceItem } from "../shapes/invoice";

const path = z.strictObject({ invoiceId: integerId.describe("Id of the invoice.") });

/** The operations of section 4.3: invoices. */
export const invoices = {
  list: operation({
    call: "GET /account/invoices",
    summary: "Lists the invoices.",
    section: "4.3",
    scopes: ["account:read_only"],
    query: paging,
    response: invoice,
    resend: "always",
    paged: true,
  }),
  view: operation({
    call: "GET /account/invoices/{invoiceId}",
    summary: "Returns an invoice.",
    section: "4.3",
    scopes: ["account:read_only"],
    path,
    response: invoice,
    resend: "always",
  }),
  listItems: operation({
    call: "GET /account/invoices/{invoiceId}/items",
    summary: "Lists the items of an invoice.",
    section: "4.3",
    scopes: ["account:read_only"],
    path,
    query: paging,
    response: invoiceItem,
    resend: "always",
    paged: true,
  }),
} as const;
