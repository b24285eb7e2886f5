import type { Service } from "../service";
import type { TypeRecord } from "../world/records";

/** Specs of a type that the world doesn't hold, where those are accepted. */
const unknownSpecs = { disk: 51_200, memory: 2_048, transfer: 2_000, vcpus: 1 } as const;

export function isTypeUsable(service: Service, type: string): boolean {
  return service.world.types.get(type) !== undefined || service.settings.unknownTypes === "accepted";
}

/** What a type gives an instance. */
export function specsOf(service: Service, type: string): TypeRecord["specs"] {
  return service.world.types.get(type)?.specs ?? unknownSpecs;
}
