import type { Transport } from "../../client";
import { type Check, ok, warning } from "./check";

interface Limit {
  readonly limit: number;
  readonly remaining: number;
  /** In milliseconds since 1970. */
  readonly resetAt: number;
}

/** The part of a limit below which a warning is given. */
const lowPart = 0.1;

/** Wraps a transport to learn the rate limit from the headers of its responses. */
export function trackLimits(transport: Transport): {
  readonly transport: Transport;
  /** Nothing if no response named a limit. */
  check(now: number): readonly Check[];
} {
  let lowest: Limit | undefined;
  return {
    transport: async (request) => {
      const response = await transport(request);
      const found = limitOf(response.headers);
      if (found && (lowest === undefined || found.remaining < lowest.remaining)) lowest = found;
      return response;
    },
    check: (now) => (lowest === undefined ? [] : [checkLimit(lowest, now)]),
  };
}

function limitOf(headers: Readonly<Record<string, string>>): Limit | undefined {
  const [limit = Number.NaN, remaining = Number.NaN, reset = Number.NaN] = [
    "limit",
    "remaining",
    "reset",
  ].map((name) => Number.parseInt(headers[`x-ratelimit-${name}`] ?? "", 10));
  return [limit, remaining, reset].some(Number.isNaN)
    ? undefined
    : { limit, remaining, resetAt: reset * 1000 };
}

function checkLimit({ limit, remaining, resetAt }: Limit, now: number): Check {
  const format = (count: number) => count.toLocaleString("en-US");
  const seconds = Math.max(0, Math.ceil((resetAt - now) / 1000));
  const message = `${format(remaining)} of ${format(limit)} calls left, all of them again in ${format(seconds)} s.`;
  if (remaining > limit * lowPart) return ok("limits", message);
  return warning("limits", message, "Runs wait until then. Find out what else uses the token.");
}
