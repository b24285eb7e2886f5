import { z } from "zod";
import { fieldsOf, itemOf, unwrap } from "../contract";

/** Longer lists of values are shown as `string`; the field's description has the details. */
const maxChoices = 12;

/** The type of a shape's values, in one line of TypeScript. */
export function shapeText(shape: z.ZodType): string {
  const item = itemOf(shape);
  if (item) return `${shapeText(item)}[]`;
  const fields = fieldsOf(shape);
  if (fields.length > 0) {
    const members = fields.map(
      ({ name, optional, nullable, schema }) =>
        `${name}${optional ? "?" : ""}: ${shapeText(schema)}${nullable ? " | null" : ""}`,
    );
    return `{ ${members.join("; ")} }`;
  }
  return plainText(unwrap(shape).schema);
}

function plainText(schema: z.ZodType): string {
  if (schema instanceof z.ZodEnum && schema.options.length <= maxChoices) {
    return schema.options.map((choice) => JSON.stringify(choice)).join(" | ");
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options
      .map((option) => (option instanceof z.ZodType ? shapeText(option) : "unknown"))
      .join(" | ");
  }
  return typeNames.get(schema.def.type) ?? "unknown";
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["enum", "string"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["record", "object"],
  ["custom", "Uint8Array"],
]);
