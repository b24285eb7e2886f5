import { z } from "zod";

/** The statuses of section 3.7. */
export const regionStatuses = ["ok", "outage"] as const;

/** A region as the service returns it: section 2.14. */
export const region = z
  .object({
    id: z.string().describe("The name that identifies the region."),
    country: z.string().describe("The country it is in."),
    capabilities: z.array(z.string()).describe("The services available there."),
    resolvers: z
      .object({
        ipv4: z.string().describe("IPv4 addresses of its name servers, separated by commas."),
        ipv6: z.string().describe("IPv6 addresses of its name servers, separated by commas."),
      })
      .meta({ id: "Resolvers", description: "The name servers of a region." }),
    status: z.enum(regionStatuses).describe("Its status (section 3.7)."),
  })
  .meta({ id: "Region", description: "A location where instances can be deployed (section 2.14)." });
