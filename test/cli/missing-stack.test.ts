/** @jest-environment node */
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expectReadable } from "./command";
import { InProcessProject } from "./in-process-project";

const mockProgram = async () => {
  writeFileSync("ran", "");
  return {};
};
jest.mock("../../src/engine/grpc", () =>
  jest.requireActual("./in-process-engine").grpcInProcess({ program: () => mockProgram() }),
);

let project: InProcessProject;
beforeAll(async () => {
  project = new InProcessProject({
    "bin/pulumi": '#!/bin/sh\necho "$@" >> "$(dirname "$0")/../asked.log"\n',
  });
  chmodSync(join(project.folder, "bin/pulumi"), 0o755);
  for (const stack of ["prod", "prod1", "prod2", "prod3"])
    await project.run(["stack", "init", stack, "--no-select"]);
}, 60_000);
afterAll(() => project.remove());

const withPulumi = () => ({ PATH: `${join(project.folder, "bin")}${delimiter}${process.env.PATH}` });
const written = () =>
  ["ran", "asked.log", "Pulumi.prd.yaml"].filter((name) => existsSync(join(project.folder, name)));

const commands = [
  "up --yes --engine embedded",
  "up --yes --engine pulumi",
  "preview --engine embedded",
  "preview --engine pulumi",
  "refresh --yes --engine embedded",
  "refresh --yes --engine pulumi",
  "destroy --yes --engine embedded",
  "destroy --yes --engine pulumi",
  "stack",
  "stack select",
  "stack rm --yes",
  "stack output",
  "stack export",
  "stack import",
  "stack history",
  "config",
  "config set size 3",
  "config get size",
  "config rm size",
  "cancel --yes",
];

it("exits with code 6 and suggests names for a stack that does not exist, without running anything", async () => {
  const ended = await Promise.all(
    commands.map(async (command) => {
      const args = [...command.split(" "), "--stack", "prd"];
      return { command, ...(await project.run(args, { env: withPulumi(), input: '{"deployment":{}}' })) };
    }),
  );
  for (const { command, code, stdout, stderr } of ended) {
    expect({ command, code, stdout }).toEqual({ command, code: 6, stdout: "" });
    expect(stderr).toMatch(
      /^error: There is no stack "prd" of the project "whole" in file:\S*, so nothing was done\. Did you mean prod or prod\d or prod\d\? `stack init prd` or `up --create` creates it, and `stack ls` lists the existing stacks\.\n$/,
    );
    expectReadable(stderr);
  }
  expect(written()).toEqual([]);
}, 90_000);

it.each([
  ["up", "--yes", "--engine", "embedded", "--stack", ""],
  ["destroy", "--yes", "--engine", "pulumi", "--stack", ""],
  ["stack", "rm", "", "--yes"],
  ["cancel", "", "--yes"],
  ["config", "set", "size", "3", "--stack", ""],
])("refuses an empty name instead of using the selected stack: %j", async (...args) => {
  await project.run(["stack", "select", "prod"]);
  const ended = await project.run(args, { env: { ...withPulumi(), PULUMI_STACK: "prod1" } });
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("is empty") });
  await project.run(["stack", "unselect"]);
  expect((await project.run(["stack", "ls"])).stdout).toMatch(/prod .*prod1 .*prod2 .*prod3 /s);
  expect(written()).toEqual([]);
});

it.each([
  ["PULUMI_STACK", [], { PULUMI_STACK: "prd" }],
  ["a name with its project", ["--stack", "organization/whole/prd"], {}],
])(
  "%s names a stack like --stack",
  async (_, args, env) => {
    const { code, stderr } = await project.run(["up", "--yes", "--engine", "embedded", ...args], { env });
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining('no stack "prd"') });
    expect(written()).toEqual([]);
  },
  30_000,
);

it("does not create a stack of another project, or a selected stack that was removed", async () => {
  const other = await project.run([
    "up",
    "--yes",
    "--engine",
    "embedded",
    "--stack",
    "organization/other/prod",
  ]);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('names the project "other"') });
  await project.run(["stack", "init", "short-lived"]);
  const removed = await project.run(["stack", "ls", "--json"]);
  expect(JSON.parse(removed.stdout)).toContainEqual(
    expect.objectContaining({ name: "short-lived", current: true }),
  );
  // Another checkout removes the stack, and the selection remains here.
  await project.run(["stack", "rm", "short-lived", "--yes"], {
    env: { PULUMI_HOME: join(project.folder, "another") },
  });
  const up = await project.run(["up", "--yes", "--engine", "embedded"]);
  expect(up).toMatchObject({ code: 6, stderr: expect.stringContaining('no stack "short-lived"') });
  await project.run(["stack", "unselect"]);
}, 30_000);

it("`up --create` creates the stack the first time only, and reports it", async () => {
  const created = await project.run([
    "up",
    "--yes",
    "--create",
    "--stack",
    "staging",
    "--engine",
    "embedded",
  ]);
  expect(created).toMatchObject({ code: 0, stderr: "" });
  expect(created.stdout).toMatch(/Creating the stack "staging" in file:/);
  expect(written()).toContain("ran");
  const again = await project.run(["up", "--yes", "--create", "--stack", "staging", "--engine", "embedded"]);
  expect(again.code).toBe(0);
  expect(again.stdout).not.toContain("Creating the stack");
}, 60_000);

it("`up` creates the first stack of a project and reports it; `preview` does not create it", async () => {
  const fresh = new InProcessProject({});
  try {
    const configured = await fresh.run(["config", "set", "size", "3"]);
    expect(configured).toMatchObject({ code: 0, stderr: "" });
    const preview = await fresh.run(["preview", "--engine", "embedded"]);
    expect(preview).toMatchObject({ code: 0, stderr: "" });
    expect(preview.stdout).toMatch(/The stack "dev" does not exist yet\. `up` creates it in file:/);
    expect(existsSync(join(fresh.folder, ".pulumi"))).toBe(false);
    for (const operation of ["refresh", "destroy"])
      expect((await fresh.run([operation, "--yes", "--engine", "embedded"])).code).toBe(6);
    const up = await fresh.run(["up", "--yes", "--engine", "embedded"]);
    expect(up).toMatchObject({ code: 0, stderr: "" });
    expect(up.stdout).toMatch(/Creating the stack "dev" in file:/);
  } finally {
    fresh.remove();
  }
}, 60_000);

it("names the earlier project of a stack whose project was renamed", async () => {
  const renamed = new InProcessProject({});
  const warning =
    'The stack "dev" of the project "whole" has the encryption salt of Pulumi.dev.yaml, so the project was probably renamed to "mall". To use that stack, set the name in Pulumi.yaml back to "whole".';
  const preview = async () => (await renamed.run(["preview", "--engine", "embedded"])).stderr;
  try {
    await renamed.run(["stack", "init", "dev"]);
    const file = renamed.read("Pulumi.yaml");
    renamed.write("Pulumi.yaml", file.replace("whole", "mall"));
    expect(await preview()).toBe("");
    renamed.write("Pulumi.yaml", file);
    expect((await renamed.run(["up", "--yes", "--engine", "embedded"])).code).toBe(0);
    expect(await preview()).toBe("");
    renamed.write("Pulumi.yaml", file.replace("whole", "mall"));
    expect(await preview()).toBe(
      `warning: ${warning} Otherwise, \`up\` creates all resources a second time.\n`,
    );
    expect(await renamed.run(["refresh", "--yes", "--engine", "embedded"])).toMatchObject({
      code: 6,
      stderr: `error: ${warning} Nothing was done.\n`,
    });
    await renamed.run(["stack", "init", "other", "--no-select"]);
    renamed.write("Pulumi.dev.yaml", renamed.read("Pulumi.other.yaml"));
    expect((await renamed.run(["refresh", "--yes", "--stack", "dev"])).stderr).toMatch("There is no stack");
  } finally {
    renamed.remove();
  }
}, 60_000);
