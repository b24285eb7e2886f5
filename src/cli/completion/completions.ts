export interface Candidate {
  readonly value: string;
  /** Empty: none. */
  readonly description: string;
}

/** What may stand at the cursor. Files and folders are left to the shell. */
export interface Completions {
  readonly kind: "values" | "files" | "folders";
  readonly candidates: readonly Candidate[];
}

export const valuesOf = (candidates: readonly Candidate[]): Completions => ({ kind: "values", candidates });

export const nothing: Completions = valuesOf([]);
