/** The end of the month, UTC, that a moment is in: the first moment of the next one. */
export function monthEndAfter(moment: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
