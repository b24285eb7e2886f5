import { isAmbiguous, NodecloudError } from "../client";
import { messageOf } from "../unknown";

export { isAmbiguous };

/** An error whose message is complete: what failed and on what, what exists now, what to do next. */
export class LifecycleError extends Error {
  override readonly name: string = "LifecycleError";
}

/**
 * An object was created or updated, but a step failed. Engines keep the object in the state and call update in the next run. The
 * plugin of dynamic providers reads these members by their names.
 */
export class InitializationError extends LifecycleError {
  override readonly name = "InitializationError";
  constructor(
    readonly id: string,
    readonly properties: Readonly<Record<string, unknown>>,
    readonly reasons: readonly string[],
  ) {
    super(reasons.join("; "));
  }
}

/**
 * Why something failed, without a final period, for a message that says itself what exists now and what to do next. Of a failed
 * call it is one clause.
 */
export function causeOf(error: unknown): string {
  return error instanceof NodecloudError ? error.summary : messageOf(error).replace(/\.$/, "");
}

/** The cause of what a task failed with. The deadline that may have passed is the task's. */
export function taskCauseOf(error: unknown): string {
  const isDeadline = error instanceof NodecloudError && error.code === "deadline";
  return isDeadline ? `${causeOf(error)}. Set a longer timeout in \`timeouts\`` : causeOf(error);
}

/** Whether the service itself answered 404 or 410, with an error body of the interface. A proxy's page does not count. */
export function isNotFound(error: unknown): boolean {
  return error instanceof NodecloudError && error.code === "not_found" && error.hasErrorBody;
}

/** Whether the token may not read the object, so that another attempt cannot succeed. */
export function isAccessDenied(error: unknown): boolean {
  return error instanceof NodecloudError && (error.code === "unauthorized" || error.code === "forbidden");
}

/** Whether the service answered with a redirect, so that its address is another one and no other attempt can succeed. */
export function isRedirected(error: unknown): error is NodecloudError {
  const { status = 0 } = error instanceof NodecloudError ? error : {};
  return status >= 300 && status < 400;
}

/** Whether the service refused a read, so that another attempt cannot succeed. Whoever answered 404 counts. */
export function isRefused(error: unknown): boolean {
  return (
    error instanceof NodecloudError &&
    ["unauthorized", "forbidden", "not_found", "rejected"].includes(error.code)
  );
}
