import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Project } from "../whole/project";

const page = readFileSync(resolve(__dirname, "../../docs/testing-your-program.md"), "utf8");

const blocks = [...page.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)];
const project = new Project(Object.fromEntries(blocks.map(([, name = "", text = ""]) => [name, text])));
afterAll(() => project.remove());

/** Runs Node.js in the folder of the documented files, and returns what it prints. */
function runNode(args: readonly string[]): string {
  const env = { PATH: process.env.PATH, NO_COLOR: "1" };
  return execFileSync(process.execPath, args, { cwd: project.folder, encoding: "utf8", env });
}

it("runs the documented tests with node:test", () => {
  const files = ["program.test.mjs", "client.test.mjs"].map((name) => join(project.folder, name));
  expect(runNode(["--test", ...files])).toMatch(/pass 2\b/);
});

it("runs the documented test with Vitest", () => {
  const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
  const options = ["--root", project.folder, "--pool", "threads", "--no-cache"];
  const printed = runNode([vitest, "run", "drift.test.mjs", ...options]);
  expect(printed).toMatch(/Tests +1 passed \(1\)/);
});

it("documents the Jest test that this project runs", () => {
  const [, shown = ""] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  const run = readFileSync(join(__dirname, "documented-jest.test.ts"), "utf8");
  const imported = run
    .replace('"../../src"', '"pulumi-nodecloud"')
    .replace('"../../src/program-testing"', '"pulumi-nodecloud/testing"');
  const words = (text: string) => text.replace(/[\s,]/g, "");
  expect(words(shown)).toBe(words(imported));
});
