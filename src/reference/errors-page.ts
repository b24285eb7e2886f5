import { clientPageUrl } from "./client-page";
import { clientRemedies, errorClasses, internalErrors, resourceMessages, stateRemedies } from "./errors";
import { code, page, table } from "./markdown";
import { memberTable } from "./member-tables";
import { SourceFile } from "./source-file";

/** The page of the errors: by code, by class, and by message. */
export function errorsPage(): string {
  const client = new SourceFile("client/error.ts");
  const state = new SourceFile("state/error.ts");
  return page(
    "# Errors",
    "A message reports what failed, on which object, what exists now, and what to do. It contains no secret. Programs should distinguish errors by their `code`.",
    "## NodecloudError",
    `A failed call of the [client](${clientPageUrl}), also within a lookup or a resource. A lookup rejects with a \`RunError\` of the SDK, whose \`cause\` is the \`NodecloudError\`.`,
    codeTable(client.union("NodecloudErrorCode"), clientRemedies),
    "Its fields, besides `code` and `message`:",
    memberTable(
      client.class("NodecloudError").properties.filter(({ description }) => description !== ""),
      [],
    ),
    "## StateError",
    "A command or the embedded engine could not read or write the files of a project or a stack. Nothing was changed, unless the message says otherwise.",
    codeTable(state.union("StateErrorCode"), stateRemedies),
    "## Errors of resources",
    "The messages that a run prints for a resource that failed. Other messages that begin with the name of an argument describe a problem with it.",
    table(
      ["message", "cause", "what to do"],
      resourceMessages.map(({ text, cause, remedy }) => [`“${text}”`, cause, remedy]),
    ),
    "## Other errors",
    table(
      ["class", "cause", "what to do"],
      Object.entries(errorClasses).map(([name, { cause, remedy }]) => [code(name), cause, remedy]),
    ),
    "These classes are internal. Users see something else in their place:",
    table(
      ["class", "seen as"],
      Object.entries(internalErrors).map(([name, seen]) => [code(name), seen]),
    ),
    "## Exit codes",
    "See the commands: [runs and stacks](../engine.md#output), [`nodecloud drift`](../drift.md#exit-codes), [`nodecloud adopt`](../adopt.md#exit-codes), [`nodecloud recover`](../recover.md#exit-codes), [`nodecloud api`](../api-command.md#exit-codes). `nodecloud doctor` exits with 1 if something prevents a run. All others exit with 1 after an error, with 2 for an invalid command line, and with 6 if there is no such stack. `config get` also exits with 1 if the value is not set.",
  );
}

function codeTable(causes: ReadonlyMap<string, string>, remedies: Readonly<Record<string, string>>): string {
  return table(
    ["code", "cause", "what to do"],
    Object.entries(remedies).map(([name, remedy]) => [code(name), causes.get(name) ?? "", remedy]),
  );
}
