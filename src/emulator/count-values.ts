/** Counts a value and all values in it, at any depth. Stops soon after `max`. */
export function countValues(value: unknown, max: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const member of Object.values(value)) {
    count += countValues(member, max - count);
    if (count > max) return count;
  }
  return count;
}
