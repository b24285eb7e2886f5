import { notFound } from "../../refusal";
import type { Service } from "../../service";
import type { RegionRecord } from "../../world/records";

/** What keeps things from being made in a region, or undefined. */
export function regionFault(service: Service, id: string): string | undefined {
  const region = service.world.regions.get(id);
  if (!region) return "region is not valid";
  if (region.status === "ok" || service.settings.outageCreates === "accepted") return undefined;
  return "region has an outage: nothing can be made there for now";
}

/** @throws Refusal when there is no such region. */
export function regionFor(service: Service, id: string): RegionRecord {
  const region = service.world.regions.get(id);
  if (!region) throw notFound();
  return region;
}
