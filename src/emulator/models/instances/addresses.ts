import type { Service } from "../../service";

const privateRange = /^192\.168\.(12[89]|1[3-9]\d|2\d\d)\./;

/** Assigns a new instance a public address and, on request, a private one (section 2.1). */
export function assignAddresses(service: Service, instanceId: number, wantsPrivate: boolean): void {
  const { world } = service;
  world.addresses.put({
    address: publicAddress(world.nextNumber("publicAddress")),
    instance_id: instanceId,
    kind: "public",
  });
  if (!wantsPrivate) return;
  world.addresses.put({
    address: privateAddress(world.nextNumber("privateAddress")),
    instance_id: instanceId,
    kind: "private",
  });
}

/** Replaces an instance's addresses. If another instance of the account has one of them, it loses that. */
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

/** From 198.18.0.0/15, the range reserved for tests. */
function publicAddress(number: number): string {
  const host = number % 2 ** 17;
  return `198.${18 + (host >> 16)}.${(host >> 8) & 255}.${host & 255}`;
}

/** From 192.168.128.0/17. */
function privateAddress(number: number): string {
  const host = number % 2 ** 15;
  return `192.168.${128 + (host >> 8)}.${host & 255}`;
}
