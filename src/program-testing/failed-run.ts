import type { RunResult } from "./run-result";

/** A run failed. Its message has one line for each error: the resource's name, if it is about one, and what failed. */
export class FailedRun extends Error {
  override readonly name = "FailedRun";
  /** What the run did until then. */
  readonly result: RunResult;

  /** @param cause What the program threw, if it threw. */
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
