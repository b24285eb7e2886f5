/** `2022-03-21 09:00:00`. Times are in UTC, like those of the API. */
export function formatTime(moment: number): string {
  return Number.isNaN(moment) ? "" : new Date(moment).toISOString().slice(0, 19).replace("T", " ");
}

/** `09:00:00` */
export function formatClock(moment: number): string {
  return formatTime(moment).slice("2022-03-21 ".length);
}

const units = [
  ["d", 24 * 60 * 60 * 1000],
  ["h", 60 * 60 * 1000],
  ["min", 60 * 1000],
] as const;

/** `12 ms`, `2.5 s`, `4 min 10 s`, `3 h 5 min`, `11 d 2 h` */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return "<1 ms";
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${trimmed(milliseconds / 1000)} s`;
  for (const [index, [unit, length]] of units.entries()) {
    if (milliseconds < length) continue;
    const [smaller, smallerLength] = units[index + 1] ?? ["s", 1000];
    const rest = Math.floor((milliseconds % length) / smallerLength);
    return `${Math.floor(milliseconds / length)} ${unit}${rest > 0 ? ` ${rest} ${smaller}` : ""}`;
  }
  return "";
}

function trimmed(seconds: number): string {
  return seconds < 10 ? String(Math.floor(seconds * 10) / 10) : String(Math.floor(seconds));
}

/** `1 instance`, `1,200 instances` */
export function count(number: number, one: string): string {
  return `${number.toLocaleString("en-US")} ${one}${number === 1 ? "" : "s"}`;
}
