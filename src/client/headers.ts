/** What an answer's headers say of time and limits, as durations: a wrong clock on this side does not matter. */
export interface AnswerTimes {
  /** Milliseconds until the call may be repeated; of a negative number or a past date, 0. */
  readonly retryAfter: number | undefined;
  /** The rate limit of the operation, where the answer tells it. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Milliseconds until `remaining` is `limit` again. */
  readonly resetIn: number | undefined;
}

export function timesOf(headers: Readonly<Record<string, string>>, now: number): AnswerTimes {
  const date = Date.parse(headers.date ?? "");
  const theirNow = Number.isNaN(date) ? now : date;
  const reset = numberOf(headers["x-ratelimit-reset"]);
  return {
    retryAfter: retryAfterOf(headers["retry-after"], theirNow),
    limit: numberOf(headers["x-ratelimit-limit"]),
    remaining: numberOf(headers["x-ratelimit-remaining"]),
    resetIn: reset === undefined ? undefined : Math.max(reset * 1000 - theirNow, 0),
  };
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(text: string | undefined, theirNow: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = numberOf(text);
  if (seconds !== undefined) return Math.max(seconds * 1000, 0);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(date - theirNow, 0);
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
