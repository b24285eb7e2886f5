/** `problem`: stops runs. `warning`: may be unexpected, or stop some runs. */
type CheckStatus = "ok" | "warning" | "problem";

/** One line of the report. Contains no secret. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found. */
  readonly message: string;
  /** What to do about it. Null: nothing. */
  readonly action: string | null;
}

export const ok = (name: string, message: string): Check => ({ name, status: "ok", message, action: null });

export const warning = (name: string, message: string, action: string): Check => ({
  ...{ name, status: "warning", message, action },
});

/** Without an action if the message contains it. */
export const problem = (name: string, message: string, action: string | null = null): Check => ({
  ...{ name, status: "problem", message, action },
});
