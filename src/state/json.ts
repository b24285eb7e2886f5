import { isRecord, messageOf } from "../unknown";
import { StateError } from "./error";

/** Each function here reads a value of parsed JSON or YAML. It throws a `StateError` that names `place` if the type is wrong. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function readObject(value: unknown, place: string): JsonObject {
  if (!isRecord(value)) throw typeError(place, "an object", value);
  return value;
}

export function readString(value: unknown, place: string): string {
  if (typeof value !== "string") throw typeError(place, "a string", value);
  return value;
}

export function readList(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw typeError(place, "a list", value);
  return value;
}

/** Absent and null read as the empty string. */
export function optionalString(value: unknown, place: string): string {
  return value === undefined || value === null ? "" : readString(value, place);
}

/** Absent and null read as false. */
export function optionalBoolean(value: unknown, place: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "boolean") throw typeError(place, "true or false", value);
  return value;
}

/** A time in seconds since 1970. Absent and null read as 0. */
export function optionalTime(value: unknown, place: string): number {
  const seconds = value ?? 0;
  if (typeof seconds !== "number" || Number.isNaN(new Date(seconds * 1000).getTime()))
    throw typeError(place, "a time in seconds since 1970", value);
  return seconds;
}

/** Absent and null read as the empty list. */
export function optionalStrings(value: unknown, place: string): readonly string[] {
  if (value === undefined || value === null) return [];
  return readList(value, place).map((item, at) => readString(item, `${place}[${at}]`));
}

/** Absent and null read as the empty object. */
export function optionalObject(value: unknown, place: string): JsonObject {
  return value === undefined || value === null ? {} : readObject(value, place);
}

/** `action`: what to do about a string that is not JSON. */
export function parseJson(text: string, place: string, action = restoreFile): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (cause) {
    throw new StateError(
      "checkpoint",
      `${place} is not JSON (${messageOf(cause).replace(/["“].*["”]/s, "…")}). Nothing was changed. ${action}`,
    );
  }
}

const restoreFile = "Restore the file, for example from the .bak file next to it.";

/** JSON with sorted keys, as the CLI prints it and passes it to programs. */
export function stringifySorted(value: unknown, indent = 0, margin = ""): string {
  const inner = `${margin}${" ".repeat(indent)}`;
  const [open, between, close] = indent > 0 ? [`\n${inner}`, `,\n${inner}`, `\n${margin}`] : ["", ",", ""];
  const colon = indent > 0 ? ": " : ":";
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => stringifySorted(item ?? null, indent, inner));
    return items.length === 0 ? "[]" : `[${open}${items.join(between)}${close}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}${colon}${stringifySorted(value[name], indent, inner)}`);
  return members.length === 0 ? "{}" : `{${open}${members.join(between)}${close}}`;
}

function typeError(place: string, expected: string, value: unknown): StateError {
  const kind = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
  return new StateError("checkpoint", `${place} must be ${expected} but is ${kind}. Nothing was changed.`);
}
