import type { Service } from "../../service";
import { ServiceError } from "../../service-error";

const privateRange = /^192\.168\.(12[89]|1[3-9]\d|2\d\d)\./;

/** A range of addresses that are assigned in turn. */
interface AddressRange {
  readonly kind: "public" | "private";
  readonly counter: "publicAddress" | "privateAddress";
  readonly size: number;
  at(host: number): string;
}

/** 198.18.0.0/15, which is reserved for tests. */
const publicRange: AddressRange = {
  kind: "public",
  counter: "publicAddress",
  size: 2 ** 17,
  at: (host) => `198.${18 + (host >> 16)}.${(host >> 8) & 255}.${host & 255}`,
};

/** 192.168.128.0/17 */
const privateAddressRange: AddressRange = {
  kind: "private",
  counter: "privateAddress",
  size: 2 ** 15,
  at: (host) => `192.168.${128 + (host >> 8)}.${host & 255}`,
};

/**
 * Assigns a new instance a public address and, on request, a private one (section 2.1). Throws a `ServiceError` when none is
 * free.
 */
export function assignAddresses(service: Service, instanceId: number, wantsPrivate: boolean): void {
  const ranges = wantsPrivate ? [publicRange, privateAddressRange] : [publicRange];
  const free = ranges.map((range) => ({ address: freeAddress(service, range), kind: range.kind }));
  for (const one of free) service.world.addresses.put({ ...one, instance_id: instanceId });
}

/** The next address that no instance has, in any account. */
function freeAddress({ world, brand }: Service, { kind, counter, size, at }: AddressRange): string {
  for (let tries = 0; tries < size; tries++) {
    const address = at(world.nextNumber(counter) % size);
    if (world.accounts.every(({ addresses }) => !addresses.get(address))) return address;
  }
  const reason = `All ${size} ${kind} addresses are assigned. A deleted ${brand.word} frees its addresses.`;
  throw new ServiceError("limit", [{ reason }]);
}

/** Replaces an instance's addresses. If another instance of the account has one of them, that instance loses the address. */
export function replaceAddresses({ world }: Service, instanceId: number, addresses: readonly string[]): void {
  for (const { address } of world.addresses.of(instanceId)) world.addresses.remove(address);
  for (const address of addresses) {
    world.addresses.remove(address);
    world.addresses.put({
      address,
      instance_id: instanceId,
      kind: privateRange.test(address) ? "private" : "public",
    });
  }
}

/** An instance's SLAAC address, derived from its id as a host derives it from its hardware address. */
export function slaacAddress(instanceId: number): string {
  const group = (shift: number) => ((instanceId / 2 ** shift) & 0xffff).toString(16);
  return `2001:db8::f03c:92ff:${group(16)}:${group(0)}/128`;
}
