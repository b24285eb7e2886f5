import type { IncomingMessage, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";

/** Why a request is not served. */
interface Rejection {
  readonly status: 400 | 403;
  readonly reason: string;
}

/** Decides by its headers alone whether a request is served. */
export type Guard = (incoming: IncomingMessage) => Rejection | undefined;

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Keeps web pages out. A page can send requests to this machine, and with a name that it makes resolve to 127.0.0.1 read the
 * answers: so the `Host` must be a loopback name with the port, or a further one of `allowedHosts` (with any port where the entry
 * has none), and a request that a browser marks as sent by another origin is refused.
 */
export function guardOf(port: number, allowedHosts: readonly string[] = []): Guard {
  // Clients leave the port out where it is the one of HTTP.
  const ports = port === 80 ? ["", ":80"] : [`:${port}`];
  const own = loopbackNames.flatMap((name) => ports.map((end) => name + end));
  const further = allowedHosts.map(lowerCase);
  const isAllowed = (host: string) =>
    own.includes(host) || further.includes(host) || further.includes(host.replace(/:\d+$/, ""));
  return (incoming) => {
    const hosts = [...(incoming.headersDistinct.host ?? []), ...authorityOf(incoming.url)].map(lowerCase);
    if (incoming.headersDistinct.host?.length !== 1 || !hosts.every(isHost)) {
      return { status: 400, reason: "The request needs one header Host that names a host." };
    }
    if (!hosts.every(isAllowed)) {
      return {
        status: 403,
        reason: `The emulator answers to the hosts ${[...own, ...further].join(", ")} only, not to ${hosts.join(", ")}.`,
      };
    }
    const sender = foreignSender(incoming, hosts);
    if (sender === undefined) return undefined;
    return {
      status: 403,
      reason: `The emulator serves no web page of another origin; this request is ${sender}.`,
    };
  };
}

/** Answers in the interface's error form and ends the connection; nothing more of the request is read. */
export function reject({ status, reason }: Rejection, outgoing: ServerResponse): void {
  const body = JSON.stringify({ errors: [{ reason }] });
  outgoing.writeHead(status, STATUS_CODES[status], {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  outgoing.end(body);
}

/** Who sent the request where that is another origin, by what browsers say of it; other clients say nothing. */
function foreignSender(incoming: IncomingMessage, hosts: readonly string[]): string | undefined {
  for (const origin of incoming.headersDistinct.origin ?? []) {
    const own = hosts.flatMap((host) => [`http://${host}`, `https://${host}`]);
    if (!own.includes(lowerCase(origin))) return `from ${JSON.stringify(origin.slice(0, 200))}`;
  }
  // Browsers name no origin where a page embeds something; only what a person opens is meant.
  const site = incoming.headers["sec-fetch-site"] ?? "none";
  const isOpened = incoming.headers["sec-fetch-mode"] === "navigate" && incoming.method === "GET";
  return isOpened || site === "none" || site === "same-origin" ? undefined : "marked Sec-Fetch-Site";
}

/** The host that a target in absolute form names beside the header. */
function authorityOf(target = ""): string[] {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
  return authority === undefined ? [] : [authority];
}

const isHost = (text: string): boolean => /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.test(text);
const lowerCase = (text: string): string => text.toLowerCase();
