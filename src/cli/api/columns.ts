import type { Command } from "commander";
import { allowsExtraFields, type Brand, fieldsOf, type Operation, type ShapeField } from "../../contract";
import { choose, kebabCase } from "./names";
import { wireName } from "./options";

/** The columns that a user names, as places in the answer on the wire; an unknown one ends the command. */
export function columnsNamed(
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
    .map((name) => placeOf(operation.answer, name.split("."), brand, command).join("."));
}

function placeOf(
  schema: ShapeField["schema"],
  [first = "", ...rest]: readonly string[],
  brand: Brand,
  command: Command,
): readonly string[] {
  const fields = new Map(fieldsOf(schema).map((field) => [kebabCase(wireName(field, brand)), field]));
  // Where the contract leaves open what there is, the user may know.
  if (fields.size === 0 || (allowsExtraFields(schema) && !fields.has(kebabCase(first))))
    return [first, ...rest];
  const field = choose(first, fields, { command, kind: "column" });
  const own = wireName(field, brand);
  return rest.length === 0 ? [own] : [own, ...placeOf(field.schema, rest, brand, command)];
}
