import type { z } from "zod";
import { comment } from "./comment";

type Schema = z.core.JSONSchema._JSONSchema;
export type SchemaObject = Exclude<Schema, boolean>;

/** Marks the schema of an optional member that may also be undefined. */
export const acceptsUndefined = "acceptsUndefined";

/** Writes JSON Schemas as types. */
export class TypeWriter {
  readonly #names: ReadonlyMap<string, string>;
  readonly #definitions = new Map<string, string>();

  /** @param names Other names for definitions, by their ids. */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  /** Adds a definition that others refer to. */
  add(id: string, definition: Schema): void {
    const name = this.#nameOf(id);
    if (this.#definitions.has(name)) return;
    this.#definitions.set(name, `${docOf(definition, "")}${this.declarationOf(name, definition)}`);
  }

  /** The added definitions, by name. */
  declarations(): readonly string[] {
    return [...this.#definitions].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  }

  /** An alias, because its values are assignable to records like those of an inferred type. The values of an interface are not. */
  declarationOf(name: string, schema: Schema): string {
    return `export type ${name} = ${this.typeOf(schema)};\n`;
  }

  typeOf(schema: Schema | undefined, indent = ""): string {
    if (typeof schema !== "object") return "unknown";
    if (schema.$ref !== undefined) return this.#nameOf(schema.$ref.replace("#/$defs/", ""));
    const literals = schema.const === undefined ? schema.enum : [schema.const];
    if (literals) return literals.map((value) => JSON.stringify(value)).join(" | ");
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return options.map((option) => this.typeOf(option, indent)).join(" | ");
    const kinds = Array.isArray(schema.type) ? schema.type : [schema.type];
    return kinds.map((kind) => this.#typeOfKind(kind, schema, indent)).join(" | ");
  }

  #typeOfKind(kind: string | undefined, schema: SchemaObject, indent: string): string {
    switch (kind) {
      case "string":
      case "boolean":
      case "null":
        return kind;
      case "number":
      case "integer":
        return "number";
      case "array":
        return arrayOf(Array.isArray(schema.items) ? "unknown" : this.typeOf(schema.items, indent));
      case "object":
        return this.#object(schema, indent);
      default:
        return "unknown";
    }
  }

  #object(
    { properties = {}, required = [], additionalProperties = false }: SchemaObject,
    indent: string,
  ): string {
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(([name, schema]) => {
      const isOptional = !required.includes(name);
      const orUndefined = isOptional && typeof schema === "object" && schema[acceptsUndefined] === true;
      const type = `${this.typeOf(schema, inner)}${orUndefined ? " | undefined" : ""}`;
      return `${docOf(schema, inner)}${inner}${name}${isOptional ? "?" : ""}: ${type};\n`;
    });
    if (additionalProperties !== false)
      members.push(`${inner}[name: string]: ${this.typeOf(additionalProperties, inner)};\n`);
    return `{\n${members.join("")}${indent}}`;
  }

  /** Shapes that refer to themselves and have no id are JSON values. */
  #nameOf(id: string): string {
    return this.#names.get(id) ?? (id.startsWith("__schema") ? "JsonValue" : id);
  }
}

function docOf(schema: Schema, indent: string): string {
  return typeof schema === "object" && schema.description !== undefined
    ? comment([schema.description], indent)
    : "";
}

function arrayOf(item: string): string {
  return item.includes("|") ? `(${item})[]` : `${item}[]`;
}
