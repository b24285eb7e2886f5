import { stringifySorted } from "../../state";
import { fullName } from "../recorded-stack";
import { UsageError } from "../usage-error";
import type { ReadStack } from "./stack-store";

/**
 * Omits stacks that an earlier source already contained.
 * @throws UsageError for an export of a stack that another source contains with another state: one of them is out of date.
 */
export function withoutRepeated(stacks: readonly ReadStack[]): readonly ReadStack[] {
  const kept: ReadStack[] = [];
  for (const stack of stacks) {
    const sameNamed = kept.filter((one) => fullName(one.recorded) === fullName(stack.recorded));
    if (sameNamed.some((one) => isSameStack(one, stack))) continue;
    const other = sameNamed.find((one) => isExport(one) || isExport(stack));
    if (other) {
      throw new UsageError(
        `The stack ${fullName(stack.recorded)} is specified twice, with different states: ${other.recorded.source} and ${stack.recorded.source}. Nothing was read from the service. Omit the one that is out of date.`,
      );
    }
    kept.push(stack);
  }
  return kept;
}

/** Organizations and backends may have stacks of the same name, so equal names prove it only within one backend. */
function isSameStack(one: ReadStack, other: ReadStack): boolean {
  const areOfOneBackend = one.recorded.backend === other.recorded.backend;
  if (!isExport(one) && areOfOneBackend && one.name === other.name) return true;
  return (areOfOneBackend || isExport(one) || isExport(other)) && contentOf(one) === contentOf(other);
}

function isExport({ recorded }: ReadStack): boolean {
  return recorded.backend === undefined;
}

function contentOf({ deployment }: ReadStack): string {
  const { resources, pending_operations: pending } = deployment.json;
  return stringifySorted([resources ?? [], pending ?? []]);
}
