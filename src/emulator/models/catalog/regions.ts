import type { Service } from "../../service";
import { notFound } from "../../service-error";
import type { RegionRecord } from "../../world/records";

/** Why nothing can be created in a region, or undefined. */
export function regionProblem(service: Service, id: string): string | undefined {
  const region = service.world.regions.get(id);
  if (!region) return "region is not valid";
  if (region.status === "ok" || service.settings.outageCreates === "accepted") return undefined;
  return "region has an outage: nothing can be created there for now";
}

/** @throws ServiceError when there is no such region. */
export function regionFor(service: Service, id: string): RegionRecord {
  const region = service.world.regions.get(id);
  if (!region) throw notFound();
  return region;
}
