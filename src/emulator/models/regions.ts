import { notFound } from "../refusal";
import type { Service } from "../service";
import type { RegionRecord } from "../world/records";

/** @throws Refusal when there is no such region. */
export function regionFor(service: Service, id: string): RegionRecord {
  const region = service.world.regions.get(id);
  if (!region) throw notFound();
  return region;
}
