import { isRecord } from "../unknown";
import type { JsonObject } from "./json";
import { signatureKey, signatures } from "./property";
import { providerUrn } from "./snapshot";

/** Applies `rename` to every URN in a resource's JSON: its own and those that it refers to. */
export function renameUrns(json: JsonObject, rename: (urn: string) => string): JsonObject {
  const renameReference = (value: unknown) =>
    typeof value === "string" && value !== "" ? rename(value) : value;
  const list = (value: unknown) => (Array.isArray(value) ? value.map(renameReference) : value);
  const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
    urn: renameReference,
    parent: renameReference,
    deletedWith: renameReference,
    viewOf: renameReference,
    dependencies: list,
    replaceWith: list,
    aliases: list,
    propertyDependencies: (value) =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, urns]) => [name, list(urns)]))
        : value,
    provider: (value) => {
      if (typeof value !== "string") return value;
      const urn = providerUrn(value);
      return `${rename(urn)}${value.slice(urn.length)}`;
    },
    inputs: (value) => renameReferences(value, rename),
    outputs: (value) => renameReferences(value, rename),
  };
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      Object.hasOwn(changes, name) ? changes[name]?.(value) : value,
    ]),
  );
}

/** Properties can contain references to resources. */
function renameReferences(value: unknown, rename: (urn: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, rename));
  if (!isRecord(value)) return value;
  if (value[signatureKey] === signatures.resource && typeof value.urn === "string")
    return { ...value, urn: rename(value.urn) };
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, renameReferences(item, rename)]),
  );
}

/** Applies `rename` to the resources of pending operations. */
export function renamePendingUrns(
  operations: readonly unknown[],
  rename: (urn: string) => string,
): readonly unknown[] {
  return operations.map((operation) =>
    isRecord(operation) && isRecord(operation.resource)
      ? { ...operation, resource: renameUrns(operation.resource, rename) }
      : operation,
  );
}
