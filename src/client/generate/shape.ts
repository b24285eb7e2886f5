import { z } from "zod";
import { allowsExtraFields, fieldsOf, itemOf, type ShapeField, unwrap } from "../../contract";
import { comment } from "../../type-text";

/** Arguments have closed enums and read-only arrays. Responses have open enums, because the service may add values at any time. */
export type Side = "argument" | "response";

/** Collects the interfaces of named shapes. */
export class NamedShapes {
  readonly #written = new Map<string, string>();

  get names(): readonly string[] {
    return [...this.#written.keys()];
  }

  /** The interfaces, in the order in which they were first used. */
  get source(): string {
    return [...this.#written.values()].join("\n");
  }

  /** The TypeScript type of a shape. */
  typeOf(schema: z.ZodType, side: Side, indent = ""): string {
    const { schema: inner, meta, nullable } = unwrap(schema);
    const type = this.#nonNull(inner, meta, side, indent);
    return nullable ? `${type} | null` : type;
  }

  #nonNull(schema: z.ZodType, meta: z.GlobalMeta, side: Side, indent: string): string {
    const item = itemOf(schema);
    if (item) {
      const one = this.typeOf(item, side, indent);
      return `${side === "argument" ? "readonly " : ""}${one.includes("|") ? `(${one})` : one}[]`;
    }
    if (schema instanceof z.ZodObject) return this.#object(schema, meta, side, indent);
    if (schema instanceof z.ZodEnum) {
      const literals = schema.options.map((value) => JSON.stringify(value)).join(" | ");
      return side === "response" ? `${literals} | (string & {})` : literals;
    }
    if (schema instanceof z.ZodUnion) {
      return schema.options
        .flatMap((option) => (option instanceof z.ZodType ? [this.typeOf(option, side, indent)] : []))
        .join(" | ");
    }
    switch (schema.def.type) {
      case "string":
      case "number":
      case "boolean":
        return schema.def.type;
      case "custom":
        return "Uint8Array";
      case "record":
        return "{ [name: string]: JsonValue }";
      default:
        throw new Error(`The generator does not support shapes of the kind "${schema.def.type}".`);
    }
  }

  #object(schema: z.ZodObject, meta: z.GlobalMeta, side: Side, indent: string): string {
    if (!meta.id) return `{\n${this.members(schema, side, `${indent}  `)}${indent}}`;
    if (!this.#written.has(meta.id)) {
      // Reserves the position before the members are written, so that an interface comes before those that it uses.
      this.#written.set(meta.id, "");
      const doc = comment([meta.description ?? meta.id], "");
      const body = this.members(schema, side, "  ");
      this.#written.set(meta.id, `${doc}export interface ${meta.id} {\n${body}}\n`);
    }
    return meta.id;
  }

  /** The members of an object with their docs. Optional arguments accept an explicit undefined. */
  members(schema: z.ZodType, side: Side, indent: string): string {
    const lines = fieldsOf(schema).map((field) => this.#member(field, side, indent));
    if (allowsExtraFields(schema)) lines.push(`${indent}[name: string]: unknown;\n`);
    return lines.join("");
  }

  #member(field: ShapeField, side: Side, indent: string): string {
    const type = this.typeOf(field.schema, side, indent) + (field.nullable ? " | null" : "");
    const optional = side === "argument" ? " | undefined" : "";
    const doc = comment([docOf(field, side)], indent);
    return `${doc}${indent}${field.name}${field.optional ? `?: ${type}${optional}` : `: ${type}`};\n`;
  }
}

function docOf(field: ShapeField, side: Side): string {
  const text = field.meta.description ?? field.name;
  if (side === "response") return field.meta.filterable ? `${text} Filterable.` : text;
  return field.meta.secret ? `${text} Secret.` : text;
}
