import { StateError } from "../state";

/** Options that contradict each other or make no sense. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The exit code of an error that ends `nodecloud drift`. 2 and 3 are verdicts there. */
export function exitCodeOfDriftError(error: unknown): 1 | 64 {
  const isUsage = error instanceof UsageError || (error instanceof StateError && error.code === "stackName");
  return isUsage ? 64 : 1;
}
