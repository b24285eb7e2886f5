import { groupBy } from "../../group-by";
import { fullName, type RecordedStack } from "../recorded-stack";

/** Warnings about objects of one account that several resources manage: the delete of one resource deletes the object of the others. */
export function sharedObjectWarnings(stacks: readonly RecordedStack[]): readonly string[] {
  const managers = stacks.flatMap((stack) =>
    stack.resources.flatMap(({ type, id, name, isExternal, isPendingReplacement }) =>
      id === undefined || isExternal || isPendingReplacement
        ? []
        : [{ object: `${type} ${id}`, resource: `${JSON.stringify(name)} of ${fullName(stack)}` }],
    ),
  );
  return [...groupBy(managers, ({ object }) => object)].flatMap(([object, all]) =>
    all.length < 2
      ? []
      : [
          `${object} is managed by several resources: ${all.map(({ resource }) => resource).join(", ")}. Deleting one of them deletes the object for all of them. Keep one, and remove the others from their states with \`state delete\`.`,
        ],
  );
}
