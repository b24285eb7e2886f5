/** Why a stack's files could not be read or written. */
export type StateErrorCode =
  | "backend"
  | "stackName"
  | "noStack"
  | "locked"
  | "passphrase"
  | "checkpoint"
  | "unsupported"
  | "project"
  | "configuration";

/** An error of the stack's files. `message` is complete: what was tried, what came back, what to do. */
export class StateError extends Error {
  override readonly name = "StateError";

  constructor(
    readonly code: StateErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The message of anything thrown. An error of another realm (a test's, a vm's) is not an `instanceof Error` here. */
export function messageOf(cause: unknown): string {
  return typeof cause === "object" &&
    cause !== null &&
    "message" in cause &&
    typeof cause.message === "string"
    ? cause.message
    : String(cause);
}
