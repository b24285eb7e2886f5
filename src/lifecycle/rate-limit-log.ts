import { type ClientHooks, timeOfDay } from "../client";
import type { Clock } from "../clock";
import type { Log } from "./services";

/** Shorter waits are part of the pace, and not worth a line. */
const minLoggedWait = 10_000;

/** Logs what the service makes a run wait for, and until when: it concerns all resources, so it is a line of the stack. */
export function logRateLimitWaits(log: Log, clock: Clock): ClientHooks {
  return {
    onWaiting: ({ operation, until }) => {
      const now = clock.now();
      if (until - now < minLoggedWait) return;
      log.info(`waiting for the service's rate limit until ${timeOfDay(until, now)} (${operation})`);
    },
  };
}
