import { locateExisting, stringifySorted } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { print, printError, printJson, printVerbatim } from "../print";
import { resolveStack } from "../stack-address";
import { outputsOf, outputTable, readStackState, toLine } from "./read-outputs";
import { isVariableName, shellAssignment } from "./shell-assignment";

export async function printOutputs(
  name: string | undefined,
  options: ProjectOptions & {
    readonly json: boolean;
    readonly shell: boolean;
    readonly showSecrets: boolean;
  },
): Promise<number> {
  const address = await resolveStack(options);
  const outputs = outputsOf(await readStackState(await locateExisting(address), address, options));
  if (name === undefined) {
    if (options.shell) for (const each of Object.keys(outputs).sort()) printAssignment(each, outputs[each]);
    else if (options.json) printJson(stringifySorted(outputs, 2));
    else print(outputTable(outputs));
    return 0;
  }
  if (!Object.hasOwn(outputs, name)) {
    const names = Object.keys(outputs).sort().join(", ") || "none";
    printError(`error: The stack "${address.stack}" has no output "${name}". Its outputs: ${names}.\n`);
    return 1;
  }
  if (options.shell) return printAssignment(name, outputs[name]) ? 0 : 1;
  if (options.json) printJson(stringifySorted(outputs[name], 2));
  else printVerbatim(`${toLine(outputs[name])}\n`);
  return 0;
}

/** Prints a line for a shell to evaluate. Returns false, and warns, when the name is not a valid variable name. */
function printAssignment(name: string, value: unknown): boolean {
  if (isVariableName(name)) printVerbatim(shellAssignment(name, toLine(value), process.platform));
  else printError(`warning: The output "${name}" is omitted: it is not a valid name for a shell variable.\n`);
  return isVariableName(name);
}
