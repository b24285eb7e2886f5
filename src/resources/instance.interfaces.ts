import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../unknown";
import type { InstanceInterface } from "./instance.inputs";

/** What an instance gets for an empty list, and without one (section 2.1). */
export const defaultInterfaces: readonly InstanceInterface[] = [{ purpose: "public" }];

/** Whether two lists of network interfaces ask for the same. */
export function sameInterfaces(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(normalInterfaces(one), normalInterfaces(other));
}

function normalInterfaces(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? defaultInterfaces : value.map(withoutEmptyNames);
}

/** Null and an empty text stand for a label or an address that there is none of: neither is sent. */
export function withoutEmptyNames(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { label, ipamAddress, ...others } = value;
  return {
    ...others,
    ...(label === null || label === "" || label === undefined ? {} : { label }),
    ...(ipamAddress === null || ipamAddress === "" || ipamAddress === undefined ? {} : { ipamAddress }),
  };
}
