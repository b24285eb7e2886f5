import { isRecord } from "../unknown";
import { stringifySorted } from "./json";
import type { SecretStrings } from "./property-json";

/** One configuration value as a program reads it: text, or JSON text of an object or a list. */
export interface ConfigurationValue {
  readonly value: string;
  readonly secret: boolean;
  /** Set if `value` is the JSON text of an object or a list. */
  readonly structured?: true;
}

/** Configuration by full key, `namespace:name`. */
export type Configuration = ReadonlyMap<string, ConfigurationValue>;

/** Converts a value of the stack's file to the form that a program reads. `place` is its position, for errors. */
export function decryptValue(value: unknown, place: string, secrets: SecretStrings): ConfigurationValue {
  return {
    value: toText(decryptContent(value, place, secrets)),
    secret: containsSecure(value),
    ...(isStructured(value) && { structured: true }),
  };
}

function decryptContent(value: unknown, place: string, secrets: SecretStrings): unknown {
  if (isSecure(value)) return secrets.decrypt(value.secure, place);
  if (Array.isArray(value)) return value.map((item, at) => decryptContent(item, `${place}[${at}]`, secrets));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, decryptContent(item, `${place}.${name}`, secrets)]),
  );
}

export function isSecure(value: unknown): value is { readonly secure: string } {
  return isRecord(value) && Object.keys(value).length === 1 && typeof value.secure === "string";
}

export function containsSecure(value: unknown): boolean {
  if (isSecure(value)) return true;
  if (Array.isArray(value)) return value.some(containsSecure);
  return isRecord(value) && Object.values(value).some(containsSecure);
}

export function isStructured(value: unknown): boolean {
  return typeof value === "object" && value !== null && !isSecure(value);
}

export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? stringifySorted(value) : String(value);
}
