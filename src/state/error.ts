/** Why a stack's files could not be read or written. */
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
  | "project"
  | "configuration"
  | "resource";

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

/** The CLI's exit codes of what can go wrong before a run begins: 2 is a wrong command line, 6 no such stack. */
const exitCodes: Partial<Record<StateErrorCode, 2 | 6>> = { stackName: 2, noStack: 6 };

export function exitCodeOfError(error: unknown): 1 | 2 | 6 {
  return (error instanceof StateError && exitCodes[error.code]) || 1;
}
