import { z } from "zod";
import { emptyResponse, operation, paging } from "../operation";
import { entityTransfer, entityTransferCreate } from "../shapes/entity-transfer";

const path = z.strictObject({ token: z.guid("a UUID").describe("The transfer's UUID.") });
const deprecated = "service transfers";

/** The operations of section 4.5. */
export const entityTransfers = {
  list: operation({
    call: "GET /account/entity-transfers",
    summary: "Lists the transfers that the account has sent or received.",
    section: "4.5",
    scopes: ["account:read_only"],
    deprecated,
    query: paging,
    response: entityTransfer,
    resend: "always",
    paged: true,
  }),
  create: operation({
    call: "POST /account/entity-transfers",
    summary: "Offers instances to another account, which has 24 hours to accept with the token.",
    section: "4.5",
    scopes: ["account:read_write"],
    deprecated,
    body: entityTransferCreate,
    response: entityTransfer,
    resend: "never",
  }),
  view: operation({
    call: "GET /account/entity-transfers/{token}",
    summary: "Returns a transfer.",
    section: "4.5",
    scopes: ["account:read_only"],
    deprecated,
    path,
    response: entityTransfer,
    resend: "always",
  }),
  cancel: operation({
    call: "DELETE /account/entity-transfers/{token}",
    summary: "Cancels a transfer that has not been accepted.",
    section: "4.5",
    scopes: ["account:read_write"],
    deprecated,
    path,
    response: emptyResponse,
    resend: "always",
  }),
  accept: operation({
    call: "POST /account/entity-transfers/{token}/accept",
    summary: "Moves the instances of a transfer to the caller's account.",
    section: "4.5",
    scopes: ["account:read_write"],
    deprecated,
    path,
    response: emptyResponse,
    resend: "never",
  }),
} as const;
