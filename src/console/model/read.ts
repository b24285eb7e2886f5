import { isRecord } from "../../unknown";

/** A member of a JSON object, however deep: `read(json, "backups", "schedule", "day")`. Undefined if there is none. */
export function read(json: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), json);
}

/** A member as a string. Empty if it is null or missing. */
export function readText(json: unknown, ...path: readonly string[]): string {
  const value = read(json, ...path);
  return value === null || value === undefined ? "" : String(value);
}

export function readList(json: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = read(json, ...path);
  return Array.isArray(value) ? value : [];
}

/** A time of the API, which is UTC with or without a zone, in milliseconds since 1970. NaN if there is none. */
export function readTime(json: unknown, ...path: readonly string[]): number {
  const text = readText(json, ...path);
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
}
