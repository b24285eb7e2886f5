import { messageOf } from "../../unknown";
import type { StackUpdate } from "../recorded-stack";

/** Describes the change to a stack since its state was read, by its content then and now. */
export function describeUpdate(
  stack: string,
  before: string,
  now: string | undefined,
): StackUpdate | undefined {
  if (now === before) return undefined;
  const change = now === undefined ? "removed" : "updated";
  return { state: "ended", message: `The stack ${stack} was ${change} after its state was read.` };
}

export function describeUnknownUpdate(stack: string, error: unknown): StackUpdate {
  const message = `Could not determine whether the stack ${stack} was updated after its state was read: ${messageOf(error)}`;
  return { state: "unknown", message };
}
