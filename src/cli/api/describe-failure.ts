import { NodecloudError } from "../../client";
import { messageOf } from "../../unknown";
import type { ApiCall } from "./api-call";
import { OutputError } from "./context";
import { kebabCase } from "./names";

/** The message for a failed call, with the options of the command line instead of the names of fields. */
export function describeFailure(
  error: unknown,
  { named, options }: Pick<ApiCall, "named" | "options">,
): string {
  if (error instanceof OutputError && !named.operation.call.startsWith("GET "))
    return `${named.name} succeeded, but its response could not be printed: ${error.message}. Check the service before you repeat the call.`;
  if (!(error instanceof NodecloudError)) return messageOf(error);
  const { operation: name } = error;
  if (error.code === "configuration")
    return name === undefined ? `${error.message} ${connectionHint}` : describeMissingToken(name, error.call);
  if (error.code !== "input" || name === undefined) return error.message;
  const flags = new Map(options.map(({ argument, flag }) => [argument.name, flag]));
  const problems = error.fieldErrors.map(({ field, reason }) => {
    const [first = "", ...inner] = (field ?? "").split(".");
    return `${[flags.get(first) ?? first, ...inner].join(".")}: ${reason}`;
  });
  const [group = "", operation = ""] = name.split(".");
  return `${name} (${error.call}) was not sent: ${problems.join("; ")}. Nothing was changed. \`nodecloud api ${kebabCase(group)} ${kebabCase(operation)} --help\` lists the arguments.`;
}

/** Address and brand are checked before there is an operation, so the setting that a call lacks is the token. */
function describeMissingToken(operation: string, call: string | undefined): string {
  return `${operation} (${call}) was not sent: it needs a token, and none is set. Set NODECLOUD_TOKEN, or use --stack to specify a stack whose configuration contains the token. ${emulatorHint}.`;
}

const emulatorHint = "`nodecloud emulator` runs a service on this machine and prints the variables to export";

const connectionHint = `\`nodecloud api\` also accepts --base-url and --brand, and reads a stack's configuration only with --stack; ${emulatorHint}.`;
