import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
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
import { EngineError } from "../core/engine-error";

/** The values that a protobuf Struct can hold. */
export type WireValue = null | boolean | number | string | WireValue[] | WireMap;

export interface WireMap {
  [name: string]: WireValue;
}

/** Reads a value of a protobuf Struct. `property` is its name, for errors. */
function readWire(value: unknown, property = "a property"): PropertyValue {
  if (value === unknownText) return unknown;
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
  if (Array.isArray(value)) return value.map((item) => readWire(item, property));
  if (!isRecord(value))
    throw new EngineError(`${property} contains a ${typeof value}, which cannot be sent.`);
  switch (value[signatureKey]) {
    case signatures.secret:
      return new Secret(readWire(value.value, property));
    case signatures.resource:
      // The CLI writes the version with every reference, even an empty one.
      return { packageVersion: "", ...readWireMap(value) };
    case signatures.archive:
      throw new EngineError(
        `${property} is an archive, and the embedded engine supports only assets. Use the Pulumi CLI (--engine pulumi).`,
      );
    default:
      return readWireMap(value);
  }
}

function readWireMap(value: unknown): PropertyMap {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, readWire(item, name)]));
}

export function readStruct(struct: Struct | undefined): PropertyMap {
  return struct ? readWireMap(struct.toJavaScript()) : {};
}

/** Converts properties for the program, with secrets and unknowns. */
export function writeMapForProgram(map: PropertyMap): WireMap {
  return mapValues(map, writeForProgram);
}

function writeForProgram(value: PropertyValue): WireValue {
  if (value instanceof Unknown) return unknownText;
  if (value instanceof Secret) {
    return { [signatureKey]: signatures.secret, value: writeForProgram(value.reveal()) };
  }
  if (isList(value)) return value.map(writeForProgram);
  if (isMap(value)) return mapValues(value, writeForProgram);
  return value;
}

/** Converts properties for the plugin: unwraps secrets, and replaces a resource by its id, or by its URN if it has none. */
export function writeMapForPlugin(map: PropertyMap): WireMap {
  return mapValues(map, writeForPlugin);
}

function writeForPlugin(value: PropertyValue): WireValue {
  if (value instanceof Unknown) return unknownText;
  if (value instanceof Secret) return writeForPlugin(value.reveal());
  if (isList(value)) return value.map(writeForPlugin);
  if (isMap(value)) {
    if (value[signatureKey] !== signatures.resource) return mapValues(value, writeForPlugin);
    const { id, urn } = value;
    return id === undefined || id === null || id === "" ? writeForPlugin(urn ?? null) : writeForPlugin(id);
  }
  return value;
}

function mapValues(map: PropertyMap, write: (value: PropertyValue) => WireValue): WireMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, write(value)]));
}

/** Adds the hash of its content to every asset, as the CLI does, so that a diff finds changed files. */
async function hashAssets(value: PropertyValue, folder: string): Promise<PropertyValue> {
  if (value instanceof Secret) return new Secret(await hashAssets(value.reveal(), folder));
  if (isList(value)) return Promise.all(value.map((item) => hashAssets(item, folder)));
  if (!isMap(value)) return value;
  if (value[signatureKey] !== signatures.asset) return hashAssetsIn(value, folder);
  // Only the fields that the CLI writes to the state. The SDK sends others too.
  const asset = { [signatureKey]: signatures.asset };
  if (typeof value.text === "string") return { ...asset, hash: sha256(value.text), text: value.text };
  if (typeof value.path === "string") {
    const content = await readFile(resolve(folder, value.path));
    return { ...asset, hash: sha256(content), path: value.path };
  }
  throw new EngineError("The embedded engine does not support assets at a URL. Use a file or a string.");
}

export async function hashAssetsIn(map: PropertyMap, folder: string): Promise<PropertyMap> {
  const entries = Object.entries(map).map(
    async ([name, value]) => [name, await hashAssets(value, folder)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
