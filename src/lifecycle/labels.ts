import type { Clock } from "../clock";

const maxLabelLength = 64;
/** Seven random lower-case letters or digits hold more than 36 bits. */
const suffixLength = 7;

/** A label that no other object has: the resource's name reduced to the characters that labels allow, a dash and a random suffix. */
export function generateLabel(name: string, clock: Clock): string {
  const base = name
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, maxLabelLength - suffixLength - 1)
    .replace(/-$/, "");
  return `${base || "unnamed"}-${clock.token(suffixLength).toLowerCase()}`;
}

/** Whether an object has a label that was generated. A service may store labels in another case. */
export function isGeneratedLabel(label: string, generated: string): boolean {
  return label.toLowerCase() === generated.toLowerCase();
}
