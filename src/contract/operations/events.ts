import { z } from "zod";
import { integerId } from "../meta";
import { emptyResponse, operation, paging } from "../operation";
import { event } from "../shapes/event";

const path = z.strictObject({ eventId: integerId.describe("Id of the event.") });

/** The operations of section 4.3: the event log. */
export const events = {
  list: operation({
    call: "GET /account/events",
    summary: "Lists the events of the last 90 days that the caller may see.",
    section: "4.3",
    scopes: ["events:read_only"],
    query: paging,
    response: event,
    resend: "always",
    paged: true,
  }),
  view: operation({
    call: "GET /account/events/{eventId}",
    summary: "Returns an event.",
    section: "4.3",
    scopes: ["events:read_only"],
    path,
    response: event,
    resend: "always",
  }),
  read: operation({
    call: "POST /account/events/{eventId}/read",
    summary: "Marks an event as read.",
    section: "4.3",
    scopes: ["events:read_only"],
    path,
    response: emptyResponse,
    resend: "always",
  }),
  seen: operation({
    call: "POST /account/events/{eventId}/seen",
    summary: "Marks all events up to and including this one as seen.",
    section: "4.3",
    scopes: ["events:read_only"],
    path,
    response: emptyResponse,
    resend: "always",
  }),
} as const;
