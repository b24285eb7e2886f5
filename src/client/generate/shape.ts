import { z } from "zod";
import { allowsExtraFields, fieldsOf, itemOf, type ShapeField, unwrap } from "../../contract";

/** Arguments are exact and may be read-only arrays; answers are open, for the service may add values at any time. */
export type Side = "argument" | "answer";

/** Gathers the interfaces that shapes with a name of their own become. */
export class NamedShapes {
  readonly #written = new Map<string, string>();

  /** The interfaces, in the order in which they were met. */
  get source(): string {
    return [...this.#written.values()].join("\n");
  }

  /** The type of a shape, in TypeScript. */
  typeOf(schema: z.ZodType, side: Side, indent = ""): string {
    const { schema: inner, meta, nullable } = unwrap(schema);
    const type = this.#bare(inner, meta, side, indent);
    return nullable ? `${type} | null` : type;
  }

  #bare(schema: z.ZodType, meta: z.GlobalMeta, side: Side, indent: string): string {
    const item = itemOf(schema);
    if (item) {
      const one = this.typeOf(item, side, indent);
      return `${side === "argument" ? "readonly " : ""}${one.includes("|") ? `(${one})` : one}[]`;
    }
    if (schema instanceof z.ZodObject) return this.#object(schema, meta, side, indent);
    if (schema instanceof z.ZodEnum) {
      const words = schema.options.map((word) => JSON.stringify(word)).join(" | ");
      return side === "answer" ? `${words} | (string & {})` : words;
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
        throw new Error(`The generator can't write a shape of the kind "${schema.def.type}" as a type yet.`);
    }
  }

  #object(schema: z.ZodObject, meta: z.GlobalMeta, side: Side, indent: string): string {
    if (!meta.id) return `{\n${this.members(schema, side, `${indent}  `)}${indent}}`;
    if (!this.#written.has(meta.id)) {
      // The place is taken before the members are written, so that what stands outside comes first.
      this.#written.set(meta.id, "");
      const doc = comment([meta.description ?? meta.id], "");
      const body = this.members(schema, side, "  ");
      this.#written.set(meta.id, `${doc}export interface ${meta.id} {\n${body}}\n`);
    }
    return meta.id;
  }

  /** The members of an object with their docs; on the side of arguments, optional ones take an explicit undefined. */
  members(schema: z.ZodType, side: Side, indent: string): string {
    const lines = fieldsOf(schema).map((field) => this.#member(field, side, indent));
    if (allowsExtraFields(schema)) lines.push(`${indent}[further: string]: unknown;\n`);
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
  const said = field.meta.description ?? field.name;
  if (side === "answer") return field.meta.filterable ? `${said} Filterable.` : said;
  return field.meta.secret ? `${said} Secret: shown nowhere.` : said;
}

const width = 110;

/** A doc comment of these paragraphs, broken into lines. */
export function comment(paragraphs: readonly string[], indent: string): string {
  const [only] = paragraphs;
  if (paragraphs.length === 1 && only && only.length + indent.length + 7 <= width)
    return `${indent}/** ${only} */\n`;
  const lines = paragraphs.flatMap((paragraph) => wrap(paragraph, width - indent.length - 3));
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function wrap(text: string, longest: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > longest) {
      lines.push(line);
      line = "";
    }
    line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
