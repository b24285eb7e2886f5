import type { Deadline } from "../client";
import type { Clock } from "../clock";

const unitMs = { h: 3_600_000, m: 60_000, s: 1000 } as const;
const pattern = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;

/** Reads a length of time such as `90s`, `20m` or `1h30m`: milliseconds, or undefined where it is none or zero. */
export function parseDuration(text: string): number | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  const ms = Number(hours) * unitMs.h + Number(minutes) * unitMs.m + Number(seconds) * unitMs.s;
  return ms > 0 ? ms : undefined;
}

/** Writes a length of time for people: `45s`, `2m`, `1h30m`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : [])).join("") || "0s";
}

/** A moment after which work is given up. Time that a call queues for a rate limit moves it on. */
export function deadlineAfter(clock: Clock, duration: string): Deadline {
  let at = clock.now() + (parseDuration(duration) ?? 0);
  return {
    get at() {
      return at;
    },
    extend: (ms) => {
      at += ms;
    },
  };
}
