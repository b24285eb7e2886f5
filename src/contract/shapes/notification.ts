import { z } from "zod";
import { dateTime } from "../meta";
import { entity } from "./event";

/** A notification as the service returns it: section 2.10. */
export const notification = z
  .object({
    body: z.string().nullable().describe("The full text."),
    entity: entity.describe("The object that it concerns."),
    label: z.string().describe("A short title."),
    message: z.string().describe("The message."),
    severity: z.string().describe("Its severity. Values: not specified."),
    type: z.string().describe("Its kind. Values: not specified."),
    until: dateTime.nullable().describe("When its cause ends."),
    when: dateTime.nullable().describe("When its cause begins."),
  })
  .meta({
    id: "Notification",
    description: "A notice about the account, listed until its cause is resolved (section 2.10).",
  });
