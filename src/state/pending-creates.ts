import { isRecord } from "../unknown";
import { StateError } from "./error";

/** Throws if the note of an interrupted create would be lost. `urn`: only if it is of this resource. */
export function refuseWithPendingCreates(
  operations: readonly unknown[],
  outcome: string,
  urn?: string,
): void {
  const urns = pendingCreatesIn(operations);
  const [first] = urn === undefined ? urns : urns.filter((one) => one === urn);
  if (first === undefined) return;
  throw new StateError(
    "pendingCreate",
    `A run was stopped while creating ${first}, which may exist. ${outcome} \`nodecloud recover\` finds out what it made.`,
  );
}

/** The URNs of the resources whose create was interrupted. */
export function pendingCreatesIn(operations: readonly unknown[]): readonly string[] {
  return operations.flatMap((operation) =>
    isRecord(operation) && operation.type === "creating" && isRecord(operation.resource)
      ? [String(operation.resource.urn)]
      : [],
  );
}
