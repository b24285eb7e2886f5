import { NodecloudError } from "./error";

/** Where the service is: the address with the segment `v4`, and that of its beta operations. Neither ends in a slash. */
export interface Addresses {
  readonly base: string;
  readonly beta: string;
}

const form = "https://HOST/v4";

/** @throws NodecloudError `configuration` for an address that can't be one of the service. */
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

function addressOf(name: string, text: string, version: "v4" | "v4beta"): string {
  const refuse = (rule: string) =>
    new NodecloudError({
      code: "configuration",
      message: `${name}: ${rule}. Nothing was sent. It should look like ${form}${version.slice(2)}.`,
    });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refuse("the address of the service can't be read as a URL");
  // Credentials are named first, so that no later rule shows them.
  if (url.username || url.password) throw refuse("an address must not hold a user or a password");
  if (url.search || url.hash) throw refuse("an address must not have a query or a fragment");
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refuse(`"${shown}" must begin with https:// or http://`);
  const path = url.pathname.replace(/\/+$/, "");
  if (!path.endsWith(`/${version}`))
    throw refuse(`"${shown}" does not end with the version segment "${version}"`);
  return url.origin + path;
}
