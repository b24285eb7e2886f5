import { z } from "zod";
import { dateTime } from "../meta";
import { entity } from "./event";

/** A maintenance as the service returns it: section 2.9. */
export const maintenance = z
  .object({
    entity: entity.describe("What is maintained: only instances are covered."),
    reason: z.string().describe("Why."),
    status: z.string().describe("How far it is. Values: not specified."),
    type: z.string().describe("What is done. Values: not specified."),
    when: dateTime.describe("When it begins."),
  })
  .meta({ id: "Maintenance", description: "A maintenance that is planned or going on (section 2.9)." });
