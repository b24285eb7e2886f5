import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandFile, expectReadable, run } from "./command";
import { runInProcess } from "./in-process";

const folder = mkdtempSync(join(tmpdir(), "nodecloud-usage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("lists its subcommands and their options in the help", async () => {
  const { code, stdout, stderr } = await run(["--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const name of ["emulator", "preview", "up", "refresh", "destroy", "stack", "config", "cancel"]) {
    expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  }
  const up = await runInProcess(["up", "--help"]);
  expect(up.code).toBe(0);
  for (const option of ["--cwd", "--stack", "--engine", "--parallel", "--yes", "--json"]) {
    expect(up.stdout).toContain(option);
  }
});

it("prints the version of the package", async () => {
  const { version } = require("../../package.json");
  expect(await run(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

it.each([
  [["up", "--frobnicate"], /unknown option '--frobnicate'/],
  [["launch"], /unknown command 'launch'/],
  [["emulator", "--port", "65536"], /'65536' is invalid.*from 0 to 65535/s],
  [["emulator", "--port", "many"], /--port.*'many' is invalid.*integer from 0 to 65535/s],
  [["emulator", "--speed", "0"], /--speed.*positive number/s],
  [["up", "--parallel", "0"], /--parallel.*of 1 or more/s],
  [
    ["preview", "--target", "a", "--exclude", "b"],
    /'-x, --exclude <urn>' cannot be used with option '-t, --target/,
  ],
  [
    ["up", "--exclude", "b", "--target-replace", "b"],
    /'-x, --exclude <urn>' cannot be used with option '--target-replace/,
  ],
  [["up", "--engine", "steam"], /--engine.*auto, pulumi, embedded/s],
])("exits with code 2 for the invalid command line %j", async (args, message) => {
  const { code, stdout, stderr } = await runInProcess(args, { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(message);
  expectReadable(stderr);
});

it.each([{}, { PULUMI_CONFIG_PASSPHRASE_FILE: "passphrase.txt" }])(
  "exits with an error, and without a stack trace, in a folder that was deleted: %j",
  (env) => {
    const script = `rmdir "$PWD" && exec "${process.execPath}" "${commandFile}" stack ls`;
    const cwd = mkdtempSync(join(folder, "deleted-"));
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
      ...{ cwd, encoding: "utf8" },
      env: { ...process.env, ...env },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^error: ENOENT: .*\n$/);
    expectReadable(stderr);
  },
);

it.each(["-S'canary'", "--canary", "--secrets=canary"])(
  "does not print %s of `config set`, which may be a secret value",
  async (value) => {
    const { code, stdout, stderr } = await runInProcess(["config", "set", "db", value], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(
      "error: unknown option. Write -- before a value that begins with a hyphen: nodecloud config set KEY -- VALUE\n",
    );
    expect(stderr).not.toContain("canary");
  },
);

it.each([
  [["up", "--conifg=nodecloud:token='canary'"], "unknown option '--conifg'\n"],
  [["config", "--conifg-file=canary=x"], "unknown option '--conifg-file'\n"],
  [
    ["up", "-c=nodecloud:token='canary'"],
    "option '-c, --config <key=value>' argument is invalid. Write key=value.\n",
  ],
])("does not print the value in %j, which may be a secret", async (args, message) => {
  const { code, stdout, stderr } = await runInProcess(args, { cwd: folder });
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: ${message}(add --help for the options)\n`,
  });
});

it.each([
  [["stack", "rm", "dev", "--yes"]],
  [["config", "set", "size", "3"]],
  [["destroy", "--yes", "--engine", "embedded"]],
])("changes no project if the folder of --cwd does not exist or is empty: %j", async (args) => {
  const project = mkdtempSync(join(folder, "project-"));
  writeFileSync(join(project, "Pulumi.yaml"), "name: shop\nruntime: nodejs\nbackend: { url: file://. }\n");
  const options = { cwd: project, env: { PULUMI_CONFIG_PASSPHRASE: "x" } };
  await runInProcess(["stack", "init", "dev"], options);
  const before = readdirSync(project, { recursive: true });
  expect(before).toContain(".pulumi/stacks/shop/dev.json");

  const missing = await runInProcess([...args, "--cwd", "shopp"], options);
  expect(missing).toMatchObject({ code: 1, stdout: "" });
  expect(missing.stderr).toContain(`error: There is no folder ${join(project, "shopp")}. Nothing was done.`);
  const empty = await runInProcess([...args, "--cwd="], options);
  expect(empty).toMatchObject({ code: 2, stdout: "" });
  expect(empty.stderr).toContain("It is empty, as from a variable that is not set.");
  expect(readdirSync(project, { recursive: true })).toEqual(before);
});

it.each([
  ...[
    "api regions list --cwd",
    "preview --config-file",
    "config --config-file",
    "config set a b --config-file",
  ],
  ...["stack export --file", "stack import --file", "emulator --data", "emulator --world"],
  ...["drift --cwd", "drift --config-file", "drift --export", "drift --ignore-file"],
  ...["adopt --all --out x --cwd", "adopt --all --out x --config-file", "adopt --all --out x --export"],
  "recover --config-file",
])("reads and writes nothing if a path is empty: %s", async (line) => {
  const project = mkdtempSync(join(folder, "project-"));
  const { code, stdout, stderr } = await runInProcess([...line.split(" "), ""], { cwd: project });
  expect({ code, stdout }).toEqual({ code: /^(drift|adopt|recover)/.test(line) ? 64 : 2, stdout: "" });
  expect(stderr).toContain("It is empty, as from a variable that is not set.");
  expect(readdirSync(project)).toEqual([]);
});

it.each(["up", "refresh", "destroy"])(
  "refuses %s without --yes when the command is not running on a terminal",
  async (operation) => {
    for (const more of [[], ["--json"]]) {
      const { code, stdout, stderr } = await runInProcess([operation, "--engine", "embedded", ...more], {
        cwd: folder,
      });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(
        /needs confirmation, but the command is not running on a terminal\. Nothing was done\. Add --yes/,
      );
      const preview = operation === "up" ? "preview" : `${operation} --preview-only`;
      expect(stderr).toContain(`or run \`nodecloud ${preview}\`.`);
    }
  },
);

it("names the folder when it has no project", async () => {
  const { code, stderr } = await runInProcess(["preview", "--engine", "embedded"], { cwd: folder });
  expect(code).toBe(1);
  expect(stderr).toMatch(/Pulumi\.yaml/);
  expect(stderr).toContain(folder);
  expectReadable(stderr);
});
