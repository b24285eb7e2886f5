import { readTags, type StackAddress, writeTags } from "../../state";
import { complain, print, printExactly, printJson } from "../print";
import type { ProjectOptions } from "../project-options";
import { stackOf } from "../stack-address";
import { table } from "../table";

export async function listTags(options: ProjectOptions & { readonly json: boolean }): Promise<number> {
  const tags = await readTags(await stackOf(options));
  const names = Object.keys(tags).sort();
  if (options.json) {
    const sorted = Object.fromEntries(names.map((name) => [name, tags[name]]));
    printJson(JSON.stringify(sorted, undefined, 2));
  } else {
    const rows = names.map((name) => [name, tags[name] ?? ""]);
    print(table(["NAME", "VALUE"], rows));
  }
  return 0;
}

export async function getTag(name: string, options: ProjectOptions): Promise<number> {
  const address = await stackOf(options);
  const value = tagOf(await readTags(address), name);
  if (value === undefined) return missing(name, address);
  printExactly(`${value}\n`);
  return 0;
}

export async function setTag(name: string, value: string, options: ProjectOptions): Promise<number> {
  const address = await stackOf(options);
  await writeTags(address, { ...(await readTags(address)), [name]: value });
  return 0;
}

/** As with the CLI, a tag that is not there may be removed. */
export async function removeTag(name: string, options: ProjectOptions): Promise<number> {
  const address = await stackOf(options);
  const { [name]: _, ...others } = await readTags(address);
  await writeTags(address, others);
  return 0;
}

function tagOf(tags: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(tags, name) ? tags[name] : undefined;
}

function missing(name: string, { stack }: StackAddress): number {
  complain(`error: stack tag '${name}' not found for stack '${stack}'. \`stack tag ls\` lists them.\n`);
  return 1;
}
