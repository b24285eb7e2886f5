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
    "A message says what failed and on what, what exists now, and what to do. It contains no secret. Programs tell errors apart by their `code`.",
    "## NodecloudError",
    "A failed call of the [client](client.md), also within a lookup or a resource.",
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
    "A failed resource of a run, in the words of its message. Other messages that begin with the name of an argument say what is wrong with it.",
    table(
      ["message", "cause", "what to do"],
      resourceMessages.map(({ text, cause, remedy }) => [`“${text}”`, cause, remedy]),
    ),
    "## Other errors",
    table(
      ["class", "cause", "what to do"],
      Object.entries(errorClasses).map(([name, { cause, remedy }]) => [code(name), cause, remedy]),
    ),
    "These classes are internal, and reach users only as something else:",
    table(
      ["class", "seen as"],
      Object.entries(internalErrors).map(([name, seen]) => [code(name), seen]),
    ),
    "## Exit codes",
    "See the commands: [runs and stacks](../engine.md#output), [`nodecloud drift`](../drift.md#exit-codes), [`nodecloud adopt`](../adopt.md#exit-codes), [`nodecloud recover`](../recover.md#exit-codes), [`nodecloud api`](../api-command.md#exit-codes). `nodecloud doctor` exits with 1 where something stops a run. All others exit with 1 after an error, `config get` also for a value that is not set, and with 2 for a wrong command line.",
  );
}

function codeTable(causes: ReadonlyMap<string, string>, remedies: Readonly<Record<string, string>>): string {
  return table(
    ["code", "cause", "what to do"],
    Object.entries(remedies).map(([name, remedy]) => [code(name), causes.get(name) ?? "", remedy]),
  );
}
