import { z } from "zod";
import { dateTime, integerId } from "../meta";

/** A successful login as the service returns it: section 2.8. */
export const login = z
  .object({
    id: integerId.describe("The number that identifies the login."),
    datetime: dateTime.describe("When the user logged in."),
    ip: z.string().meta({ format: "ip" }).describe("The IP address of the user."),
    restricted: z.boolean().describe("Whether the user is restricted."),
    username: z.string().describe("Name of the user who logged in."),
  })
  .meta({ id: "Login", description: "A successful login (section 2.8)." });
