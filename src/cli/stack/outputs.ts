import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { realClock } from "../../clock";
import { writeAtomically } from "../../files";
import {
  blindSecrets,
  exportStack,
  importStack,
  locateExisting,
  openConfiguration,
  openSecrets,
  parseJson,
  readHistory,
  type SecretTexts,
  StateError,
  sortedJson,
  type Update,
} from "../../state";
import { withPassphrase } from "../passphrase";
import { complain, print, printExactly, printJson } from "../print";
import type { ProjectOptions } from "../project-options";
import { stackOf } from "../stack-address";
import { ago } from "../table";
import { asLine, outputsOf, outputTable, readState } from "./read-outputs";
import { assignment, isVariableName } from "./shell-assignment";

export async function printOutputs(
  name: string | undefined,
  options: ProjectOptions & {
    readonly json: boolean;
    readonly shell: boolean;
    readonly showSecrets: boolean;
  },
): Promise<number> {
  const address = await stackOf(options);
  const outputs = outputsOf(await readState(await locateExisting(address), address, options));
  if (name === undefined) {
    if (options.shell) for (const each of Object.keys(outputs).sort()) printAssignment(each, outputs[each]);
    else if (options.json) printJson(sortedJson(outputs, 2));
    else print(outputTable(outputs));
    return 0;
  }
  if (!Object.hasOwn(outputs, name)) {
    const names = Object.keys(outputs).sort().join(", ") || "none";
    complain(`error: The stack "${address.stack}" has no output "${name}". There are: ${names}.\n`);
    return 1;
  }
  if (options.shell) return printAssignment(name, outputs[name]) ? 0 : 1;
  if (options.json) printJson(sortedJson(outputs[name], 2));
  else printExactly(`${asLine(outputs[name])}\n`);
  return 0;
}

/** Whatever is printed here, a shell runs: what it would not take for a variable is left out. */
function printAssignment(name: string, value: unknown): boolean {
  if (isVariableName(name)) printExactly(assignment(name, asLine(value), process.platform));
  else complain(`warning: The output "${name}" is left out: a shell has no variable of that name.\n`);
  return isVariableName(name);
}

export async function exportState(
  options: ProjectOptions & { readonly file?: string; readonly showSecrets: boolean },
): Promise<number> {
  const address = await stackOf(options);
  const exported = await exportStack(
    options.showSecrets ? await withPassphrase(address, options) : address,
    options,
  );
  const written = JSON.stringify(exported, undefined, 4);
  if (options.file === undefined) printJson(written);
  else await writeAtomically(options.file, `${written}\n`);
  return 0;
}

export async function importState(
  options: ProjectOptions & { readonly file?: string; readonly force: boolean },
): Promise<number> {
  const { file, force } = options;
  const address = await stackOf(options);
  const read = await (file === undefined ? text(process.stdin) : readFile(file, "utf8")).catch(() => {
    throw new StateError("checkpoint", `${file} cannot be read. Nothing was changed.`);
  });
  const value = parseJson(read, file ?? "The state on the input");
  const warnings = await importStack(await withPassphrase(address, options), value, {
    force,
    time: realClock.now(),
  });
  for (const warning of warnings) complain(`warning: ${warning}\n`);
  print("Import complete.\n");
  return 0;
}

export async function printHistory(
  options: ProjectOptions & {
    readonly json: boolean;
    readonly showSecrets: boolean;
    readonly fullDates: boolean;
    readonly pageSize: number;
    readonly page: number;
  },
): Promise<number> {
  const address = await stackOf(options);
  const located = await locateExisting(address);
  const { backend, project, stack } = located;
  const page = { size: options.pageSize, number: options.page };
  const updates = await readHistory(backend, project.name, stack, page);
  if (!options.json) {
    print(
      updates.map((one) => asParagraph(one, options.fullDates)).join("\n") ||
        "Stack has never been updated\n",
    );
    return 0;
  }
  const secrets = options.showSecrets
    ? await openSecrets(located, (await withPassphrase(address, options)).env, { dryRun: true })
    : undefined;
  const shown = updates.map((one) => asJson(one, secrets));
  printJson(JSON.stringify(shown, undefined, 2));
  return 0;
}

function asParagraph(update: Update, fullDates: boolean): string {
  const { kind, result, message, startTime, endTime, resourceChanges, environment } = update;
  const of = (name: string) => resourceChanges[name] ?? 0;
  const changes = `+${of("create")}-${of("delete")}~${of("update")} ${of("same")}`;
  const details = Object.entries(environment)
    .filter(([, value]) => String(value).trim() !== "")
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `    ${name}: ${String(value)}\n`);
  const updated = fullDates
    ? new Date(startTime * 1000).toISOString()
    : ago(realClock.now() - startTime * 1000);
  return [
    `UpdateKind: ${kind}\nStatus: ${result}\nMessage: ${message}\n`,
    `${changes} Updated ${updated} took ${endTime - startTime}s\n`,
    ...details,
  ].join("");
}

/** The shape that `stack history --json` of the CLI has. */
function asJson(update: Update, secrets: SecretTexts | undefined) {
  const { kind, startTime, endTime, message, environment, result, resourceChanges } = update;
  const configuration = openConfiguration(update.config, secrets ?? blindSecrets);
  const config = [...configuration].map(([key, { value, secret, structured }]) => [
    key,
    secret && !secrets
      ? { secret }
      : { value, ...(structured && { objectValue: parseJson(value, key) }), secret },
  ]);
  return {
    version: 0,
    kind,
    startTime: new Date(startTime * 1000).toISOString(),
    message,
    environment,
    config: Object.fromEntries(config),
    result,
    endTime: new Date(endTime * 1000).toISOString(),
    resourceChanges,
  };
}
