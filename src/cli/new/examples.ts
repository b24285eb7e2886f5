import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The examples of this package: its own folder, both in a clone and in the npm package. */
const examplesFolder = join(__dirname, "..", "..", "..", "examples");

/** npm omits files named `.gitignore`, so the examples share one under another name. */
export const gitignoreFile = join(examplesFolder, "gitignore");

export interface Example {
  readonly name: string;
  /** From its `Pulumi.yaml`. */
  readonly description: string;
  readonly folder: string;
}

/** Lists the examples, sorted by name. */
export async function listExamples(): Promise<readonly Example[]> {
  const names = await readdir(examplesFolder);
  const folders = names.filter((name) => existsSync(join(examplesFolder, name, "Pulumi.yaml")));
  return Promise.all(folders.sort().map(readExample));
}

async function readExample(name: string): Promise<Example> {
  const folder = join(examplesFolder, name);
  const project = await readFile(join(folder, "Pulumi.yaml"), "utf8");
  const [, description = ""] = /^description: (.+)$/m.exec(project) ?? [];
  return { name, description, folder };
}
