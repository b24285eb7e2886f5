import { z } from "zod";
import type { Brand } from "./brand";
import type { Operation } from "./operation";
import { fieldsOf, itemOf, type ShapeField } from "./walk";

/** The type of an argument's value, or of each of its values. */
type ArgumentForm = "text" | "integer" | "number" | "boolean" | "bytes" | "json";

/** An argument of an operation, described for help texts and prompts. */
export interface Argument {
  /** The name in the contract. */
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly form: ArgumentForm;
  /** Whether it takes a list of such values. */
  readonly repeated: boolean;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly secret: boolean;
  readonly description: string;
  /** The allowed values; empty if any value is allowed. */
  readonly choices: readonly string[];
  /** The bounds in words, such as `3 to 64 characters`; empty if there are none. */
  readonly bounds: string;
  readonly schema: z.ZodType;
  readonly meta: z.GlobalMeta;
}

/** The arguments of an operation: those in the path, the query and the body, in this order. */
export function argumentsOf(operation: Operation): readonly Argument[] {
  const places = ["path", "query", "body"] as const;
  return places.flatMap((place) => argumentsIn(operation[place], place));
}

/** The fields of a shape as arguments; none for a shape without fields. */
export function argumentsIn(shape: z.ZodType, place: Argument["place"]): readonly Argument[] {
  return fieldsOf(shape).map((field) => argumentOf(field, place));
}

function argumentOf(field: ShapeField, place: Argument["place"]): Argument {
  const { name, schema, meta, optional, nullable } = field;
  const item = itemOf(schema);
  return {
    ...{ name, place, schema, meta, nullable },
    form: formOf(item ?? schema),
    repeated: item !== undefined,
    required: !optional,
    secret: meta.secret === true,
    description: meta.description ?? "",
    choices: schema instanceof z.ZodEnum ? schema.options.map(String) : [],
    bounds: boundsOf(schema),
  };
}

function formOf(schema: z.ZodType): ArgumentForm {
  if (schema instanceof z.ZodNumber) return schema.format === "safeint" ? "integer" : "number";
  switch (schema.def.type) {
    case "string":
    case "enum":
      return "text";
    case "boolean":
      return "boolean";
    case "custom":
      return "bytes";
    default:
      return "json";
  }
}

/** The keywords of a JSON schema that set bounds, and what they count. */
const boundKeywords = [
  { min: "minLength", max: "maxLength", unit: " characters" },
  { min: "minimum", max: "maximum", unit: "" },
  { min: "minItems", max: "maxItems", unit: " values" },
] as const;

function boundsOf(schema: z.ZodType): string {
  const jsonSchema = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const parts = boundKeywords.flatMap(({ min, max, unit }) => {
    const [from, to] = [jsonSchema[min], jsonSchema[max]].map((bound) =>
      typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined,
    );
    if (from === undefined) return to === undefined ? [] : [`at most ${to}${unit}`];
    if (to !== undefined) return [`${from} to ${to}${unit}`];
    return [unit !== "" && from === 1 ? "not empty" : `from ${from}${unit}`];
  });
  return parts.join(", ");
}

/** The structure of an object or a list on the wire, in one line: `{ schedule?: { day?: text, window?: text } }`. */
export function outlineOf(schema: z.ZodType, brand: Brand): string {
  const item = itemOf(schema);
  if (item) return `[${outlineOf(item, brand)}, ...]`;
  const fields = fieldsOf(schema);
  if (fields.length === 0) return formOf(schema);
  const members = fields.map(({ name, meta, optional, schema: inner }) => {
    const wireName = meta.brandedName ? brand.field(name) : name;
    return `${wireName}${optional ? "?" : ""}: ${outlineOf(inner, brand)}`;
  });
  return `{ ${members.join(", ")} }`;
}
