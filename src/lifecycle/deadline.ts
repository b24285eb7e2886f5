import type { Deadline } from "../client";
import type { Clock } from "../clock";

const unitMs = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, us: 1e-3, µs: 1e-3, μs: 1e-3, ns: 1e-6 } as const;
const unit = "(?:h|ms|us|µs|μs|ns|m|s)";
const amount = "(?:\\d+\\.?\\d*|\\.\\d+)";
const duration = new RegExp(`^\\+?(?:${amount}${unit})+$`);
const parts = new RegExp(`(${amount})(${unit})`, "g");

/**
 * Parses a duration in the format of Go and Pulumi, such as `90s`, `1h30m` or `1.5h`, to milliseconds. Undefined if it is zero or not a
 * duration.
 */
export function parseDuration(text: string): number | undefined {
  if (!duration.test(text)) return undefined;
  let ms = 0;
  for (const [, count, name] of text.matchAll(parts)) {
    const length = Object.entries(unitMs).find(([one]) => one === name)?.[1] ?? 0;
    ms += Number(count) * length;
  }
  return ms > 0 ? ms : undefined;
}

/** Formats a duration for messages: `45s`, `2m`, `1h30m`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : [])).join("") || "0s";
}

/** The deadline of an operation that begins now. The time that a call queues for a rate limit extends it. */
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
