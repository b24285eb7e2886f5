import { z } from "zod";
import { dateTime } from "../meta";
import { entity } from "./event";

/** A maintenance window as the service returns it: section 2.9. */
export const maintenance = z
  .object({
    entity: entity.describe("The object under maintenance: always an instance."),
    reason: z.string().describe("The reason."),
    status: z.string().describe("Its status. Values: not specified."),
    type: z.string().describe("The kind of maintenance. Values: not specified."),
    when: dateTime.describe("When it starts."),
  })
  .meta({ id: "Maintenance", description: "A planned or current maintenance window (section 2.9)." });
