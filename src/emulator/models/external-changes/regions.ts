import { z } from "zod";
import { regionRecord } from "../../world/records";
import { regionFor } from "../catalog/regions";
import { defineKind } from "./kind";

export const regionChanges = {
  region: defineKind({
    shape: z
      .strictObject({
        regionId: z.string(),
        status: regionRecord.shape.status.exactOptional(),
        capabilities: regionRecord.shape.capabilities.exactOptional(),
      })
      .describe("All accounts share the regions."),
    apply: (service, { regionId, status, capabilities }) => {
      const region = regionFor(service, regionId);
      service.world.regions.put({
        ...region,
        status: status ?? region.status,
        capabilities: capabilities ?? region.capabilities,
      });
    },
  }),
} as const;
