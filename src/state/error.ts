/** The reason why a stack's files could not be read or written. */
export type StateErrorCode =
  /** The backend is not a folder, or its command failed. */
  | "backend"
  /** A stack's name is missing, malformed, or of another project. */
  | "stackName"
  /** There is no such stack, or none is selected. */
  | "noStack"
  /** A stack has the name already. */
  | "stackExists"
  /** A stack to remove still has resources. */
  | "notEmpty"
  /** A run was stopped while creating something, and a rename or removal would lose the pending create. */
  | "pendingCreate"
  /** Another run has locked the stack. */
  | "locked"
  /** The passphrase is missing or wrong, or a secret was damaged. */
  | "passphrase"
  /** The state, or an export to import, is damaged or would become inconsistent. */
  | "checkpoint"
  /** The project or the state uses something that this package does not support. */
  | "unsupported"
  /** The folder does not exist, or there is no `Pulumi.yaml` in it or above it. */
  | "noProject"
  /** `Pulumi.yaml` is malformed, or cannot be read. */
  | "project"
  /** The configuration is malformed, or lacks a value that the project declares. */
  | "configuration"
  /** A command names a resource that the state does not have, or that cannot be edited in this way. */
  | "resource";

/** A failure to read or write a stack's files. `message` says what failed, what has changed and what to do. */
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

/** The exit codes of errors before a run starts: 2 for a usage error, 6 for no such stack. Default: 1. */
const exitCodes: Partial<Record<StateErrorCode, 2 | 6>> = { stackName: 2, noStack: 6 };

export function exitCodeOfError(error: unknown): 1 | 2 | 6 {
  return (error instanceof StateError && exitCodes[error.code]) || 1;
}
