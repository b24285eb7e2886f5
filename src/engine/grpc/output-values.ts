import { signatureKey, signatures, unknownText } from "../../state";
import { isRecord } from "../../unknown";
import type { WireMap, WireValue } from "./properties";

/**
 * Converts properties for a transform: secrets, unknowns and properties with dependencies become output values, which
 * carry these marks and the URNs that the property depends on.
 */
export function withOutputs(
  properties: Readonly<Record<string, unknown>>,
  dependencies: Readonly<Record<string, readonly string[]>>,
): WireMap {
  const entries = Object.entries(properties).map(([name, value]) => {
    const needed = dependencies[name] ?? [];
    const converted = asOutput(value);
    if (needed.length === 0) return [name, converted] as const;
    return [
      name,
      { ...(isOutput(converted) ? converted : output({ value: converted })), dependencies: [...needed] },
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** Converts the properties back, and returns the URNs in the output values of each property. */
export function withoutOutputs(properties: Readonly<Record<string, unknown>>): {
  readonly properties: WireMap;
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
} {
  const dependencies: Record<string, readonly string[]> = {};
  const plain = Object.entries(properties).map(([name, value]) => {
    const found = new Set<string>();
    const converted = asPlain(value, found);
    dependencies[name] = [...found];
    return [name, converted] as const;
  });
  return { properties: Object.fromEntries(plain), dependencies };
}

function asOutput(value: unknown): WireValue {
  if (value === unknownText) return output({});
  if (Array.isArray(value)) return value.map(asOutput);
  if (!isRecord(value)) return simple(value);
  if (value[signatureKey] === signatures.secret) {
    const content = value.value;
    return output(content === unknownText ? { secret: true } : { value: asOutput(content), secret: true });
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asOutput(item)]));
}

function asPlain(value: unknown, found: Set<string>): WireValue {
  if (Array.isArray(value)) return value.map((item) => asPlain(item, found));
  if (!isRecord(value)) return simple(value);
  if (value[signatureKey] !== signatures.output) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asPlain(item, found)]));
  }
  if (Array.isArray(value.dependencies)) for (const urn of value.dependencies) found.add(String(urn));
  const content = Object.hasOwn(value, "value") ? asPlain(value.value, found) : unknownText;
  return value.secret === true ? { [signatureKey]: signatures.secret, value: content } : content;
}

function output(parts: WireMap): WireMap {
  return { [signatureKey]: signatures.output, ...parts };
}

function isOutput(value: WireValue): value is WireMap {
  return isRecord(value) && value[signatureKey] === signatures.output;
}

function simple(value: unknown): WireValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return null;
}
