import { NodecloudError } from "./error";

/** The service's addresses: one that ends in `/v4`, and one for its beta operations. */
export interface Addresses {
  readonly base: string;
  readonly beta: string;
}

const addressForm = "https://HOST/v4";

/** @throws NodecloudError `configuration` for an address that cannot be the service's. */
export function addressesOf(options: {
  readonly baseUrl: string;
  readonly betaUrl?: string | undefined;
}): Addresses {
  const base = addressOf("baseUrl", options.baseUrl, "v4");
  const beta = options.betaUrl
    ? addressOf("betaUrl", options.betaUrl, "v4beta")
    : base.replace(/\/v4$/, "/v4beta");
  return { base, beta };
}

/**
 * Normalizes an address, so that addresses can be compared: `https://API.x:443/v4/` becomes `https://api.x/v4`. An invalid address is
 * returned unchanged, because creating a client refuses it.
 */
export function canonicalAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return text;
  return url.username || url.password || url.search || url.hash ? text : spellingOf(url);
}

/** Whether the service at this address runs on this machine, as emulators do. */
export function isLoopback(address: string): boolean {
  const { hostname = "" } = URL.canParse(address) ? new URL(address) : {};
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}

function spellingOf(url: URL): string {
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function addressOf(name: string, text: string, version: "v4" | "v4beta"): string {
  const refused = (rule: string) =>
    new NodecloudError({
      code: "configuration",
      message: `${name}: ${rule}, so nothing was sent. It should look like ${addressForm}${version.slice(2)}.`,
    });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refused("the service's address is not a valid URL");
  // Comes before the other rules, whose messages contain the address.
  if (url.username || url.password) throw refused("an address must not contain a user or a password");
  if (url.search || url.hash) throw refused("an address must not contain a query or a fragment");
  // Without a scheme, what comes before a colon is taken for one: `localhost:80`, or a user before a password.
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refused(`"${text.replace(/^.*@/s, "")}" must begin with https:// or http://`);
  const address = spellingOf(url);
  if (!address.endsWith(`/${version}`))
    throw refused(
      `"${url.protocol}//${url.host}${url.pathname}" does not end with the version segment "${version}"`,
    );
  return address;
}
