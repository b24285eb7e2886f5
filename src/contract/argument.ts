import { z } from "zod";
import type { Brand } from "./brand";
import type { Operation } from "./operation";
import { fieldsOf, itemOf, type ShapeField } from "./walk";

/** What an argument's value, or each of its values, is written as. */
export type ArgumentForm = "text" | "integer" | "number" | "boolean" | "bytes" | "json";

/** An argument of an operation, as those need it who ask people for it. */
export interface Argument {
  /** The contract's name. */
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly form: ArgumentForm;
  /** A list of values of that form. */
  readonly repeated: boolean;
  readonly required: boolean;
  readonly secret: boolean;
  readonly description: string;
  /** The only values there are, where the contract names them. */
  readonly choices: readonly string[];
  /** How long, large or many, in words; empty where nothing bounds it. */
  readonly bounds: string;
  readonly schema: z.ZodType;
  readonly meta: z.GlobalMeta;
}

/** The arguments of an operation: of the path, of the query, of the body. */
export function argumentsOf(operation: Operation): readonly Argument[] {
  const places = ["path", "query", "body"] as const;
  return places.flatMap((place) => fieldsOf(operation[place]).map((field) => argumentOf(field, place)));
}

function argumentOf(field: ShapeField, place: Argument["place"]): Argument {
  const { name, schema, meta, optional } = field;
  const item = itemOf(schema);
  return {
    ...{ name, place, schema, meta },
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

/** What is counted, and the names under which a JSON schema bounds it. */
const counted = [
  { least: "minLength", most: "maxLength", unit: " characters" },
  { least: "minimum", most: "maximum", unit: "" },
  { least: "minItems", most: "maxItems", unit: " values" },
] as const;

function boundsOf(schema: z.ZodType): string {
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const parts = counted.flatMap(({ least, most, unit }) => {
    const [from, to] = [made[least], made[most]].map((bound) =>
      typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined,
    );
    if (from === undefined) return to === undefined ? [] : [`at most ${to}${unit}`];
    if (to !== undefined) return [`${from} to ${to}${unit}`];
    return [unit !== "" && from === 1 ? "not empty" : `from ${from}${unit}`];
  });
  return parts.join(", ");
}

/** What an object or a list looks like inside on the wire, in a line: `{ schedule?: { day?: text, window?: text } }`. */
export function outlineOf(schema: z.ZodType, brand: Brand): string {
  const item = itemOf(schema);
  if (item) return `[${outlineOf(item, brand)}, ...]`;
  const fields = fieldsOf(schema);
  if (fields.length === 0) return formOf(schema);
  const members = fields.map(({ name, meta, optional, schema: inner }) => {
    const written = meta.brandedName ? brand.field(name) : name;
    return `${written}${optional ? "?" : ""}: ${outlineOf(inner, brand)}`;
  });
  return `{ ${members.join(", ")} }`;
}
