import { text } from "node:stream/consumers";
import { getConfiguration, removeConfiguration, setConfiguration } from "../engine";

export interface ConfigCommandOptions {
  readonly cwd: string;
  readonly stack: string;
}

/** Sets a value. A secret is best not on the command line, where other users of the machine can see it: it is read from the input. */
export async function setConfig(
  key: string,
  value: string | undefined,
  options: ConfigCommandOptions & { readonly secret: boolean },
): Promise<number> {
  const given = value ?? (await readValue(key, options.secret));
  if (given === undefined) return 1;
  await setConfiguration({ ...options, env: process.env }, key, given, { secret: options.secret });
  return 0;
}

export async function getConfig(key: string, options: ConfigCommandOptions): Promise<number> {
  const value = await getConfiguration({ ...options, env: process.env }, key);
  if (value === undefined) {
    process.stderr.write(`error: ${key} is not set in the stack "${options.stack}".\n`);
    return 1;
  }
  process.stdout.write(`${value}\n`);
  return 0;
}

export async function removeConfig(key: string, options: ConfigCommandOptions): Promise<number> {
  if (await removeConfiguration({ ...options, env: process.env }, key)) return 0;
  process.stderr.write(`error: ${key} is not set in the stack "${options.stack}". Nothing was changed.\n`);
  return 1;
}

const loadPrompts = (): typeof import("@clack/prompts") => require("@clack/prompts");

async function readValue(key: string, secret: boolean): Promise<string | undefined> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  const { isCancel, password, text: ask } = loadPrompts();
  const answer = await (secret ? password({ message: key }) : ask({ message: key }));
  return isCancel(answer) ? undefined : answer;
}
