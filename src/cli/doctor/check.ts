/** `problem`: it stops runs. `warning`: it may surprise, or stop some of them. */
type CheckStatus = "ok" | "warning" | "problem";

/** What one line of the report says. Contains no secret. */
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

/** Without an action where the message names it. */
export const problem = (name: string, message: string, action: string | null = null): Check => ({
  ...{ name, status: "problem", message, action },
});
