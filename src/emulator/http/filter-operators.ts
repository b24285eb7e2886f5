/** What a filter compares with. */
export type Operand = string | number | boolean | null;
/** What a field's values are; `any` where an id is a number or a text. */
export type OperandKind = "string" | "number" | "boolean" | "any";

export interface Operator {
  /** Whether it can be used with this operand on fields of this kind. */
  readonly takes: (operand: Operand, kind: OperandKind) => boolean;
  readonly holds: (value: unknown, operand: Operand) => boolean;
}

/** Whether a value can be compared with those of such a field; null stands for a field without one. */
export function isOperand(value: unknown, kind: OperandKind): value is Operand {
  if (value === null) return true;
  return kind === "any" ? ["string", "number"].includes(typeof value) : typeof value === kind;
}

const isOrdered: Operator["takes"] = (operand, kind) => operand !== null && kind !== "boolean";
const anything: Operator["takes"] = () => true;

/** A comparison that holds of nothing where there is no value. */
const present =
  (compared: Operator["holds"]): Operator["holds"] =>
  (value, operand) =>
    value !== null && value !== undefined && compared(value, operand);

/** What a value alone means, without an operator's word. */
export const equality: Operator = { takes: anything, holds: (value, operand) => (value ?? null) === operand };

/** By their words in a filter. A map, so that no word is found that is not among them. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["+neq", { takes: anything, holds: (value, operand) => (value ?? null) !== operand }],
  ["+gt", { takes: isOrdered, holds: present((value, operand) => compare(value, operand) > 0) }],
  ["+gte", { takes: isOrdered, holds: present((value, operand) => compare(value, operand) >= 0) }],
  ["+lt", { takes: isOrdered, holds: present((value, operand) => compare(value, operand) < 0) }],
  ["+lte", { takes: isOrdered, holds: present((value, operand) => compare(value, operand) <= 0) }],
  [
    "+contains",
    {
      takes: (operand) => typeof operand === "string",
      holds: present((value, operand) => String(value).toLowerCase().includes(String(operand).toLowerCase())),
    },
  ],
]);

export function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  // Moments are compared as text, with or without the zone that both mean.
  const [left, right] = [String(one).replace(/Z$/, ""), String(other).replace(/Z$/, "")];
  return left < right ? -1 : left > right ? 1 : 0;
}
