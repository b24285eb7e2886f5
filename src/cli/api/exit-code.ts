import { NodecloudError, type NodecloudErrorCode } from "../../client";

/** The Pulumi CLI's exit codes: 2 a wrong command line, 3 authentication, 8 cancelled, else 1. */
const codes: Readonly<Partial<Record<NodecloudErrorCode, number>>> = {
  input: 2,
  unauthorized: 3,
  aborted: 8,
};

export function exitCodeOf(error: unknown): number {
  if (!(error instanceof NodecloudError)) return 1;
  // A call that lacks a setting lacks the token: address and brand are looked at before any call.
  if (error.code === "configuration" && error.operation !== undefined) return 3;
  return codes[error.code] ?? 1;
}
