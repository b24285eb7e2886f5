import { type Brand, brandOf } from "../contract";

const known = new Map<string, Brand>();

/** An event's action as a service of this brand writes it: `node_boot` → `acme_boot`; one that is not known stays as it is. */
export function brandedAction(word: string, action: string): string {
  const brand = known.get(word) ?? brandOf(word);
  known.set(word, brand);
  return brand.action(action);
}
