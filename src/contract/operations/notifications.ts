import { operation } from "../operation";
import { notification } from "../shapes/notification";

/** The operations of section 4.3: notifications. */
export const notifications = {
  list: operation({
    call: "GET /account/notifications",
    summary: "Lists the notifications whose cause is not resolved.",
    section: "4.3",
    scopes: ["account:read_only"],
    response: notification,
    resend: "always",
    paged: true,
  }),
} as const;
