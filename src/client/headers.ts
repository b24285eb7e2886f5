/** What an answer's headers say of time and limits, as durations: a wrong clock on this side does not matter. */
export interface ResponseTiming {
  /** Milliseconds until the call may be repeated; of a negative number or a past date, 0. */
  readonly retryAfter: number | undefined;
  /** The rate limit of the operation, where the answer tells it. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Milliseconds until `remaining` is `limit` again. */
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
  // Node reads a date out of almost anything that holds a number.
  const date = dateForm.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : duration(date - serverNow);
}

/** A date of HTTP, today's form and the two older ones, or of ISO 8601. */
const dateForm = /^\s*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? |\d{4}-\d\d-\d\d)/i;
const maxDuration = 100 * 365 * 24 * 60 * 60 * 1000;

/** Never negative, and a moment from now that a Date can hold. */
function duration(ms: number): number {
  return Math.min(Math.max(ms, 0), maxDuration);
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
