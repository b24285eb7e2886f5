/** A value that a filter compares with. */
export type Operand = string | number | boolean | null;
/** The type of a field's values. `any`: a number or a string, for ids. */
export type OperandKind = "string" | "number" | "boolean" | "any";

export interface Operator {
  /** Whether the operator can be used with this operand on fields of this kind. */
  readonly accepts: (operand: Operand, kind: OperandKind) => boolean;
  readonly matches: (value: unknown, operand: Operand) => boolean;
}

/** Whether a value can be compared with the values of such a field. Null stands for a missing value. */
export function isOperand(value: unknown, kind: OperandKind): value is Operand {
  if (value === null) return true;
  return kind === "any" ? ["string", "number"].includes(typeof value) : typeof value === kind;
}

const isOrdered: Operator["accepts"] = (operand, kind) => operand !== null && kind !== "boolean";
const anyOperand: Operator["accepts"] = () => true;

/** A comparison that no missing value matches. */
const unlessMissing =
  (compared: Operator["matches"]): Operator["matches"] =>
  (value, operand) =>
    value !== null && value !== undefined && compared(value, operand);

/** The meaning of a plain value. */
export const equality: Operator = {
  accepts: anyOperand,
  matches: (value, operand) => (value ?? null) === operand,
};

/** The operators by name. This is a map, because an object would also find inherited names. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["+neq", { accepts: anyOperand, matches: (value, operand) => (value ?? null) !== operand }],
  ["+gt", { accepts: isOrdered, matches: unlessMissing((value, operand) => compare(value, operand) > 0) }],
  ["+gte", { accepts: isOrdered, matches: unlessMissing((value, operand) => compare(value, operand) >= 0) }],
  ["+lt", { accepts: isOrdered, matches: unlessMissing((value, operand) => compare(value, operand) < 0) }],
  ["+lte", { accepts: isOrdered, matches: unlessMissing((value, operand) => compare(value, operand) <= 0) }],
  [
    "+contains",
    {
      accepts: (operand) => typeof operand === "string",
      matches: unlessMissing((value, operand) =>
        String(value).toLowerCase().includes(String(operand).toLowerCase()),
      ),
    },
  ],
]);

export function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  // Times are compared as strings, without the optional zone.
  const [left, right] = [String(one).replace(/Z$/, ""), String(other).replace(/Z$/, "")];
  return left < right ? -1 : left > right ? 1 : 0;
}
