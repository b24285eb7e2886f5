import { isRecord } from "../unknown";
import type { ConfigurationValue } from "./configuration-value";

/** The type that `Pulumi.yaml` declares for a value. */
export interface ConfigurationType {
  /** `string`, `integer`, `boolean`, `object` or `array`. */
  readonly name: string;
  readonly items?: ConfigurationType;
}

/** The type in a declaration. Undefined if any value is valid. */
export function readType(declared: unknown): ConfigurationType | undefined {
  if (!isRecord(declared) || typeof declared.type !== "string") return undefined;
  const items = readType(declared.items);
  return { name: declared.type, ...(items && { items }) };
}

export function matchesType(type: ConfigurationType, { value, structured }: ConfigurationValue): boolean {
  return contentMatchesType(type, structured ? JSON.parse(value) : value);
}

/** `array<integer>` and the like. */
export function describeType({ name, items }: ConfigurationType): string {
  return items ? `${name}<${describeType(items)}>` : name;
}

function contentMatchesType(type: ConfigurationType, content: unknown): boolean {
  switch (type.name) {
    case "string":
      return typeof content === "string";
    case "integer":
      return typeof content === "string" ? /^[+-]?\d+$/.test(content) : Number.isInteger(content);
    case "boolean":
      return typeof content === "boolean" || content === "true" || content === "false";
    case "object":
      return isRecord(content);
    default: {
      const { items } = type;
      return (
        Array.isArray(content) &&
        items !== undefined &&
        content.every((item) => contentMatchesType(items, item))
      );
    }
  }
}
