import type { Service } from "../../service";
import type { InputErrors } from "../../service-error";
import { seedNames } from "../../well-known";
import type { NetworkInterface } from "../../world/instance-records";

/** The purposes that live services have. The interface specifies none. */
const purposes = ["public", "vlan", "vpc"] as const;

/** Checks the network interfaces that a request gives a new instance. */
export function checkNewInterfaces(
  service: Service,
  region: string,
  interfaces: readonly NetworkInterface[],
  errors: InputErrors,
): void {
  if (service.settings.interfacePurposes === "known") checkPurposes(interfaces, errors);
  checkVirtualNetworks(service, region, interfaces, errors);
}

/** Virtual networks are available in some regions only. */
export function checkVirtualNetworks(
  service: Service,
  region: string,
  interfaces: readonly NetworkInterface[],
  errors: InputErrors,
): void {
  if (hasVirtualNetworks(service, region)) return;
  interfaces.forEach((one, index) => {
    if (isVirtual(one)) {
      errors.add(`interfaces.${index}.purpose`, "virtual networks are not available in this region");
    }
  });
}

export function hasVirtualNetworks(service: Service, region: string): boolean {
  const capabilities = service.world.regions.get(region)?.capabilities ?? [];
  return capabilities.includes(seedNames.virtualNetworks);
}

export function isVirtual({ purpose }: NetworkInterface): boolean {
  return purpose !== undefined && purpose !== "public";
}

function checkPurposes(interfaces: readonly NetworkInterface[], errors: InputErrors): void {
  const known: readonly (string | undefined)[] = purposes;
  interfaces.forEach(({ purpose, label, ipam_address }, index) => {
    const field = `interfaces.${index}`;
    if (!known.includes(purpose)) {
      errors.add(`${field}.purpose`, `purpose must be one of ${purposes.join(", ")}`);
    }
    if (purpose !== "public") return;
    if (label) errors.add(`${field}.label`, "label must be empty for a public interface");
    if (ipam_address)
      errors.add(`${field}.ipam_address`, "ipam_address must be empty for a public interface");
  });
}
