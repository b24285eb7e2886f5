import { z } from "zod";
import { dateTime } from "../meta";
import { entity } from "./event";

/** A notification as the service returns it: section 2.10. */
export const notification = z
  .object({
    body: z.string().nullable().describe("All of it, at length."),
    entity: entity.describe("What it is about."),
    label: z.string().describe("What it is, in short."),
    message: z.string().describe("What it says."),
    severity: z.string().describe("How grave it is. Values: not specified."),
    type: z.string().describe("What it is about. Values: not specified."),
    until: dateTime.nullable().describe("When its cause ends."),
    when: dateTime.nullable().describe("When its cause begins."),
  })
  .meta({
    id: "Notification",
    description: "Something to know about the account; it goes when its cause is resolved (section 2.10).",
  });
