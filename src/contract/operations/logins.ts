import { z } from "zod";
import { integerId } from "../meta";
import { operation } from "../operation";
import { login } from "../shapes/login";

/** The operations of section 4.3: logins. Only unrestricted users can call these. */
export const logins = {
  list: operation({
    call: "GET /account/logins",
    summary: "Lists the successful logins of all users in the last 90 days.",
    section: "4.3",
    scopes: ["account:read_only"],
    response: login,
    resend: "always",
    paged: true,
  }),
  view: operation({
    call: "GET /account/logins/{loginId}",
    summary: "Returns a login.",
    section: "4.3",
    scopes: ["account:read_only"],
    path: z.strictObject({ loginId: integerId.describe("Id of the login.") }),
    response: login,
    resend: "always",
  }),
} as const;
