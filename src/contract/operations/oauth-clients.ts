import { z } from "zod";
import { bytes, emptyResponse, operation, paging } from "../operation";
import { oauthClient, oauthClientCreate, oauthClientUpdate } from "../shapes/oauth-client";

const path = z.strictObject({ clientId: z.string().min(1).describe("Id of the OAuth client.") });

/** The operations of section 4.6. */
export const oauthClients = {
  list: operation({
    call: "GET /account/oauth-clients",
    summary: "Lists the OAuth clients.",
    section: "4.6",
    scopes: ["account:read_only"],
    query: paging,
    response: oauthClient,
    resend: "always",
    paged: true,
  }),
  create: operation({
    call: "POST /account/oauth-clients",
    summary: "Creates an OAuth client. Only a reset returns its secret in plain text.",
    section: "4.6",
    scopes: ["account:read_write"],
    body: oauthClientCreate,
    response: oauthClient,
    resend: "afterCheck",
  }),
  view: operation({
    call: "GET /account/oauth-clients/{clientId}",
    summary: "Returns an OAuth client.",
    section: "4.6",
    scopes: ["account:read_only"],
    path,
    response: oauthClient,
    resend: "always",
  }),
  update: operation({
    call: "PUT /account/oauth-clients/{clientId}",
    summary: "Changes an OAuth client.",
    section: "4.6",
    scopes: ["account:read_write"],
    path,
    body: oauthClientUpdate,
    response: oauthClient,
    resend: "always",
  }),
  delete: operation({
    call: "DELETE /account/oauth-clients/{clientId}",
    summary: "Deletes an OAuth client with its secret and all tokens issued to it.",
    section: "4.6",
    scopes: ["account:read_write"],
    path,
    response: emptyResponse,
    resend: "always",
  }),
  resetSecret: operation({
    call: "POST /account/oauth-clients/{clientId}/reset-secret",
    summary: "Replaces the secret and returns it in plain text. The old one is no longer accepted.",
    section: "4.6",
    scopes: ["account:read_write"],
    path,
    response: oauthClient,
    resend: "always",
  }),
  viewThumbnail: operation({
    call: "GET /account/oauth-clients/{clientId}/thumbnail",
    summary: "Returns the thumbnail, which is public.",
    section: "4.6",
    scopes: [],
    path,
    response: bytes,
    returnsBytes: true,
    resend: "always",
  }),
  updateThumbnail: operation({
    call: "PUT /account/oauth-clients/{clientId}/thumbnail",
    summary: "Sets the thumbnail.",
    section: "4.6",
    scopes: ["account:read_write"],
    path,
    body: bytes,
    sendsBytes: true,
    response: emptyResponse,
    resend: "always",
  }),
} as const;
