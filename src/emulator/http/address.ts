import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");
// IPv4 addresses written as IPv6 ones.
loopback.addSubnet("::ffff:127.0.0.0", 104, "ipv6");

/** Whether only programs of this machine reach an address. */
export function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** The host in URLs with which this machine reaches a server that listens on an address: `[::1]` for `::`. */
export function urlHostOf(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  if (address === "::") return "[::1]";
  return isIP(address) === 6 ? `[${address}]` : address;
}
