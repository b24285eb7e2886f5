import { type Brand, brandOf } from "../contract";

const brands = new Map<string, Brand>();

/** An event's action under a brand: `node_boot` → `acme_boot`. Unknown actions are returned as they are. */
export function brandedAction(word: string, action: string): string {
  const brand = brands.get(word) ?? brandOf(word);
  brands.set(word, brand);
  return brand.action(action);
}
