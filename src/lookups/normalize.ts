/** Converts to a string if the service returns a number or null instead. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);
}

/** The items of a list; none if the value is not a list. */
export function toItems<T>(value: readonly T[] | null | undefined): T[] {
  return Array.isArray(value) ? [...value] : [];
}
