import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { blocks, codeBlock } from "./markdown";
import { root } from "./source-file";

/** The example of a page: a separate file, which a test runs. */
export function exampleSection(stem: string): string {
  const file = `examples/reference/${stem}.ts`;
  if (!existsSync(join(root, file)))
    throw new Error(`${file} is missing. Write it as step 8 of "Adding a resource" in CONTRIBUTING.md says.`);
  return blocks(
    "## Example",
    codeBlock("ts", readFileSync(join(root, file), "utf8")),
    `This is [${file}](../../${file}), which the tests run.`,
  );
}
