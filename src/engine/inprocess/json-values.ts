import {
  isList,
  isMap,
  type PropertyMap,
  type PropertyValue,
  Secret,
  signatureKey,
  signatures,
  Unknown,
  unknown,
  unknownText,
} from "../../state";
import { isRecord } from "../../unknown";

/** JSON in the form that the methods of a provider receive and return. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonMap;

export interface JsonMap {
  [name: string]: JsonValue;
}

/** Converts properties for the provider: secrets unwrapped, unknowns as the SDK's string, resources as their ids. */
export function toProviderValues(map: PropertyMap): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, plain(value)]));
}

function plain(value: PropertyValue): JsonValue {
  if (value instanceof Unknown) return unknownText;
  if (value instanceof Secret) return plain(value.reveal());
  if (isList(value)) return value.map(plain);
  if (!isMap(value)) return value;
  if (value[signatureKey] !== signatures.resource) return toProviderValues(value);
  return plain(value.id || value.urn || null);
}

/** Converts properties from the provider, after `toStruct`. */
export function fromProviderValues(map: JsonMap): PropertyMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, property(value)]));
}

function property(value: JsonValue): PropertyValue {
  if (value === unknownText) return unknown;
  if (Array.isArray(value)) return value.map(property);
  if (typeof value === "object" && value !== null) return fromProviderValues(value);
  return value;
}

/** Converts a value as a protobuf Struct does: JSON, or it throws. */
export function toStruct(value: unknown): JsonMap {
  if (!isRecord(value)) throw new Error("Unexpected struct type.");
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, structValue(item)]));
}

function structValue(value: unknown): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (Array.isArray(value)) return value.map(structValue);
  if (isRecord(value)) return toStruct(value);
  throw new Error("Unexpected struct type.");
}
