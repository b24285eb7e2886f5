import type { Clock } from "../clock";
import type { Transport } from "./transport/transport";

/** The service's clock, as its answers show it. */
export interface ServerTime {
  /**
   * Milliseconds to add to a moment of this machine's clock for the same moment of the service's: up to a second and the time
   * that an answer takes too few. Undefined until an answer has told.
   */
  readonly offset: number | undefined;
}

/** Learns the service's clock from the `Date` of what a transport brings. */
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
      const date = Date.parse(response.headers.date ?? "");
      if (!Number.isNaN(date)) offset = date - clock.now();
      return response;
    },
  };
}

/** Reads a date-time of the service, which is in UTC where it names no zone; undefined where it is none. */
export function parseDateTime(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const moment = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}
