import { messageOf } from "../../unknown";

/** What happened to a stack since its state was read, by its content then and now. */
export function describeUpdate(stack: string, before: string, now: string | undefined): string | undefined {
  if (now === undefined) return `The stack ${stack} was removed after its state was read.`;
  return now === before ? undefined : `The stack ${stack} was updated after its state was read.`;
}

export function describeUnknownUpdate(stack: string, error: unknown): string {
  return `It is not known whether the stack ${stack} was updated after its state was read: ${messageOf(error)}`;
}
