import type { Argument } from "../contract";
import { camelCase } from "../contract";
import { boundsText } from "./bounds";
import { anchor, blocks, code, table } from "./markdown";
import type { InterfaceDeclaration, Member } from "./source-file";

/**
 * The section of a type.
 * @param types The types that the page has a section for.
 * @param shapes The contract's shapes of the members.
 */
export function typeSection(
  { name, description, bases, members }: InterfaceDeclaration,
  types: readonly string[],
  shapes: readonly Argument[] = [],
): string {
  const inherited = bases.map((base) => `All of ${typeLink(base)}, and:`).join(" ");
  return blocks(`### ${typeHeading(name)}`, description, inherited, memberTable(members, types, shapes));
}

/** A table of members. A column that would be empty is omitted. */
export function memberTable(
  members: readonly Member[],
  types: readonly string[],
  shapes: readonly Argument[] = [],
): string {
  const shapeOf = new Map(shapes.map((shape) => [camelCase(shape.name), shape]));
  const rows = members.map(({ name, type, optional, description }) => {
    const shape = shapeOf.get(name);
    return {
      name: code(`${name}${optional ? "?" : ""}`),
      type: typeCell(type, types),
      bounds: shape ? boundsText(shape) : "",
      description,
    };
  });
  const hasBounds = rows.some(({ bounds }) => bounds !== "");
  return table(
    ["name", "type", ...(hasBounds ? ["bounds"] : []), "description"],
    rows.map((row) => [row.name, row.type, ...(hasBounds ? [row.bounds] : []), row.description]),
  );
}

export function typeHeading(name: string): string {
  return `Type ${name}`;
}

export function typeLink(name: string): string {
  return `[${code(name)}](#${anchor(typeHeading(name))})`;
}

/** A type, with a link to the section of the first type that it names. */
export function typeCell(type: string, types: readonly string[]): string {
  const named = types.find((name) => new RegExp(`\\b${name}\\b`).test(type));
  return named === undefined ? code(type) : `[${code(type)}](#${anchor(typeHeading(named))})`;
}
