/** Times and limits in a response's headers. Times are durations by the service's clock, so a wrong local clock does not matter. */
export interface ResponseTiming {
  /** Milliseconds until the call may be repeated; 0 for a negative number or a past date. */
  readonly retryAfter: number | undefined;
  /** The rate limit of the operation. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Milliseconds until the rate limit resets. */
  readonly resetIn: number | undefined;
}

export function timingOf(headers: Readonly<Record<string, string>>, now: number): ResponseTiming {
  const date = Date.parse(headers.date ?? "");
  const serverNow = Number.isNaN(date) ? now : date;
  const reset = numberOf(headers["x-ratelimit-reset"]);
  return {
    retryAfter: retryAfterOf(headers["retry-after"], serverNow),
    limit: numberOf(headers["x-ratelimit-limit"]),
    remaining: numberOf(headers["x-ratelimit-remaining"]),
    resetIn: reset === undefined ? undefined : duration(reset * 1000 - serverNow),
  };
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(text: string | undefined, serverNow: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = numberOf(text);
  if (seconds !== undefined) return duration(seconds * 1000);
  // Date.parse accepts almost any text that contains a number.
  const date = dateForm.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : duration(date - serverNow);
}

/** An HTTP date in its current form or one of the two older ones, or an ISO 8601 date. */
const dateForm = /^\s*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? |\d{4}-\d\d-\d\d)/i;
const maxDuration = 100 * 365 * 24 * 60 * 60 * 1000;

/** Clamps a duration so that it is not negative and a Date can hold the moment it leads to. */
function duration(ms: number): number {
  return Math.min(Math.max(ms, 0), maxDuration);
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
