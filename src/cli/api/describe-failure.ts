import { NodecloudError } from "../../client";
import { messageOf } from "../../unknown";
import { kebabCase } from "./names";
import type { ArgumentOption } from "./options";

/** The message for a failed call, with the options of the command line instead of the names of fields. */
export function describeFailure(error: unknown, options: readonly ArgumentOption[]): string {
  if (!(error instanceof NodecloudError)) return messageOf(error);
  if (error.code === "configuration") return `${error.message} ${connectionHint}`;
  if (error.code !== "input" || error.operation === undefined) return error.message;
  const flags = new Map(options.map(({ argument, flag }) => [argument.name, flag]));
  const problems = error.fieldErrors.map(({ field, reason }) => {
    const [first = "", ...inner] = (field ?? "").split(".");
    return `${[flags.get(first) ?? first, ...inner].join(".")}: ${reason}`;
  });
  const [group = "", operation = ""] = error.operation.split(".");
  return `${error.operation} (${error.call}) was not sent: ${problems.join("; ")}. Nothing was changed. \`nodecloud api ${kebabCase(group)} ${kebabCase(operation)} --help\` lists the arguments.`;
}

const connectionHint =
  "`nodecloud api` also accepts --base-url, --brand and --stack, which reads a stack's configuration, and `nodecloud emulator` runs a service on this machine and prints the variables to export.";
