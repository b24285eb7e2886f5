import { z } from "zod";
import { amount, choice, flag, seconds, status } from "./schemas";

/** Statuses, bodies, lists, rate limits, scopes and events. */
export const callSettings = {
  successStatus: choice(["ok", "varied"], {
    section: "4",
    doc: "Status of a successful call. `ok`: always 200 with a body. `varied`: 201 for a creation, 202 for a started action, 204 without a body for a deletion.",
  }),
  inputStatus: status(400, { section: "7", doc: "Status for invalid input.", alternative: 422 }),
  scopeStatus: status(401, { section: "7", doc: "Status when the token lacks the scope.", alternative: 403 }),
  busyStatus: status(400, { section: "7", doc: "Status while another action is running.", alternative: 409 }),
  errorTexts: choice(["usual", "other"], {
    section: "7",
    doc: "Wording of error reasons. `other`: wording that clients cannot know.",
  }),
  putOmitted: choice(["merge", "replace"], {
    section: "4.1",
    doc: "Fields that a PUT omits: left unchanged, or set to their defaults.",
  }),
  unknownFields: choice(["ignored", "refused"], {
    section: "4",
    doc: "Unknown fields in a request body.",
  }),
  contentTypes: choice(["any", "json"], {
    section: "1",
    doc: "A JSON body with another Content-Type: accepted, or rejected with 415.",
  }),
  filters: choice(["header", "anyField", "ignored"], {
    section: "4",
    doc: "Which fields the conditions of the header X-Filter may name: those marked F (`header`), or any (`anyField`). Lists can be ordered by any field. `ignored`: the header has no effect.",
  }),
  pageSize: choice(["refused", "clamped"], {
    section: "8",
    doc: "A `page_size` below 25 or above 500: rejected, or replaced by the nearest bound.",
  }),
  defaultPageSize: amount(
    100,
    {
      section: "8",
      doc: "Items per page without `page_size`.",
      alternative: 25,
    },
    z.int().min(25).max(500),
  ),
  plainLists: choice(["paged", "whole"], {
    section: "4",
    doc: "Lists without documented query parameters: divided into pages like the others, or returned whole.",
  }),
  listResults: choice(["shown", "all"], {
    section: "2.15",
    doc: "`results` of the list of instances: without or with the instances that are omitted because a restricted user has no grant on them.",
  }),
  listLagSeconds: seconds(3, {
    section: "4",
    doc: "How far lists lag behind views: they return everything as it was, without new objects and with deleted ones.",
    alternative: 0,
    live: 3,
  }),
  viewLagSeconds: seconds(0, {
    section: "4",
    doc: "How far views lag behind: they return everything as it was, with 404 for new objects.",
    alternative: 5,
  }),
  furtherFields: flag(true, {
    section: "2",
    doc: "Fields in responses that the interface does not define, and events with actions that it does not list.",
    live: true,
  }),
  rateLimits: choice(["usual", "off", "tight"], {
    section: "8",
    doc: "Calls per token. `usual`: 1,600 calls in 2 minutes and 10 creates in 30 seconds. `tight`: 20 calls in 10 seconds and 2 creates in 30 seconds.",
    alternative: "tight",
  }),
  dateTimes: choice(["plain", "zoned"], {
    section: "2",
    doc: "Format of times. `plain`: 2022-03-21T09:00:00. `zoned`: 2022-03-21T09:00:00Z.",
  }),
  createdInResponse: choice(["same", "secondEarlier"], {
    section: "2",
    doc: "`created` in the response to a create request: the same as in views and lists, or a second earlier.",
  }),
  betaAddress: choice(["all", "betaOnly"], {
    section: "9",
    doc: "Operations that are served under `v4beta`: all, or only beta operations. Beta operations are never served under `v4`.",
  }),
  withoutGrant: choice(["403", "404"], {
    section: "5",
    doc: "Status when a restricted user views an object without a grant on it.",
    alternative: "403",
  }),
  unknownIdStatus: status(404, {
    section: "7",
    doc: "Status for an object that does not exist, or no longer does.",
    alternative: 410,
  }),
  grantsFirst: flag(false, {
    section: "5",
    doc: "For a restricted user, a missing instance or image is treated like one without a grant.",
  }),
  readWriteIncludesReadOnly: flag(true, {
    section: "5",
    doc: "A scope `read_write` includes the scope `read_only` of the same area.",
  }),
  personalTokenScopes: flag(true, {
    section: "5",
    doc: "Personal access tokens are limited to their scopes. Otherwise they can do whatever their user can do.",
  }),
  eventActions: choice(["all", "shown"], {
    section: "6",
    doc: "Which changes are listed as events: all, or only the two actions that section 6 lists.",
  }),
};
