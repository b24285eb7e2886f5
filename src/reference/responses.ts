import type { z } from "zod";
import { fieldsOf, itemOf, type NamedOperation, type Operation } from "../contract";
import { blocks, code, table } from "./markdown";
import { typeHeading, typeLink } from "./member-tables";
import { shapeText } from "./shape-text";

/** The response of an operation, with a link to the fields. */
export function responseText({ response, paged, returnsBytes }: Operation): string {
  if (returnsBytes) return "the bytes of an image file and their type";
  const name = nameOf(response);
  const text = name ? typeLink(name) : inline(response);
  return paged ? `a list of ${text}` : text;
}

/** A section for each shape with a name that an operation returns, in the order of the operations. */
export function responseTypes(operations: readonly NamedOperation[]): readonly string[] {
  const shapes = new Map<string, z.ZodType>();
  for (const { operation } of operations) {
    const name = nameOf(operation.response);
    if (name && !operation.returnsBytes) shapes.set(name, operation.response);
  }
  return [...shapes].map(([name, shape]) =>
    blocks(`### ${typeHeading(name)}`, shape.meta()?.description ?? "", fieldTable(shape)),
  );
}

function fieldTable(shape: z.ZodType): string {
  return table(
    ["field", "type", "description"],
    fieldsOf(shape).map(({ name, schema, nullable, meta }) => [
      code(name),
      code(shapeText(schema) + (nullable ? " | null" : "")),
      [meta.description ?? "", meta.secret ? "Secret." : ""].filter(Boolean).join(" "),
    ]),
  );
}

function inline(response: z.ZodType): string {
  if (fieldsOf(response).length === 0 && !itemOf(response)) return "an empty object";
  return code(shapeText(response));
}

function nameOf(shape: z.ZodType): string | undefined {
  return shape.meta()?.id;
}
