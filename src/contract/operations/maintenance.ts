import { operation } from "../operation";
import { maintenance as maintenanceShape } from "../shapes/maintenance";

/** The operations of section 4.3: maintenance. */
export const maintenance = {
  list: operation({
    call: "GET /account/maintenance",
    summary: "Lists planned and current maintenance of the instances that the caller may see.",
    section: "4.3",
    scopes: ["maintenance:read_only"],
    beta: true,
    response: maintenanceShape,
    resend: "always",
    paged: true,
  }),
} as const;
