import type { Command } from "commander";
import { allowsExtraFields, type Brand, fieldsOf, type Operation, type ShapeField } from "../../contract";
import { chooseByName, kebabCase } from "./names";
import { wireName } from "./options";

/** The columns of `--columns` as paths in the JSON response. An unknown column is a usage error. */
export function parseColumns(
  names: string,
  {
    operation,
    brand,
    command,
  }: { readonly operation: Operation; readonly brand: Brand; readonly command: Command },
): readonly string[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => resolvePath(operation.response, name.split("."), brand, command).join("."));
}

function resolvePath(
  schema: ShapeField["schema"],
  [first = "", ...rest]: readonly string[],
  brand: Brand,
  command: Command,
): readonly string[] {
  const fields = new Map(fieldsOf(schema).map((field) => [kebabCase(wireName(field, brand)), field]));
  // If the contract does not list the fields of the object, the column is used as written.
  if (fields.size === 0 || (allowsExtraFields(schema) && !fields.has(kebabCase(first))))
    return [first, ...rest];
  const field = chooseByName(first, fields, { command, kind: "column" });
  const name = wireName(field, brand);
  return rest.length === 0 ? [name] : [name, ...resolvePath(field.schema, rest, brand, command)];
}
