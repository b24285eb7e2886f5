import type { Transport } from "../../client";
import { timingOf } from "../../client/headers";
import type { Clock } from "../../clock";
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
export function trackLimits(
  transport: Transport,
  clock: Pick<Clock, "now">,
): {
  readonly transport: Transport;
  /** Returns no check if no response contained a limit. */
  check(): readonly Check[];
} {
  let lowest: Limit | undefined;
  return {
    transport: async (request) => {
      const response = await transport(request);
      const found = limitOf(response.headers, clock.now());
      if (found && (lowest === undefined || found.remaining < lowest.remaining)) lowest = found;
      return response;
    },
    check: () => (lowest === undefined ? [] : [checkLimit(lowest, clock.now())]),
  };
}

function limitOf(headers: Readonly<Record<string, string>>, now: number): Limit | undefined {
  const { limit, remaining, resetIn } = timingOf(headers, now);
  return limit === undefined || remaining === undefined || resetIn === undefined
    ? undefined
    : { limit, remaining, resetAt: now + resetIn };
}

function checkLimit({ limit, remaining, resetAt }: Limit, now: number): Check {
  const format = (count: number) => count.toLocaleString("en-US");
  const seconds = Math.max(0, Math.ceil((resetAt - now) / 1000));
  const message = `${format(remaining)} of ${format(limit)} calls left; the limit resets in ${format(seconds)} s.`;
  if (remaining > limit * lowPart) return ok("limits", message);
  return warning("limits", message, "Runs wait until then. Find out what else uses the token.");
}
