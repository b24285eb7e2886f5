import { NodecloudError, type NodecloudErrorCode } from "../../client";

/** The Pulumi CLI's exit codes: 2 a wrong command line, 3 authentication, else 1. */
const codes: Readonly<Partial<Record<NodecloudErrorCode, number>>> = {
  input: 2,
  unauthorized: 3,
};

/** What a shell reports of a command that such a signal ended. */
const codesOfSignals = { SIGINT: 130, SIGTERM: 143 } as const;

export type InterruptSignal = keyof typeof codesOfSignals;

/** A signal ended the call; the cause says what is true then. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor(
    readonly signal: InterruptSignal,
    override readonly cause: unknown,
  ) {
    super("The call was interrupted.");
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Interrupted) return codesOfSignals[error.signal];
  if (!(error instanceof NodecloudError)) return 1;
  // A call that lacks a setting lacks the token: address and brand are looked at before any call.
  if (error.code === "configuration" && error.operation !== undefined) return 3;
  return codes[error.code] ?? 1;
}
