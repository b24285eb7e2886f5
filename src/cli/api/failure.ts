import { NodecloudError } from "../../client";
import { messageOf } from "../message";
import { kebabCase } from "./names";
import type { ArgumentOption } from "./options";

/** What went wrong, in words of the command line. */
export function failureText(error: unknown, options: readonly ArgumentOption[]): string {
  if (!(error instanceof NodecloudError)) return messageOf(error);
  if (error.code === "configuration") return `${error.message} ${ways}`;
  if (error.code !== "input" || error.operation === undefined) return error.message;
  const flags = new Map(options.map(({ argument, flag }) => [argument.name, flag]));
  const faults = error.fieldErrors.map(({ field, reason }) => {
    const [first = "", ...deeper] = (field ?? "").split(".");
    return `${[flags.get(first) ?? first, ...deeper].join(".")}: ${reason}`;
  });
  const [group = "", operation = ""] = error.operation.split(".");
  return `${error.operation} (${error.call}) was not sent: ${faults.join("; ")}. Nothing was changed. \`nodecloud api ${kebabCase(group)} ${kebabCase(operation)} --help\` says what it takes.`;
}

const ways =
  "`nodecloud api` takes address and brand as --base-url and --brand as well, and reads a stack's configuration where --stack names one; `nodecloud emulator` prints what to export for a service on this machine.";
