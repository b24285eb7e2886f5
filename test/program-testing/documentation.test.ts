import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Project } from "../whole/project";

const page = readFileSync(resolve(__dirname, "../../docs/testing-your-program.md"), "utf8");

it("runs the documented test of the documented program with node:test", () => {
  const blocks = [...page.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)];
  const project = new Project(Object.fromEntries(blocks.map(([, name = "", text = ""]) => [name, text])));
  try {
    const options = { cwd: project.folder, encoding: "utf8", env: { PATH: process.env.PATH } } as const;
    const printed = execFileSync(
      process.execPath,
      ["--test", join(project.folder, "program.test.mjs")],
      options,
    );
    expect(printed).toMatch(/pass 1\b/);
  } finally {
    project.remove();
  }
});
