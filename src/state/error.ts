/** The reason why a stack's files could not be read or written. */
export type StateErrorCode =
  | "backend"
  | "stackName"
  | "noStack"
  | "stackExists"
  | "notEmpty"
  | "locked"
  | "passphrase"
  | "checkpoint"
  | "unsupported"
  | "noProject"
  | "project"
  | "configuration"
  | "resource";

/** A failure to read or write a stack's files. `message` says what failed, what was changed and what to do. */
export class StateError extends Error {
  override readonly name = "StateError";

  constructor(
    readonly code: StateErrorCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The exit codes of errors before a run starts: 2 for a wrong command line, 6 for no such stack. Default: 1. */
const exitCodes: Partial<Record<StateErrorCode, 2 | 6>> = { stackName: 2, noStack: 6 };

export function exitCodeOfError(error: unknown): 1 | 2 | 6 {
  return (error instanceof StateError && exitCodes[error.code]) || 1;
}
