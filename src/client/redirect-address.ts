import type { PreparedCall } from "./request";

/**
 * Where a redirect leads: the new address of the service if only that differs, otherwise the origin. The rest may contain secrets.
 * Undefined for another path of the same origin.
 */
export function redirectAddress(
  location: string | undefined,
  { base, url }: Pick<PreparedCall, "base" | "url">,
): string | undefined {
  if (!location || !URL.canParse(location, url)) return undefined;
  const { protocol, origin, pathname } = new URL(location, url);
  if (!/^https?:$/.test(protocol)) return undefined;
  const path = new URL(url).pathname.slice(new URL(base).pathname.replace(/\/$/, "").length);
  if (pathname.endsWith(path)) return `${origin}${pathname.slice(0, -path.length)}`;
  return URL.canParse(location) ? origin : undefined;
}

/** Whether a redirect leads to the address of the request itself, with a trailing slash. */
export function addsOnlyTrailingSlash(
  location: string | undefined,
  { url }: Pick<PreparedCall, "url">,
): boolean {
  if (!location || !URL.canParse(location, url)) return false;
  const [target, sent] = [new URL(location, url), new URL(url)];
  return target.origin === sent.origin && target.pathname === `${sent.pathname}/`;
}
