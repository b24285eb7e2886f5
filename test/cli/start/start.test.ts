import { existsSync, rmSync } from "node:fs";
import { parseBashLine } from "../../../src/cli/completion/bash-line";
import { setConfiguration } from "../../../src/state";
import { connectionTo } from "../../whole/project";
import { expectReadable } from "../command";
import { runInProcess } from "../in-process";
import { InProcessProject } from "../in-process-project";

let project: InProcessProject;
beforeEach(() => {
  project = new InProcessProject({ "package.json": "{}" });
});
afterEach(() => project.remove());

const connection = connectionTo({ url: "http://127.0.0.1:1/v4" });

/** What `nodecloud` alone prints: the first line, and the commands. */
async function start(env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await project.run([], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expectReadable(stdout);
  const [found, , next, ...rest] = stdout.split("\n");
  expect(next).toBe("Next:");
  expect(rest.slice(-2)).toEqual([
    "`nodecloud doctor` checks the project and the service. `nodecloud --help` lists the commands.",
    "",
  ]);
  return { found, commands: rest.slice(0, -3).map((line) => line.trim()) };
}

it("begins with a new project if there is none", async () => {
  rmSync(`${project.folder}/Pulumi.yaml`);
  expect(await start()).toEqual({
    found: "There is no Pulumi project in this folder or above it.",
    commands: ["nodecloud new", "nodecloud new --list"],
  });
});

it("names what is wrong with Pulumi.yaml", async () => {
  project.write("Pulumi.yaml", "name: a/b\nruntime: nodejs\n");
  const { found, commands } = await start();
  expect(found).toMatch(/Pulumi\.yaml: name must be/);
  expect(commands).toEqual(["nodecloud doctor"]);
});

it.each([
  ["package.json", "npm install"],
  ["pnpm-lock.yaml", "pnpm install"],
  ["yarn.lock", "yarn install"],
])("installs the packages of a project with a %s", async (file, command) => {
  rmSync(`${project.folder}/node_modules`);
  project.write(file, "");
  expect(await start()).toEqual({
    found: "The packages of the project whole are not installed: @pulumi/pulumi, pulumi-nodecloud.",
    commands: [command],
  });
});

it("names the packages if no package.json declares them", async () => {
  rmSync(`${project.folder}/node_modules`);
  project.write("Pulumi.yaml", "name: whole\nruntime: nodejs\nmain: program\n");
  project.write("program/index.js", "");
  project.write("node_modules/@pulumi/pulumi/package.json", '{"version":"3.248.0"}');
  expect((await start()).commands).toEqual(["npm install pulumi-nodecloud"]);
});

it("creates a stack, connects it, and then runs it, when its own commands are run one after the other", async () => {
  const ran: string[] = [];
  for (;;) {
    const { commands } = await start();
    if (commands[0] === "nodecloud preview") break;
    for (const command of commands) {
      ran.push(command);
      const words = parseBashLine(`${command} `, "").words.slice(1);
      expect(await project.run(words, { input: "a-token-of-the-tests" })).toMatchObject({ code: 0 });
    }
  }
  expect(ran).toEqual([
    "nodecloud stack init dev",
    "nodecloud config set nodecloud:baseUrl https://HOST/v4",
    "nodecloud config set --secret nodecloud:token",
  ]);
  expect(await start()).toEqual({
    found: "The project whole is set up.",
    commands: ["nodecloud preview", "nodecloud up", "nodecloud drift"],
  });
});

it("names the folder of a relative backend, in which the command that it prints creates the stack", async () => {
  project.write("Pulumi.yaml", "name: whole\nruntime: nodejs\nbackend:\n  url: file://.\n");
  const env = { PULUMI_BACKEND_URL: "" };
  const { found } = await start(env);
  expect(found).toBe(`The project whole has no stack dev in file://${project.folder}.`);
  await project.run(["stack", "init", "dev"], { env });
  expect(existsSync(`${project.folder}/.pulumi/stacks/whole/dev.json`)).toBe(true);
});

it("needs no configuration for settings that the environment has", async () => {
  await project.run(["stack", "init", "prod"]);
  expect((await start(connection)).commands).toContain("nodecloud up");
  expect((await start()).found).toContain(": NODECLOUD_BASE_URL and NODECLOUD_TOKEN are not set either.");
  const { found, commands } = await start({ ...connection, NODECLOUD_TOKEN: "" });
  expect(found).toMatch(/^The stack prod .*: NODECLOUD_TOKEN is not set either\./);
  expect(commands).toEqual(["nodecloud config set --secret nodecloud:token"]);
});

it("selects one of several stacks", async () => {
  for (const stack of ["prod", "test"]) await project.run(["stack", "init", stack, "--no-select"]);
  const { found, commands } = await start(connection);
  expect(found).toMatch(/No stack .* is selected, .*prod, test/);
  expect(commands).toEqual(["nodecloud stack ls", "nodecloud stack select"]);
});

it("checks no stack in a backend that only the Pulumi CLI can use, and prints no secret", async () => {
  const { commands } = await start({ PULUMI_BACKEND_URL: "https://user:canary@state.example.com" });
  expect(commands).toContain("nodecloud up");
  await setConfiguration(
    { cwd: project.folder, stack: "dev", env: project.optionsFor({}).env ?? {} },
    "nodecloud:token",
    "secret-canary",
    { secret: true },
  );
  expect(JSON.stringify(await start())).not.toContain("canary");
});

it("still refuses options without a command", async () => {
  expect(await runInProcess(["--no-such-option"])).toMatchObject({ code: 2, stdout: "" });
});

it("fails with a message in a folder that no longer exists", async () => {
  const here = process.cwd();
  const spy = jest.spyOn(process, "cwd").mockImplementation(() => {
    throw Object.assign(new Error("ENOENT: no such file or directory, uv_cwd"), { code: "ENOENT" });
  });
  spy.mockReturnValueOnce(here);
  const { code, stdout, stderr } = await project.run([]).finally(() => spy.mockRestore());
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^error: ENOENT.*\n$/),
  });
});
