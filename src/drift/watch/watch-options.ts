import { formatDuration, parseDuration } from "../../lifecycle";
import type { DriftOptions } from "../drift-options";
import { UsageError } from "../usage-error";

export interface WatchOptions extends DriftOptions {
  /** The interval between polls of an event log, such as `30s`: 5 s to 1 h. Default: 30 s. */
  readonly interval?: string | undefined;
  /** The interval between full scans, such as `1h`: 5 min to 24 h, and no less than `interval`. Default: 1 h. */
  readonly fullScanInterval?: string | undefined;
}

/** In milliseconds. */
export interface WatchIntervals {
  readonly interval: number;
  readonly fullScanInterval: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** @throws UsageError for a value that is not a duration or out of bounds. */
export function watchTimes({ interval, fullScanInterval }: WatchOptions): WatchIntervals {
  const poll = read("The interval", interval ?? "30s", { min: 5 * second, max: hour });
  const scan = read("The interval between full scans", fullScanInterval ?? "1h", {
    min: 5 * minute,
    max: 24 * hour,
  });
  if (scan >= poll) return { interval: poll, fullScanInterval: scan };
  throw new UsageError(
    `The interval is ${formatDuration(poll)}, and the interval between full scans is only ${formatDuration(scan)}. Nothing was read. Make the interval between full scans longer.`,
  );
}

function read(
  name: string,
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= min && ms <= max) return ms;
  throw new UsageError(
    `${name} "${text}" is not a duration from ${formatDuration(min)} to ${formatDuration(max)}. Nothing was read. Write it like 90s or 1h30m.`,
  );
}
