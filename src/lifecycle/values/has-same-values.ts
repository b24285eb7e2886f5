import { isDeepStrictEqual } from "node:util";
import type { Fields } from "./fields";

/** Whether two reads of an object have the same values in all fields that an argument declares and a list returns. */
export function hasSameValues<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  one: Live,
  other: Live,
): boolean {
  for (const name in fields) {
    const { live: read, readSeparately } = fields[name];
    if (read && !readSeparately && !isDeepStrictEqual(read(one), read(other))) return false;
  }
  return true;
}
