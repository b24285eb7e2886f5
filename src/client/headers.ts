import { parseHttpDate } from "./http-date";

/** Times and limits in a response's headers. Times are durations on the service's clock, so a wrong local clock does not matter. */
export interface ResponseTiming {
  /** Milliseconds until the call may be repeated; 0 for a negative number or a past date. */
  readonly retryAfter: number | undefined;
  /** The rate limit of the operation. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Milliseconds until the rate limit resets; 0 for a time in the past, undefined for one that is more than a day away. */
  readonly resetIn: number | undefined;
}

/** Reads `X-RateLimit-*`, or else `RateLimit-*`, in which a window ends so many seconds later. */
export function timingOf(headers: Readonly<Record<string, string>>, now: number): ResponseTiming {
  const serverNow = parseHttpDate(headers.date ?? "") ?? now;
  const rateLimit = (name: string) =>
    numberOf(headers[`x-ratelimit-${name}`] ?? headers[`ratelimit-${name}`]?.split(";")[0]);
  return {
    retryAfter: retryAfterOf(headers["retry-after"], serverNow),
    limit: rateLimit("limit"),
    remaining: rateLimit("remaining"),
    resetIn: resetInOf(rateLimit("reset"), serverNow),
  };
}

/** Smaller numbers are remaining seconds, not timestamps: this one is in 2001. */
const minEpochSeconds = 1e9;
/** Greater numbers are milliseconds since 1970. In seconds, this one is in the year 5138. */
const maxEpochSeconds = 1e11;
/** In milliseconds. A number that would put the end of the window later than this means something else. Waiting for it would block calls. */
const maxWindow = 24 * 60 * 60 * 1000;

/** Services express the end of a window as remaining seconds, or as seconds or milliseconds since 1970. */
function resetInOf(reset: number | undefined, serverNow: number): number | undefined {
  if (reset === undefined) return undefined;
  const ms = reset > maxEpochSeconds ? reset : reset * 1000;
  const remainingMs = reset < minEpochSeconds ? ms : ms - serverNow;
  return remainingMs > maxWindow ? undefined : duration(remainingMs);
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(text: string | undefined, serverNow: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = numberOf(text);
  if (seconds !== undefined) return duration(seconds * 1000);
  // Almost any string that contains a number would be parsed as a date.
  const date = dateForm.test(text) ? parseHttpDate(text) : undefined;
  return date === undefined ? undefined : duration(date - serverNow);
}

/** An HTTP date in the current format or one of the two older ones, or an ISO 8601 date. */
const dateForm = /^\s*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? |\d{4}-\d\d-\d\d)/i;
const maxDuration = 100 * 365 * 24 * 60 * 60 * 1000;

/** Clamps a duration so that it is not negative and a Date can represent its end. */
function duration(ms: number): number {
  return Math.min(Math.max(ms, 0), maxDuration);
}

/** A header that was sent twice is joined by commas: the first number counts. */
function numberOf(text: string | undefined): number | undefined {
  const [number] = /^\s*[+-]?\d+(\.\d+)?\s*(?=,|$)/.exec(text ?? "") ?? [];
  return number === undefined ? undefined : Number(number);
}
