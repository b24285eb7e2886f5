import {
  type ConfigurationValue,
  getConfigurationValue,
  listConfiguration,
  locateProject,
  parseJson,
} from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { withPassphrase } from "../passphrase";
import { print, printError, printJson, printVerbatim } from "../print";
import { table } from "../table";
import { type KeyCommandOptions, resolveConfiguredStack } from "./configured-stack";

export async function listConfig(
  options: ProjectOptions & { readonly json: boolean; readonly showSecrets: boolean },
): Promise<number> {
  const resolved = await resolveConfiguredStack(options);
  const address = options.showSecrets ? await withPassphrase(resolved, options) : resolved;
  const { project } = await locateProject(address);
  const sorted = [...(await listConfiguration(address, options))].sort(([left], [right]) =>
    left < right ? -1 : 1,
  );
  if (options.json) {
    const shown = sorted.map(([key, value]) => [key, toJson(value, options.showSecrets)]);
    printJson(JSON.stringify(Object.fromEntries(shown), undefined, 2));
    return 0;
  }
  const rows = sorted.map(([key, { value }]) => [shortKey(key, project.name), value]);
  print(table(["KEY", "VALUE"], rows));
  return 0;
}

export async function getConfig(
  key: string,
  options: KeyCommandOptions & { readonly json: boolean },
): Promise<number> {
  const { path, json } = options;
  const address = await resolveConfiguredStack(options);
  const sealed = await getConfigurationValue(address, key, { path, showSecrets: false });
  const found = sealed?.secret
    ? await getConfigurationValue(await withPassphrase(address, options), key, { path, showSecrets: true })
    : sealed;
  if (found === undefined) {
    printError(
      `error: ${key} is not set in the configuration of the stack "${address.stack}". \`nodecloud config\` lists the keys that are set.\n`,
    );
    return 1;
  }
  if (json) printJson(JSON.stringify(toJson(found, true), undefined, 2));
  else printVerbatim(`${found.value}\n`);
  return 0;
}

/** The same JSON as `pulumi config --json`. */
function toJson({ value, secret, structured }: ConfigurationValue, showSecrets: boolean) {
  if (secret && !showSecrets) return { secret };
  return { value, ...(structured && { objectValue: parseJson(value, "The value") }), secret };
}

/** The key without the project's namespace. */
function shortKey(key: string, project: string): string {
  return key.startsWith(`${project}:`) ? key.slice(project.length + 1) : key;
}
