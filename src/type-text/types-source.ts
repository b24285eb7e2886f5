import { z } from "zod";
import { comment } from "./comment";
import { acceptsUndefined, type SchemaObject, TypeWriter } from "./type-writer";

/** A type to write. */
export interface PublicType {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType;
  /** Whether to write the schema's input or output type. They differ for members with a default. Default: `output`. */
  readonly io?: "input" | "output";
}

/**
 * The source of a file that declares the types of schemas, so that the declarations of this package need no zod. Shapes inside
 * them that have an id become types of their own.
 *
 * @param source The source of the types, for the comment at the top.
 * @param names Other names for shapes, by their ids.
 */
export function typesSource(
  source: string,
  types: readonly PublicType[],
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const writer = new TypeWriter(names);
  const declared = new Set(types.map(({ name }) => name));
  const declarations = types.map(({ name, description, schema, io = "output" }) => {
    const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: markUndefined });
    for (const [id, definition] of Object.entries($defs)) if (!declared.has(id)) writer.add(id, definition);
    const doc = comment([description], "");
    return `${doc}${writer.declarationOf(name, $defs[name] ?? root)}`;
  });
  return [
    `// Generated from ${source} by \`npm run generate\`. Do not edit: change the schemas and run it again.\n`,
    ...declarations,
    ...writer.declarations(),
  ].join("\n");
}

/** JSON has no undefined, but an argument of JavaScript may be undefined. */
function markUndefined({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: SchemaObject }): void {
  if (zodSchema instanceof z.ZodOptional || zodSchema instanceof z.ZodDefault)
    jsonSchema[acceptsUndefined] = true;
}
