import { text } from "node:stream/consumers";
import {
  type ConfigurationValue,
  getConfigurationValue,
  listConfiguration,
  locateExisting,
  locateProject,
  parseJson,
  removeConfiguration,
  type StackAddress,
  setConfiguration,
} from "../../state";
import { withPassphrase } from "../passphrase";
import { complain, print, printExactly, printJson } from "../print";
import type { ProjectOptions } from "../project-options";
import { stackOf } from "../stack-address";
import { table } from "../table";

export interface KeyCommandOptions extends ProjectOptions {
  readonly path: boolean;
}

/** The stack whose configuration is meant. Before the first `up` of a project its stack can be configured already. */
async function configuredStack(options: ProjectOptions): Promise<StackAddress> {
  const { configFile } = options;
  const address = { ...(await stackOf(options)), ...(configFile !== undefined && { configFile }) };
  if (!address.isFirst) await locateExisting(address);
  return address;
}

export async function listConfig(
  options: ProjectOptions & { readonly json: boolean; readonly showSecrets: boolean },
): Promise<number> {
  const chosen = await configuredStack(options);
  const address = options.showSecrets ? await withPassphrase(chosen, options) : chosen;
  const { project } = await locateProject(address);
  const sorted = [...(await listConfiguration(address, options))].sort(([left], [right]) =>
    left < right ? -1 : 1,
  );
  if (options.json) {
    const shown = sorted.map(([key, value]) => [key, asJson(value, options.showSecrets)]);
    printJson(JSON.stringify(Object.fromEntries(shown), undefined, 2));
    return 0;
  }
  const rows = sorted.map(([key, { value }]) => [shortKey(key, project.name), value]);
  print(table(["KEY", "VALUE"], rows));
  return 0;
}

/** Sets a value. A secret is best not on the command line, where other users of the machine can see it: it is read from the input. */
export async function setConfig(
  key: string,
  value: string | undefined,
  options: KeyCommandOptions & {
    readonly secret: boolean;
    readonly plaintext: boolean;
    readonly raw: boolean;
  },
): Promise<number> {
  const { secret, plaintext, path } = options;
  const chosen = await configuredStack(options);
  const address = secret ? await withPassphrase(chosen, options) : chosen;
  const given = value ?? (await readValue(key, options));
  if (given === undefined) return 1;
  await setConfiguration(address, key, given, { secret, path });
  if (!secret && !plaintext && looksSecret(key, given))
    complain(
      `warning: ${key} looks like a secret and stands in clear now. Set it again with --secret to encrypt it, or with --plaintext if it is meant so.\n`,
    );
  return 0;
}

export async function getConfig(
  key: string,
  options: KeyCommandOptions & { readonly json: boolean },
): Promise<number> {
  const { path, json } = options;
  const address = await configuredStack(options);
  const closed = await getConfigurationValue(address, key, { path, showSecrets: false });
  const found = closed?.secret
    ? await getConfigurationValue(await withPassphrase(address, options), key, { path, showSecrets: true })
    : closed;
  if (found === undefined) {
    complain(`error: ${key} is not set in the stack "${address.stack}".\n`);
    return 1;
  }
  if (json) printJson(JSON.stringify(asJson(found, true), undefined, 2));
  else printExactly(`${found.value}\n`);
  return 0;
}

export async function removeConfig(key: string, options: KeyCommandOptions): Promise<number> {
  const address = await configuredStack(options);
  if (!(await removeConfiguration(address, key, options)))
    complain(`warning: ${key} was not set in the stack "${address.stack}".\n`);
  return 0;
}

/** The shape that `config --json` of the CLI has. */
function asJson({ value, secret, structured }: ConfigurationValue, showSecrets: boolean) {
  if (secret && !showSecrets) return { secret };
  return { value, ...(structured && { objectValue: parseJson(value, "The value") }), secret };
}

function shortKey(key: string, project: string): string {
  return key.startsWith(`${project}:`) ? key.slice(project.length + 1) : key;
}

function looksSecret(key: string, value: string): boolean {
  return /pass|pwd|secret|token/i.test(key) && value.length >= 12 && new Set(value).size >= 8;
}

const loadPrompts = (): typeof import("@clack/prompts") => require("@clack/prompts");

async function readValue(
  key: string,
  { secret, raw }: { readonly secret: boolean; readonly raw: boolean },
): Promise<string | undefined> {
  if (!process.stdin.isTTY) {
    const read = await text(process.stdin);
    return raw ? read : read.replace(/\r?\n$/, "");
  }
  const { isCancel, password, text: ask } = loadPrompts();
  const answer = await (secret ? password({ message: key }) : ask({ message: key }));
  return isCancel(answer) ? undefined : answer;
}
