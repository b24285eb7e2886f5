/** `problem`: prevents runs. `warning`: may be unexpected, or prevent some runs. */
type CheckStatus = "ok" | "warning" | "problem";

/** One line of the report. Contains no secret. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found. */
  readonly message: string;
  /** What to do about it. Null if nothing needs to be done. */
  readonly action: string | null;
}

export const ok = (name: string, message: string): Check => ({ name, status: "ok", message, action: null });

export const warning = (name: string, message: string, action: string): Check => ({
  ...{ name, status: "warning", message, action },
});

/** Omit the action if the message already says what to do. */
export const problem = (name: string, message: string, action: string | null = null): Check => ({
  ...{ name, status: "problem", message, action },
});
