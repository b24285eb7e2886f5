import type { RunResult } from "./run-result";

/** A run failed. Its message has one line for each error: the resource's name, if the error concerns one, and what failed. */
export class FailedRun extends Error {
  override readonly name = "FailedRun";
  /** The result of the run until it failed. */
  readonly result: RunResult;

  /** @param cause The value that the program threw, if it did. */
  constructor(operation: string, result: RunResult, cause: unknown) {
    const errors = result.messages.filter(({ severity }) => severity === "error");
    const lines = errors.map(({ resource, text }) => (resource === "" ? text : `${resource}: ${text}`));
    super(
      lines.length > 0 ? lines.join("\n") : `The ${operation} failed.`,
      cause === undefined ? {} : { cause },
    );
    this.result = result;
  }
}
