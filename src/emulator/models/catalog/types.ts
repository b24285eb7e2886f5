import type { Service } from "../../service";
import type { TypeRecord } from "../../world/records";

type Prices = Pick<TypeRecord, "price" | "backups_price">;

/** The specs and prices of an unknown type, if the settings accept those. */
const unknownSpecs = { disk: 51_200, memory: 2_048, transfer: 2_000, vcpus: 1 } as const;
const unknownPrices: Prices = {
  price: { hourly: 0.0149, monthly: 10 },
  backups_price: { hourly: 0.0037, monthly: 2.5 },
};

export function isTypeUsable(service: Service, type: string): boolean {
  return service.world.types.get(type) !== undefined || service.settings.unknownTypes === "accepted";
}

export function specsOf(service: Service, type: string): TypeRecord["specs"] {
  return service.world.types.get(type)?.specs ?? unknownSpecs;
}

/** The prices of an instance of a type, and of its backup service. */
export function pricesOf(service: Service, type: string): Prices {
  return service.world.types.get(type) ?? unknownPrices;
}
