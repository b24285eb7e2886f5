/** A text as the service should have written it: answers may hold a number or null instead. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);
}

/** The items of a list; none where the answer holds something else. */
export function itemsIn<T>(value: readonly T[] | null | undefined): T[] {
  return Array.isArray(value) ? [...value] : [];
}
