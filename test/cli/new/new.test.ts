/** @jest-environment node */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as prompts from "@clack/prompts";
import { parse } from "yaml";
import { projectFiles } from "../../../src/cli/new/project-files";
import { projectNameOf } from "../../../src/cli/new/project-name";
import { expectReadable } from "../command";
import { type InProcessOptions, runInProcess } from "../in-process";

jest.mock("@clack/prompts", () => ({
  updateSettings: () => undefined,
  select: jest.fn(),
  text: jest.fn(),
  isCancel: (answer: unknown) => typeof answer === "symbol",
}));

const examples = resolve(__dirname, "../../../examples");
const version: string = require("../../../package.json").version;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "nodecloud-new-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const run = (args: readonly string[], options: InProcessOptions = {}) =>
  runInProcess(["new", ...args], { cwd: parent, ...options });

const read = (name: string) => readFileSync(join(parent, name), "utf8");

/** Answers the prompts for the example and for the folder. */
function answer(example: unknown, folder?: unknown): void {
  jest.mocked(prompts.select).mockReset().mockResolvedValue(example);
  jest
    .mocked(prompts.text)
    .mockReset()
    .mockResolvedValue(folder as string);
}

describe("nodecloud new", () => {
  it("writes the files of the example, with the project's name, this version and a .gitignore", async () => {
    const { code, stdout, stderr } = await run(["oauth-app", "Mein Café"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expectReadable(stdout);
    const written = readdirSync(join(parent, "Mein Café")).sort();
    const original = readdirSync(join(examples, "oauth-app")).filter((name) => name !== "node_modules");
    expect(written).toEqual([".gitignore", ...original].sort());
    for (const name of ["index.ts", "thumbnail.png", "tsconfig.json", "README.md"]) {
      const copied = readFileSync(join(parent, "Mein Café", name));
      expect(copied.equals(readFileSync(join(examples, "oauth-app", name)))).toBe(true);
    }
    const before = JSON.parse(readFileSync(join(examples, "oauth-app/package.json"), "utf8"));
    expect(JSON.parse(read("Mein Café/package.json"))).toEqual({
      ...before,
      name: "mein-cafe",
      dependencies: { ...before.dependencies, "pulumi-nodecloud": version },
    });
    const project = parse(readFileSync(join(examples, "oauth-app/Pulumi.yaml"), "utf8"));
    expect(parse(read("Mein Café/Pulumi.yaml"))).toEqual({ ...project, name: "mein-cafe" });
    expect(read("Mein Café/.gitignore").split("\n")).toEqual(
      expect.arrayContaining([".pulumi/", "node_modules/"]),
    );
  });

  it("prints how to install, connect and run the project", async () => {
    const { stdout } = await run(["golden-image", "it's new"]);
    expect(
      stdout,
    ).toBe(`Wrote it's new from the example golden-image: A private image captured from a disk, and an instance deployed from it.

Next:
  cd 'it'\\''s new'
  npm install
  export NODECLOUD_BASE_URL=https://HOST/v4 NODECLOUD_TOKEN=... NODECLOUD_BRAND=...
  export PULUMI_CONFIG_PASSPHRASE=...
  npx nodecloud config set diskId 12345
  npx nodecloud config set --secret rootPass
  npx nodecloud up
If you have the package as a file, write \`npm install PATH/pulumi-nodecloud-${version}.tgz\` for \`npm install\`.
Without a service, run \`npx nodecloud emulator --speed 20\` in another terminal, and set the variables that it prints.
\`npx nodecloud doctor\` checks the settings. README.md describes the program.
`);
  });

  it("uses the example's name for the folder, and with --yes the quickstart", async () => {
    expect((await run(["backups"])).stdout).toContain("  cd backups\n");
    expect((await run(["--yes"], { isTerminal: true })).code).toBe(0);
    expect(readdirSync(parent).sort()).toEqual(["backups", "quickstart"]);
  });

  it("fills the current folder if that is empty", async () => {
    const { code, stdout } = await run(["backups", "."]);
    expect(code).toBe(0);
    expect(stdout).toContain("Next:\n  npm install\n");
    expect(existsSync(join(parent, "Pulumi.yaml"))).toBe(true);
  });

  it.each([
    ["a folder with a file", () => mkdirSync(join(parent, "shop/.git"), { recursive: true }), /is not empty/],
    ["a file", () => writeFileSync(join(parent, "shop"), "mine"), /is a file/],
  ])("writes nothing into %s", async (_, prepare, message) => {
    prepare();
    const before = readdirSync(parent, { recursive: true });
    const { code, stdout, stderr } = await run(["backups", "shop"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).toContain("Nothing was written. Choose a folder that is empty or does not exist.");
    expect(readdirSync(parent, { recursive: true })).toEqual(before);
  });

  it("names the folder if it cannot be written", async () => {
    writeFileSync(join(parent, "file"), "mine");
    const { code, stderr } = await run(["backups", "file/shop"]);
    expect(code).toBe(1);
    expect(stderr).toContain(`could not be written to ${parent}/file/shop. Nothing is left there.`);
    expect(readdirSync(parent)).toEqual(["file"]);
  });

  it("suggests examples with a similar name, and writes nothing for an unknown one", async () => {
    const similar = await run(["web-clutser"]);
    expect({ ...similar, milliseconds: 0 }).toEqual({
      ...{ code: 2, stdout: "", milliseconds: 0 },
      stderr: 'error: There is no example "web-clutser". Nothing was written. Did you mean web-cluster?\n',
    });
    const unknown = await run(["xyzzy"]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/Nothing was written\. Examples: backups, .*quickstart/);
    const unnamed = await run([]);
    expect(unnamed.code).toBe(2);
    expect(unnamed.stderr).toMatch(
      /^error: No example was specified\. Nothing was written\. Examples: backups, /,
    );
    expect(readdirSync(parent)).toEqual([]);
  });

  it("lists every example with its description, and as JSON", async () => {
    const names = readdirSync(examples).filter((name) => existsSync(join(examples, name, "Pulumi.yaml")));
    const { code, stdout } = await run(["--list"]);
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([...names.sort(), ""]);
    for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^[a-z-]+ {2,}\S.*\.$/);
    const listed: { name: string; description: string }[] = JSON.parse(
      (await run(["--list", "--json"])).stdout,
    );
    expect(listed.map(({ name }) => name)).toEqual(names);
    for (const { description } of listed) expect(stdout).toContain(description);
    expect(readdirSync(parent)).toEqual([]);
  });

  it("has only examples that depend on the range of versions that begins with this one", () => {
    const folders = readdirSync(examples).filter((name) => existsSync(join(examples, name, "Pulumi.yaml")));
    const ranges = folders.map((name) => {
      const { dependencies } = JSON.parse(readFileSync(join(examples, name, "package.json"), "utf8"));
      return [name, dependencies["pulumi-nodecloud"]];
    });
    expect(ranges).toEqual(folders.map((name) => [name, `^${version}`]));
  });

  it("asks for the example and the folder on a terminal", async () => {
    answer("backups", "mine");
    expect((await run([], { isTerminal: true })).code).toBe(0);
    expect(readdirSync(parent)).toEqual(["mine"]);
    answer(undefined, "");
    expect((await run(["billing"], { isTerminal: true })).code).toBe(0);
    expect(prompts.select).not.toHaveBeenCalled();
    expect(existsSync(join(parent, "billing/Pulumi.yaml"))).toBe(true);
  });

  it.each([
    ["example", Symbol("cancelled"), "mine"],
    ["folder", "backups", Symbol("cancelled")],
  ])("writes nothing if the question for the %s is cancelled", async (_, example, folder) => {
    answer(example, folder);
    expect(await run([], { isTerminal: true })).toMatchObject({ code: 1, stdout: "Nothing was written.\n" });
    expect(readdirSync(parent)).toEqual([]);
  });

  it("does not copy files that runs left in the folder of an example", async () => {
    const folder = join(parent, "backups");
    cpSync(join(examples, "backups"), folder, { recursive: true });
    for (const name of [
      "Pulumi.dev.yaml",
      ".pulumi/stacks/dev.json",
      "node_modules/left/index.js",
      "src/kept.ts",
    ]) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), "left");
    }
    const files = await projectFiles({ name: "backups", description: "", folder }, "shop");
    expect([...files.keys()].sort()).toEqual(
      [
        ".gitignore",
        "Pulumi.yaml",
        "README.md",
        "index.ts",
        "package.json",
        "src/kept.ts",
        "tsconfig.json",
      ].sort(),
    );
  });
});

describe("the name of a new project", () => {
  it.each([
    ["shop", "shop"],
    ["My Shop!", "my-shop"],
    ["Überraschung", "uberraschung"],
    ["2026-shop", "shop"],
    ["..", "example"],
    ["日本", "example"],
    ["--", "example"],
    ["true", "true-project"],
    ["node_modules", "node-modules"],
    ["No", "no-project"],
    ["pulumi-nodecloud", "pulumi-nodecloud-project"],
    ["x".repeat(300), "x".repeat(100)],
    [`${"x".repeat(99)}-y`, "x".repeat(99)],
  ])("in the folder %j is %s", (folder, name) => {
    expect(projectNameOf(folder, "example", ["pulumi-nodecloud"])).toBe(name);
  });
});
