import { isRecord } from "../unknown";
import { isUnresolvedId } from "../unresolved-id";
import { StateError } from "./error";
import type { JsonObject } from "./json";

/** Throws if a pending create would be lost: any one or, with `urn`, one of this resource. */
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
    `A run was stopped while creating ${first}, which may exist. ${outcome} Run \`nodecloud recover\` to find out what it created.`,
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

/** The maximum number of creates that are listed. */
const maxNames = 5;

/** A warning with what to do before an exported state is moved. Undefined if the result of each create is known. */
export function describeOpenCreates({ deployment }: JsonObject): string | undefined {
  if (!isRecord(deployment)) return undefined;
  const { pending_operations: operations, resources } = deployment;
  const urns = [
    ...(Array.isArray(operations) ? pendingCreatesIn(operations) : []),
    ...(Array.isArray(resources) ? resources.filter(isUnresolved).map(({ urn }) => String(urn)) : []),
  ];
  if (urns.length === 0) return undefined;
  const others = urns.length > maxNames ? ` and ${urns.length - maxNames} more` : "";
  return `The creates of these resources are unresolved: ${urns.slice(0, maxNames).join(", ")}${others}. The records that a run needs to search for their objects belong to this backend. Run \`nodecloud recover\` before you move the stack to another one.`;
}

/** The resource of a create with an unknown result has no id of the service. */
export function isUnresolved(resource: unknown): resource is { readonly urn: unknown } {
  return isRecord(resource) && typeof resource.id === "string" && isUnresolvedId(resource.id);
}
