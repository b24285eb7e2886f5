import type { Clock } from "../clock";

const longestLabel = 64;
/** A dash and seven letters or digits, which hold more than 40 bits. */
const suffixLetters = 7;

/** A label that nothing else bears: the resource's name, reduced to what labels may hold, and seven random letters. */
export function generateLabel(name: string, clock: Clock): string {
  const base = name
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, longestLabel - suffixLetters - 1)
    .replace(/-+$/, "");
  return `${base || "unnamed"}-${clock.token(suffixLetters)}`;
}
