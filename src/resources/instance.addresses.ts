import { BlockList } from "node:net";
import type { Instance as Live } from "../client";

const privateNetworks = new BlockList();
privateNetworks.addSubnet("10.0.0.0", 8);
privateNetworks.addSubnet("172.16.0.0", 12);
privateNetworks.addSubnet("192.168.0.0", 16);

/** Whether one of the instance's IPv4 addresses is private (RFC 1918). */
export function hasPrivateAddress({ ipv4 }: Live): boolean {
  return (ipv4 ?? []).some((address) => privateNetworks.check(address));
}

/** Whether it has a private address in addition to the public one. An operator of a private cloud may assign only private addresses. */
export function hasSecondPrivateAddress(live: Live): boolean {
  const isPublic = (address: string) => !privateNetworks.check(address);
  return hasPrivateAddress(live) && (live.ipv4 ?? []).some(isPublic);
}
