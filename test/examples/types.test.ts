import { execFile } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createExample } from "./example";

const root = resolve(__dirname, "../..");
const names = readdirSync(join(root, "examples")).filter((name) =>
  existsSync(join(root, "examples", name, "Pulumi.yaml")),
);

let folder: string;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-types-")));
  for (const name of names) await createExample(name, join(folder, name));
  await createSubpathsProgram();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project whose program imports everything that the package exports. */
async function createSubpathsProgram(): Promise<void> {
  await createExample("quickstart", join(folder, "subpaths"));
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const paths = Object.keys(exports).filter((path) => !path.endsWith(".json"));
  const program = paths.map((path, at) => `export * as m${at} from "${join("pulumi-nodecloud", path)}";\n`);
  writeFileSync(join(folder, "subpaths/index.ts"), program.join(""));
}

async function check(compiler: string, scope: "all" | "own", projects: readonly string[]): Promise<string> {
  const configs = projects.map((name) => join(folder, name, "tsconfig.json"));
  const script = join(__dirname, "check-types.cjs");
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    require.resolve(compiler),
    scope,
    ...configs,
  ]);
  return stdout;
}

it.each([
  ["5.9", "typescript-5.9"],
  ["6", "typescript"],
])(
  "every example and everything that the package exports has correct types with TypeScript %s, without skipLibCheck",
  async (version, compiler) => {
    const projects = [...names, "subpaths"];
    expect(await check(compiler, "all", projects)).toMatch(
      new RegExp(`^${version.replace(".", "\\.")}\\.[\\d.]+: ${projects.length} projects\n$`),
    );
  },
  120_000,
);

it("every example has the tsconfig.json with which the tests of the quickstart run", () => {
  const texts = names.map((name) => readFileSync(join(folder, name, "tsconfig.json"), "utf8"));
  expect([...new Set(texts)]).toEqual([
    readFileSync(join(root, "examples/quickstart/tsconfig.json"), "utf8"),
  ]);
});

it("every CommonJS example compiles with the compiler and the settings of the SDK", async () => {
  const compiler = "@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js";
  const projects = names.filter((name) => name !== "esm");
  const settings = { target: "ES2020", module: "commonjs", moduleResolution: "node" };
  for (const name of projects) {
    const config = { compilerOptions: settings, files: ["index.ts"] };
    writeFileSync(join(folder, name, "tsconfig.json"), JSON.stringify(config));
  }
  expect(await check(compiler, "own", projects)).toBe(`3.8.3: ${projects.length} projects\n`);
}, 60_000);
