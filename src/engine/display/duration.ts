/** `0.4s`, `12s`, `3m05s`, `2h01m`. */
export function showDuration(milliseconds: number): string {
  const all = Math.max(0, milliseconds) / 1000;
  if (all < 9.95) return `${all.toFixed(1)}s`;
  const seconds = Math.round(all);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  const twoDigits = (count: number) => String(count).padStart(2, "0");
  return minutes < 60
    ? `${minutes}m${twoDigits(seconds % 60)}s`
    : `${Math.floor(minutes / 60)}h${twoDigits(minutes % 60)}m`;
}
