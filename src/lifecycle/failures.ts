import { isAmbiguous, NodecloudError } from "../client";

export { isAmbiguous };

/** A failure told in one message: what was tried, on what, what came back, what is true now, what to do. */
export class LifecycleError extends Error {
  override readonly name: string = "LifecycleError";
}

/**
 * Something was made, but not all of it went well. Engines keep what they are told of and call update next time.
 * The names of the members are what the dynamic provider's plugin looks for.
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

/** The service says in its own words that there is no such thing; a proxy's page says nothing of the kind. */
export function isNotFound(error: unknown): boolean {
  return error instanceof NodecloudError && error.code === "not_found" && error.hasErrorBody;
}

/** Asking again can't help: the caller may not look. */
export function isAccessDenied(error: unknown): boolean {
  return error instanceof NodecloudError && (error.code === "unauthorized" || error.code === "forbidden");
}
