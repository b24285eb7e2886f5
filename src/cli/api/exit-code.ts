import { NodecloudError, type NodecloudErrorCode } from "../../client";

/** The Pulumi CLI's exit codes for a usage error and for failed authentication. All other errors exit with 1. */
const errorExitCodes: Readonly<Partial<Record<NodecloudErrorCode, number>>> = {
  input: 2,
  unauthorized: 3,
};

/** A signal ended the call. The cause says whether the service may have carried it out. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
  constructor(
    readonly exitCode: number,
    override readonly cause: unknown,
  ) {
    super("The call was interrupted.");
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof InterruptedError) return error.exitCode;
  if (!(error instanceof NodecloudError)) return 1;
  // The setting that a call lacks is the token: address and brand are checked before there is an operation.
  if (error.code === "configuration" && error.operation !== undefined) return 3;
  return errorExitCodes[error.code] ?? 1;
}
