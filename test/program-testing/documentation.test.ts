import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Project } from "../whole/project";

const page = readFileSync(resolve(__dirname, "../../docs/testing-your-program.md"), "utf8");

it("runs the documented tests with node:test", () => {
  const blocks = [...page.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)];
  const project = new Project(Object.fromEntries(blocks.map(([, name = "", text = ""]) => [name, text])));
  try {
    const options = { cwd: project.folder, encoding: "utf8", env: { PATH: process.env.PATH } } as const;
    const printed = execFileSync(
      process.execPath,
      ["--test", join(project.folder, "program.test.mjs"), join(project.folder, "client.test.mjs")],
      options,
    );
    expect(printed).toMatch(/pass 2\b/);
  } finally {
    project.remove();
  }
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
