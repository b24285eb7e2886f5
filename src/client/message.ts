import { type Effect, type FieldError, NodecloudError } from "./error";

/** The error of a call that is not sent because of what the caller passed. */
export function inputError(
  operation: string,
  call: string,
  fieldErrors: readonly FieldError[],
): NodecloudError {
  const summary = `${operation} (${call}) was not sent: ${errorsText(fieldErrors)}`;
  const message = `${summary}. Nothing was changed. Correct the arguments and call again.`;
  return new NodecloudError({ code: "input", message, summary, operation, call, fieldErrors });
}

export function missingTokenMessage(operation: string, call: string): string {
  return `${operation} (${call}) was not sent: it needs a token, and none is set. ${settingSources("token", "NODECLOUD_TOKEN", "--secret nodecloud:token")} \`createClient\` takes the argument only.`;
}

/** How to configure a setting: the places that it is read from, in order of precedence. */
export function settingSources(argument: string, variable: string, key: string): string {
  return `Set it with the argument \`${argument}\`, the environment variable ${variable}, the input \`nodecloud:${argument}\` of an explicit provider, or ${stackPlace(key)}`;
}

/** Where a lookup reads a setting from if no argument sets it, as the end of a sentence. */
export function settingPlaces(variable: string, key: string): string {
  return `the environment variable ${variable} or ${stackPlace(key)}`;
}

function stackPlace(key: string): string {
  return `the stack's configuration: \`pulumi config set ${key} VALUE\` (or \`nodecloud config set\`).`;
}

const maxShownErrors = 10;

export function errorsText(errors: readonly FieldError[]): string {
  const shown = errors
    .slice(0, maxShownErrors)
    .map(({ field, reason }) => (field ? `${field}: ${reason}` : reason));
  const left = errors.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join("; ");
}

/** What a failed call changed, as a sentence. */
export function outcomeText(effect: Effect): string {
  switch (effect) {
    case "none":
      return "Nothing was changed.";
    case "done":
      return "It was carried out.";
    case "unknown":
      return "It may have been carried out.";
  }
}

/** ` (3 attempts in 7 s)`; empty for a single attempt. */
export function attemptsText(attempts: number, ms: number): string {
  return attempts > 1 ? ` (${attempts} attempts in ${Math.max(Math.round(ms / 1000), 1)} s)` : "";
}
