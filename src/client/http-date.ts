/** A zone at the end: a name, `Z`, or an offset after the time. */
const zone = /(?:[a-z]|:\d\d(?:\.\d+)? ?[+-]\d\d:?\d\d)$/i;

/**
 * Parses the date of a header, in milliseconds since 1970. It is UTC unless it names a zone: the oldest HTTP date format has none (RFC
 * 9110, 5.6.7). Undefined if it is not a date.
 */
export function parseHttpDate(text: string): number | undefined {
  const date = Date.parse(zone.test(text) ? text : `${text}Z`);
  return Number.isNaN(date) ? undefined : date;
}
