import { type ClientHooks, timeOfDay } from "../client";
import type { Clock } from "../clock";
import type { Log } from "./log";

/** In milliseconds: shorter waits are not logged. */
const minLoggedWait = 10_000;

/** Logs how long the service makes the run wait. The wait affects all resources, so the message names none. */
export function logRateLimitWaits(log: Log, clock: Clock): ClientHooks {
  return {
    onWaiting: ({ operation, until }) => {
      const now = clock.now();
      if (until - now < minLoggedWait) return;
      log.info(`waiting until ${timeOfDay(until, now)}, when the service accepts calls again (${operation})`);
    },
  };
}
