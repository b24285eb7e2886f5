import { readTags, writeTags } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { print, printError, printJson, printVerbatim } from "../print";
import { resolveStack } from "../stack-address";
import { table } from "../table";

export async function listTags(options: ProjectOptions & { readonly json: boolean }): Promise<number> {
  const tags = await readTags(await resolveStack(options));
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
  const address = await resolveStack(options);
  const tags = await readTags(address);
  if (!Object.hasOwn(tags, name)) {
    printError(
      `error: stack tag '${name}' not found for stack '${address.stack}'. \`nodecloud stack tag ls\` lists its tags.\n`,
    );
    return 1;
  }
  printVerbatim(`${tags[name]}\n`);
  return 0;
}

export async function setTag(name: string, value: string, options: ProjectOptions): Promise<number> {
  const address = await resolveStack(options);
  await writeTags(address, { ...(await readTags(address)), [name]: value });
  return 0;
}

/** Removing a tag that does not exist succeeds, as with the Pulumi CLI. */
export async function removeTag(name: string, options: ProjectOptions): Promise<number> {
  const address = await resolveStack(options);
  const { [name]: _, ...others } = await readTags(address);
  await writeTags(address, others);
  return 0;
}
