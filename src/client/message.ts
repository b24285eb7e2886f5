import type { Effect, FieldError } from "./error";

/** The texts of errors: what was tried, on what, what came back, what is true now, what to do. */

export function inputMessage(operation: string, call: string, errors: readonly FieldError[]): string {
  return `${operation} (${call}) was not sent: ${errorsText(errors)}. Nothing was changed. Correct the arguments and call again.`;
}

export function missingTokenMessage(operation: string, call: string): string {
  return `${operation} (${call}) was not sent: it needs a token and there is none. Nothing was changed. ${settingSources("token", "NODECLOUD_TOKEN", "--secret nodecloud:token")}`;
}

/** The three places that a setting is looked for in, first found wins. */
export function settingSources(argument: string, variable: string, key: string): string {
  return `Give it as the argument \`${argument}\`, in the environment variable ${variable}, or in the stack's configuration: \`pulumi config set ${key} VALUE\`.`;
}

export function errorsText(errors: readonly FieldError[]): string {
  return errors.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)).join("; ");
}

/** What is true now. */
export function outcomeText(effect: Effect, reading: boolean): string {
  if (reading) return "Reading changes nothing.";
  switch (effect) {
    case "none":
      return "Nothing was changed.";
    case "done":
      return "It was carried out.";
    case "unknown":
      return "It may have been carried out all the same.";
  }
}

/** How often it was tried: silent about a single time. */
export function attemptsText(tries: number, ms: number): string {
  return tries > 1 ? ` (${tries} tries within ${Math.max(Math.round(ms / 1000), 1)} s)` : "";
}
