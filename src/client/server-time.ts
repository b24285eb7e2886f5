import type { Clock } from "../clock";
import { parseHttpDate } from "./http-date";
import type { Transport } from "./transport/transport";

/** The service's clock, as derived from its responses. */
export interface ServerTime {
  /**
   * Milliseconds to add to this machine's clock to get the service's. It is too small by up to a second plus the time that a
   * response takes. Undefined before the first response.
   */
  readonly offset: number | undefined;
}

/**
 * Wraps the transport of a client to learn the service's clock from the `Date` headers of its responses. Not for uploads, which other
 * servers receive. A cached response has the time of its first delivery.
 */
export function trackServerTime(
  transport: Transport,
  clock: Pick<Clock, "now">,
): { readonly transport: Transport; readonly serverTime: ServerTime } {
  let offset: number | undefined;
  return {
    serverTime: {
      get offset() {
        return offset;
      },
    },
    transport: async (request) => {
      const response = await transport(request);
      const { date: moment = "", age = "0" } = response.headers;
      const date = parseHttpDate(moment);
      const isCached = Number.parseFloat(age) > 0;
      if (date !== undefined && !isCached) offset = date - clock.now();
      return response;
    },
  };
}

/** Parses a date-time of the service, which is UTC unless it names a zone; undefined if it is not one. */
export function parseDateTime(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const moment = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}
