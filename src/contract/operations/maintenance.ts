import { operation } from "../operation";
import { maintenance as maintenanceShape } from "../shapes/maintenance";

/** Section 4.3, maintenance. */
export const maintenance = {
  list: operation({
    call: "GET /account/maintenance",
    summary: "Lists the maintenances, planned and going on, of what the caller may view.",
    section: "4.3",
    scopes: ["maintenance:read_only"],
    beta: true,
    answer: maintenanceShape,
    resend: "always",
    paged: true,
  }),
} as const;
