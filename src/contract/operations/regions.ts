import { z } from "zod";
import { operation } from "../operation";
import { region } from "../shapes/region";

/** The operations of section 4.7. */
export const regions = {
  list: operation({
    call: "GET /regions",
    summary: "Lists the regions.",
    section: "4.7",
    scopes: [],
    response: region,
    resend: "always",
    paged: true,
  }),
  view: operation({
    call: "GET /regions/{regionId}",
    summary: "Returns a region.",
    section: "4.7",
    scopes: [],
    path: z.strictObject({ regionId: z.string().min(1).describe("Id of the region.") }),
    response: region,
    resend: "always",
  }),
} as const;
