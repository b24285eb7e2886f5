export interface Candidate {
  readonly value: string;
  /** Empty if there are none. */
  readonly description: string;
}

/** Completions at the cursor. The shell completes files and folders. */
export interface Completions {
  readonly kind: "values" | "files" | "folders";
  readonly candidates: readonly Candidate[];
}

export const valuesOf = (candidates: readonly Candidate[]): Completions => ({ kind: "values", candidates });

export const nothing: Completions = valuesOf([]);
