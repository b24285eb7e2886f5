/** A piece of code in place of a value: `golden.imageId`. */
export class Expression {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

/** Characters that an editor hides, that change the reading direction, or that look like a plain space. */
const invisible = /(?! )[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

const plainKey = /^[A-Za-z_$][\w$]*$/;

/** The maximum length of a line. */
const maxLine = 110;

/**
 * A value as TypeScript. Whatever a text contains, it stays on its line, ends where it seems to end, and shows every character.
 * @param value What JSON can hold, and expressions. Parts that are undefined are omitted.
 * @param indent How far the line is indented that the value begins on.
 * @param column How many characters precede the value on its line.
 */
export function literal(value: unknown, indent = "", column = indent.length): string {
  if (value instanceof Expression) return value.code;
  if (typeof value === "string") return textLiteral(value);
  if (Array.isArray(value)) {
    const items = (inner: string) => value.map((item: unknown) => literal(item, inner));
    return enclose("[", items, "]", indent, column);
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, part]) => part !== undefined);
    const properties = (inner: string) =>
      entries.map(([name, part]) => {
        const key = keyLiteral(name);
        return `${key}: ${literal(part, inner, inner.length + key.length + 2)}`;
      });
    return enclose("{", properties, "}", indent, column);
  }
  return JSON.stringify(value) ?? "undefined";
}

export function textLiteral(text: string): string {
  return JSON.stringify(text).replace(invisible, escapeUnits);
}

/** In a literal, a plain `__proto__` would set the prototype. */
function keyLiteral(name: string): string {
  if (name === "__proto__") return `["__proto__"]`;
  return plainKey.test(name) ? name : textLiteral(name);
}

/** Writes the parts on one line if they fit, otherwise each on its own line. */
function enclose(
  open: string,
  partsAt: (indent: string) => readonly string[],
  close: string,
  indent: string,
  column: number,
): string {
  const parts = partsAt(indent);
  if (parts.length === 0) return `${open}${close}`;
  const space = open === "{" ? " " : "";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (column + line.length < maxLine && !line.includes("\n")) return line;
  const inner = `${indent}  `;
  return `${open}\n${partsAt(inner)
    .map((part) => `${inner}${part},\n`)
    .join("")}${indent}${close}`;
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
