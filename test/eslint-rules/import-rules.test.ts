import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as parser from "@typescript-eslint/parser";
import { Linter, type Rule } from "eslint";

const { importCycles }: { importCycles: Rule.RuleModule } = require("../../eslint-rules/import-cycles.cjs");
const {
  importLayers,
}: {
  importLayers: (source: string, layers: object) => Rule.RuleModule;
} = require("../../eslint-rules/import-layers.cjs");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-rules-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, code: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), code);
}

const layers = {
  base: { layers: [], packages: [] },
  upper: { layers: ["base"], packages: ["zod", "@scope/one"], folders: ["first", "second"] },
};

/** The messages of a rule for a file of the folder. */
function problemsOf(path: string, rule: "cycles" | "layers"): readonly string[] {
  const config: Linter.Config = {
    files: ["**/*.ts"],
    languageOptions: { parser: parser as Linter.Parser },
    plugins: { local: { rules: { cycles: importCycles, layers: importLayers(folder, layers) } } },
    rules: { [`local/${rule}`]: "error" },
  };
  const code = readFileSync(join(folder, path), "utf8");
  const messages = new Linter({ cwd: folder }).verify(code, [config], { filename: join(folder, path) });
  return messages.map(({ message }) => message);
}

describe("import cycles", () => {
  it("names the files of the shortest cycle", () => {
    write("a.ts", 'import { b } from "./folder/b";');
    write("folder/b.ts", 'import { d } from "../d"; import { c } from "./c";');
    write("folder/c.ts", 'export * from "../a";');
    write("d.ts", 'import { e } from "./e";');
    write("e.ts", 'import { a } from "./a";');
    expect(problemsOf("a.ts", "cycles")).toEqual([
      "These files import each other: a.ts → b.ts → c.ts → a.ts.",
    ]);
    expect(problemsOf("d.ts", "cycles")).toHaveLength(1);
  });

  it.each([
    'import type { A } from "./a";',
    'type A = import("./a").A;',
    'export { A } from "./a";',
    'const load = () => import("./a");',
    'import { A } from ".";',
  ])("finds the cycle that %s closes", (code) => {
    write("a.ts", 'import { b } from "./b";');
    write("index.ts", 'export * from "./a";');
    write("b.ts", code);
    expect(problemsOf("b.ts", "cycles")).toHaveLength(1);
  });

  it("does not report a file that only leads to a cycle, a shared import or a package", () => {
    write("a.ts", 'import { b } from "./b"; import { c } from "./c"; import "zod"; import "./none";');
    write("b.ts", 'import { c } from "./c";');
    write("c.ts", 'import { d } from "./d";');
    write("d.ts", 'import { c } from "./c";');
    expect(problemsOf("a.ts", "cycles")).toEqual([]);
    expect(problemsOf("b.ts", "cycles")).toEqual([]);
  });

  it("reads a file again that has changed", () => {
    write("a.ts", 'import { b } from "./b";');
    write("b.ts", 'import { a } from "./a";');
    expect(problemsOf("a.ts", "cycles")).toHaveLength(1);
    write("b.ts", "");
    utimesSync(join(folder, "b.ts"), 1, 1);
    expect(problemsOf("a.ts", "cycles")).toEqual([]);
  });
});

describe("import layers", () => {
  it.each([
    ["upper/a.ts", 'import { b } from "../base";'],
    ["upper/a.ts", 'import { b } from "./b";'],
    ["upper/a.ts", 'import "zod/v4"; import "@scope/one/deep"; import "node:fs";'],
    ["base.ts", 'import { b } from "./base/b";'],
    ["upper/second/a.ts", 'import "../first/b"; import "../second/b"; import "../b"; import "./b";'],
    ["upper/b.ts", 'import "./second/b";'],
  ])("lets %s import what it may: %s", (path, code) => {
    write(path, code);
    expect(problemsOf(path, "layers")).toEqual([]);
  });

  it.each([
    ["base/a.ts", 'import { u } from "../upper";', "base must not import upper"],
    ["base/a.ts", 'import type { u } from "../upper/u";', "base must not import upper"],
    ["base.ts", 'export { u } from "./upper/u";', "base must not import upper"],
    ["base.ts", 'export * from "./upper";', "base must not import upper"],
    ["base/a.ts", 'const load = () => import("../upper");', "base must not import upper"],
    ["base/a.ts", 'type U = import("../upper").U;', "base must not import upper"],
    ["upper/a.ts", 'import "@scope/other";', "upper must not import @scope/other"],
    ["base/a.ts", 'import { z } from "zod";', "base must not import zod"],
    ["new/a.ts", 'import { b } from "../base";', "new must not import base"],
    ["upper/first/a.ts", 'import { b } from "../second/b";', "upper/first must not import upper/second"],
  ])("refuses what %s may not import: %s", (path, code, problem) => {
    write(path, code);
    expect(problemsOf(path, "layers")).toEqual([`${problem} (see docs/architecture.md).`]);
  });
});
