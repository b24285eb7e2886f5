import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../unknown";
import type { InstanceInterface } from "./instance.inputs";

/** The interfaces of an instance whose list is empty or not declared (section 2.1). */
export const defaultInterfaces: readonly InstanceInterface[] = [{ purpose: "public" }];

/** Whether two lists of network interfaces are equivalent. */
export function sameInterfaces(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(normalized(one), normalized(other));
}

function normalized(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? defaultInterfaces : value.map(withoutEmptyNames);
}

/** Omits a label or address that is null or empty, which means none. */
export function withoutEmptyNames(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { label, ipamAddress, ...others } = value;
  return {
    ...others,
    ...(label === null || label === "" || label === undefined ? {} : { label }),
    ...(ipamAddress === null || ipamAddress === "" || ipamAddress === undefined ? {} : { ipamAddress }),
  };
}
