import type { InspectedObject } from "../../lifecycle";
import type { ResourceClass } from "../../resources/resource-class";
import type { TypeCoverage } from "../types.generated";
import { compareStrings } from "./finding";
import type { StackResult } from "./stack-scan";

/**
 * How many objects of a type exist in an account, and how many its stacks manage.
 * @param objects Undefined if they could not be listed.
 * @param results The results of the stacks of the account.
 * @param managedElsewhere Objects that count neither as existing nor as managed, as `type id`.
 */
export function coverageOf(
  type: ResourceClass,
  objects: ReadonlyMap<string, InspectedObject> | undefined,
  results: readonly StackResult[],
  managedElsewhere: ReadonlySet<string>,
): TypeCoverage {
  const ofType = results.flatMap(({ existing }) => existing.filter((one) => one.type === type));
  const managed = new Set(ofType.map(({ id }) => id));
  const others = [...(objects?.values() ?? [])].filter(
    ({ id, isManageable }) => isManageable && !managed.has(id) && !managedElsewhere.has(`${type} ${id}`),
  );
  const changed = new Set(
    results.flatMap(({ findings }) =>
      findings.flatMap(({ kind, type: its, urn }) => (kind === "changed" && its === type ? [urn] : [])),
    ),
  );
  return {
    ...{ type, isScanned: objects !== undefined },
    ...{ managed: managed.size, existing: managed.size + others.length, changed: changed.size },
  };
}

/** The coverage of several accounts together. */
export function sumCoverage(coverage: readonly TypeCoverage[]): TypeCoverage[] {
  const sums = new Map<string, TypeCoverage>();
  for (const one of coverage) {
    const sum = sums.get(one.type);
    sums.set(one.type, {
      type: one.type,
      isScanned: one.isScanned && (sum?.isScanned ?? true),
      managed: one.managed + (sum?.managed ?? 0),
      existing: one.existing + (sum?.existing ?? 0),
      changed: one.changed + (sum?.changed ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => compareStrings(a.type, b.type));
}
