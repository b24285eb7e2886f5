import { text } from "node:stream/consumers";
import { removeConfiguration, setConfiguration } from "../../state";
import { withPassphrase } from "../passphrase";
import { printError } from "../print";
import { loadPrompts } from "../prompts";
import { type KeyCommandOptions, resolveConfiguredStack } from "./configured-stack";

interface ValueOptions {
  readonly secret: boolean;
  readonly raw: boolean;
  readonly nonInteractive?: boolean;
}

/** Sets a value. Without one, it is read from standard input, so that a secret need not be on the command line. */
export async function setConfig(
  key: string,
  value: string | undefined,
  options: ValueOptions & KeyCommandOptions & { readonly plaintext: boolean },
): Promise<number> {
  const { secret, plaintext, path } = options;
  const resolved = await resolveConfiguredStack(options);
  const address = secret ? await withPassphrase(resolved, options) : resolved;
  const newValue = value ?? (await readValue(key, options));
  if (newValue === undefined) return 1;
  await setConfiguration(address, key, newValue, { secret, path });
  if (!secret && !plaintext && looksLikeSecret(key, newValue))
    printError(
      `warning: ${key} looks like a secret and was saved in plain text. Set it again with --secret to encrypt it, or with --plaintext to keep it as it is.\n`,
    );
  return 0;
}

export async function removeConfig(key: string, options: KeyCommandOptions): Promise<number> {
  const address = await resolveConfiguredStack(options);
  if (!(await removeConfiguration(address, key, options)))
    printError(`warning: ${key} was not set in the configuration of the stack "${address.stack}".\n`);
  return 0;
}

function looksLikeSecret(key: string, value: string): boolean {
  return /pass|pwd|secret|token/i.test(key) && value.length >= 12 && new Set(value).size >= 8;
}

/** Undefined if the user gave none. */
async function readValue(
  key: string,
  { secret, raw, nonInteractive = false }: ValueOptions,
): Promise<string | undefined> {
  if (!process.stdin.isTTY) {
    const read = await text(process.stdin);
    return raw ? read : read.replace(/\r?\n$/, "");
  }
  // Standard output may be a pipe.
  const output = process.stderr;
  if (nonInteractive || !output.isTTY) {
    printError(
      `error: No value was given for ${key}, and it cannot be prompted for. Nothing was done. Pass it as an argument or through standard input.\n`,
    );
    return undefined;
  }
  const { isCancel, password, text: ask } = loadPrompts();
  const answer = await (secret ? password({ message: key, output }) : ask({ message: key, output }));
  if (!isCancel(answer)) return answer ?? "";
  printError("Nothing was done.\n");
  return undefined;
}
