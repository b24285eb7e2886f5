import { isAmbiguous, NodecloudError } from "../client";
import { messageOf } from "../unknown";

export { isAmbiguous };

/** An error with a complete message: what failed and on what, what exists now, what to do next. */
export class LifecycleError extends Error {
  override readonly name: string = "LifecycleError";
}

/** The token belongs to another account than the object in the state. */
export class OtherAccountError extends LifecycleError {
  override readonly name = "OtherAccountError";
}

/**
 * An object was created or updated, but a step failed. Engines keep the object in the state and call `update` in the next run. The dynamic
 * provider plugin reads these members by name. The embedded engine prints the message, and below it each reason that differs from it.
 */
export class InitializationError extends LifecycleError {
  override readonly name = "InitializationError";
  constructor(
    readonly id: string,
    readonly properties: Readonly<Record<string, unknown>>,
    readonly reasons: readonly string[],
  ) {
    super(reasons[0]);
  }
}

/**
 * Why something failed, without a final period, for a message that adds what exists now and what to do next. For a failed call it is one
 * clause.
 */
export function causeOf(error: unknown): string {
  return error instanceof NodecloudError ? error.summary : messageOf(error).replace(/\.$/, "");
}

/** The cause of a failed task. A deadline that has passed is that of the task, whose timeout the user can set. */
export function taskCauseOf(error: unknown): string {
  const isDeadline = error instanceof NodecloudError && error.code === "deadline";
  return isDeadline ? `${causeOf(error)}. Set a longer timeout in \`timeouts\`` : causeOf(error);
}

/** Whether the service itself returned 404 or 410, with the interface's error body. A proxy's page does not count. */
export function isNotFound(error: unknown): boolean {
  return error instanceof NodecloudError && error.code === "not_found" && error.hasErrorBody;
}

/** Whether an interrupt of the run ended the call. */
export function isAborted(error: unknown): boolean {
  return error instanceof NodecloudError && error.code === "aborted";
}

/** Whether the token may not read the object, so another attempt cannot succeed. */
export function isAccessDenied(error: unknown): boolean {
  return error instanceof NodecloudError && (error.code === "unauthorized" || error.code === "forbidden");
}

/** Whether the service responded with a redirect: its address has changed, so no other attempt can succeed. */
export function isRedirected(error: unknown): error is NodecloudError {
  const { status = 0 } = error instanceof NodecloudError ? error : {};
  return status >= 300 && status < 400;
}

/** Whether the service rejected a read, so another attempt cannot succeed. A 404 counts even if it comes from a proxy. */
export function isRejection(error: unknown): boolean {
  return (
    error instanceof NodecloudError &&
    ["unauthorized", "forbidden", "not_found", "rejected"].includes(error.code)
  );
}
