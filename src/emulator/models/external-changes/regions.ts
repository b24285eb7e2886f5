import { z } from "zod";
import type { Service } from "../../service";
import { regionRecord } from "../../world/records";
import { regionFor } from "../catalog/regions";

/** What befalls regions, which all accounts share. */
export const regionHappenings = [
  z.strictObject({
    kind: z.literal("region"),
    regionId: z.string(),
    status: regionRecord.shape.status.exactOptional(),
    capabilities: regionRecord.shape.capabilities.exactOptional(),
  }),
] as const;

type RegionHappening = z.output<(typeof regionHappenings)[number]>;

export function happenToRegion(service: Service, what: RegionHappening): void {
  const region = regionFor(service, what.regionId);
  service.world.regions.put({
    ...region,
    status: what.status ?? region.status,
    capabilities: what.capabilities ?? region.capabilities,
  });
}
