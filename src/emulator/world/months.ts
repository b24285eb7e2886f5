/** The end of the month (UTC) of a time, which is the start of the next month. */
export function monthEndAfter(moment: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
