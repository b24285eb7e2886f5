import { z } from "zod";
import type { Clock } from "../../clock";
import { unwrap } from "../../contract";

/** Longer ones are hard to read, even if a kind of object allows them. */
const maxGeneratedLength = 64;
/** Seven random lower-case letters or digits hold more than 36 bits. */
const suffixLength = 7;

/**
 * A label that no other object has: the resource's name reduced to the characters that labels allow, a dash and a random suffix. Without
 * room for the name, it is the suffix.
 * @param shape The shape of the label, which may bound its length.
 */
export function generateLabel(name: string, clock: Clock, shape: unknown): string {
  const words = name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "") || "unnamed";
  const base = words.slice(0, Math.max(maxLengthOf(shape) - suffixLength - 1, 0)).replace(/-$/, "");
  const suffix = clock.token(suffixLength).toLowerCase();
  return base === "" ? suffix : `${base}-${suffix}`;
}

function maxLengthOf(shape: unknown): number {
  const schema = shape instanceof z.ZodType ? unwrap(shape).schema : undefined;
  const max = schema instanceof z.ZodString ? schema.maxLength : null;
  return Math.min(max ?? maxGeneratedLength, maxGeneratedLength);
}

/** A field table, as far as it describes labels. */
export type LabelFields<Live> = Readonly<
  Record<string, { readonly isUnique?: true; readonly live?: (live: Live) => unknown }>
>;

/** The function that reads the label of an object. Undefined if two objects can have the same label. */
export function uniqueLabelOf<Live>({ label }: LabelFields<Live>): ((live: Live) => unknown) | undefined {
  return label?.isUnique ? label.live : undefined;
}

/** Whether an object has a label that was generated. A service may store labels in another case. */
export function isGeneratedLabel(label: string, generated: string): boolean {
  return label.toLowerCase() === generated.toLowerCase();
}
