import type { IncomingMessage, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import { isIP } from "node:net";

/** Why a request is not served. */
export interface Rejection {
  readonly status: 400 | 403 | 417;
  readonly reason: string;
}

/** Decides from the headers whether a request is served. Returns undefined when it is. */
export type Guard = (incoming: IncomingMessage) => Rejection | undefined;

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

export interface GuardOptions {
  readonly port: number;
  /** Whether the emulator listens on an address of the loopback. */
  readonly isLocal: boolean;
  readonly allowedHosts?: readonly string[] | undefined;
}

/**
 * Rejects requests from web pages. A page can send requests to this machine, and read the responses if its host name resolves to
 * 127.0.0.1. Therefore the `Host` must be a loopback name with the port, or one of `allowedHosts` (with any port if the entry has none). A
 * request that a browser marks as sent by another origin is rejected too. If other machines can connect, a port may be published as
 * another one, and `localhost` and every IP address are served: no page can have one of these as its name.
 */
export function createGuard({ port, isLocal, allowedHosts = [] }: GuardOptions): Guard {
  // Clients omit the default port.
  const ports = port === 80 ? ["", ":80"] : [`:${port}`];
  const own = loopbackNames.flatMap((name) => ports.map((end) => name + end));
  const extra = allowedHosts.map(lowerCase);
  const isAllowed = (host: string) => {
    const name = host.replace(/:\d+$/, "");
    if (own.includes(host) || extra.includes(host) || extra.includes(name)) return true;
    return !isLocal && (name === "localhost" || isIP(name.replace(/^\[(.*)\]$/, "$1")) > 0);
  };
  const served = [...own, ...(isLocal ? [] : ["IP addresses"]), ...extra].join(", ");
  return (incoming) => {
    const hosts = [...(incoming.headersDistinct.host ?? []), ...authorityOf(incoming.url)].map(lowerCase);
    if (incoming.headersDistinct.host?.length !== 1 || !hosts.every(isHost)) {
      return { status: 400, reason: "The request needs exactly one Host header with a valid host name." };
    }
    if (!hosts.every(isAllowed)) {
      return {
        status: 403,
        reason: `The emulator only serves the hosts ${served}, not ${hosts.join(", ")}. Start it with --allowed-host to serve another name.`,
      };
    }
    const sender = crossOriginReason(incoming, hosts);
    if (sender === undefined) return undefined;
    return {
      status: 403,
      reason: `The emulator does not serve web pages from other origins. This request is ${sender}.`,
    };
  };
}

/** Sends the interface's error body and closes the connection without reading the rest of the request. */
export function sendRejection({ status, reason }: Rejection, outgoing: ServerResponse): void {
  const body = JSON.stringify({ errors: [{ reason }] });
  outgoing.writeHead(status, STATUS_CODES[status], {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  outgoing.end(body);
}

/** The headers that prove that another origin sent the request. Only browsers set them. */
function crossOriginReason(incoming: IncomingMessage, hosts: readonly string[]): string | undefined {
  for (const origin of incoming.headersDistinct.origin ?? []) {
    const own = hosts.flatMap((host) => [`http://${host}`, `https://${host}`]);
    if (!own.includes(lowerCase(origin))) return `from ${JSON.stringify(origin.slice(0, 200))}`;
  }
  // Browsers send no Origin when a page embeds a resource. Opening an address is allowed.
  const site = incoming.headers["sec-fetch-site"] ?? "none";
  const isNavigation = incoming.headers["sec-fetch-mode"] === "navigate" && incoming.method === "GET";
  return isNavigation || site === "none" || site === "same-origin" ? undefined : "marked with Sec-Fetch-Site";
}

/** The host in an absolute request target, which a request may have besides its `Host` header. */
function authorityOf(target = ""): string[] {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
  return authority === undefined ? [] : [authority];
}

const isHost = (text: string): boolean => /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.test(text);
const lowerCase = (text: string): string => text.toLowerCase();
