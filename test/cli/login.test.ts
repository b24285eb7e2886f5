/** @jest-environment node */
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { listExamples } from "../../src/cli/new/examples";
import { expectReadable } from "./command";
import { InProcessProject } from "./in-process-project";

const mockProgram = async () => ({});
jest.mock("../../src/engine/grpc", () =>
  jest.requireActual("./in-process-engine").grpcInProcess({ program: () => mockProgram() }),
);

const login = "s3://acme-stacks";
let project: InProcessProject;
beforeEach(() => {
  project = new InProcessProject({
    "bin/pulumi": `#!/bin/sh
echo "$PULUMI_BACKEND_URL $*" >> "$(dirname "$0")/../asked.log"
case "$*" in
"stack ls "*) echo '[{"name":"dev"}]' ;;
"stack export "*) echo "no such bucket" >&2; exit 1 ;;
esac
`,
  });
  chmodSync(join(project.folder, "bin/pulumi"), 0o755);
  logIn(login);
});
afterEach(() => project.remove());

const logIn = (current: string) =>
  project.write("home/.pulumi/credentials.json", JSON.stringify({ current }));
const run = (args: string, more: { env?: object; isTerminal?: boolean } = {}) =>
  project.run(args.split(" "), {
    ...more,
    env: { PATH: `${join(project.folder, "bin")}${delimiter}${process.env.PATH}`, ...more.env },
  });
const withoutPulumi = { env: { PATH: "" } };
const asked = () =>
  existsSync(join(project.folder, "asked.log")) ? project.read("asked.log").split("\n") : [];

it("the CLI's login selects the backend, for runs with the Pulumi CLI and for commands that read with it", async () => {
  for (const [operation = "", ...flags] of [
    ["up", "--yes"],
    ["preview"],
    ["refresh", "--yes"],
    ["destroy", "--yes"],
  ]) {
    expect((await run([operation, ...flags].join(" "))).code).toBe(0);
    expect(asked()).toContain([login, operation, "--stack dev", ...flags].join(" "));
  }
  expect(existsSync(join(project.folder, ".pulumi"))).toBe(false);
  const withoutPassphrase = { PULUMI_CONFIG_PASSPHRASE: undefined };
  expect((await run("up --yes", { env: withoutPassphrase, isTerminal: true })).code).toBe(0);
  expect((await run("drift")).stderr).toContain("no such bucket");
});

it.each(["", "--stack dev"])(
  "`recover %s` reads the stack with the CLI, on a terminal too",
  async (stack) => {
    for (const isTerminal of [false, true]) {
      const { code, stderr } = await run(`recover ${stack}`.trim(), { isTerminal });
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("no such bucket") });
    }
    expect(asked()).toContain(`${login} stack export --stack dev --non-interactive`);
  },
);

it.each([
  ...["up --yes --engine embedded", "preview --engine embedded", "refresh --yes --engine embedded"],
  ...["stack", "stack ls", "stack init dev", "stack select dev", "stack rm dev --yes", "stack export"],
  ...["config", "config set size 3", "cancel --yes"],
])("`%s` of the embedded engine refuses the CLI's login, and says what to do", async (command) => {
  const before = readdirSync(project.folder);
  const { code, stdout, stderr } = await run(command);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^error: The Pulumi CLI is logged in to s3:\/\/acme-stacks, but the embedded engine/,
  );
  expect(stderr).toContain(`set PULUMI_BACKEND_URL=file://${project.folder} or`);
  expectReadable(stderr);
  expect(readdirSync(project.folder)).toEqual(before);
});

it("the CLI's login is refused without a pulumi on the PATH", async () => {
  const { code, stderr } = await run("up --yes", withoutPulumi);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("logged in to s3://acme-stacks"),
  });
  expect(existsSync(join(project.folder, ".pulumi"))).toBe(false);
});

it("the CLI's login is left alone if the folder has stacks, or Pulumi.yaml or the environment names the folder", async () => {
  const env = { PULUMI_BACKEND_URL: `file://${project.folder}` };
  expect((await run("stack init dev", { env })).code).toBe(0);
  expect((await run("up --yes --engine embedded")).code).toBe(0);
  expect((await run("stack --show-name")).stdout).toBe("dev\n");
  expect((await run("up --yes")).code).toBe(0);
  expect(asked()).toContain(`file://${project.folder} up --stack dev --yes`);
  await run("stack rm dev --yes");
  project.write("Pulumi.yaml", "name: whole\nruntime: nodejs\nbackend: { url: 'file://.' }\n");
  expect((await run("up --yes --engine embedded")).code).toBe(0);
});

it("the CLI's login is used by both engines if it is a folder", async () => {
  const folder = join(project.folder, "states");
  project.write("states/readme", "");
  logIn(`file://${folder}`);
  expect((await run("stack init dev")).code).toBe(0);
  expect((await run("up --yes --engine embedded")).code).toBe(0);
  expect((await run("up --yes")).code).toBe(0);
  expect(asked()).toContain(`file://${folder} up --stack dev --yes`);
  expect(readdirSync(join(folder, ".pulumi/stacks/whole"))).toContain("dev.json");
  expect(existsSync(join(project.folder, ".pulumi"))).toBe(false);
});

it("the CLI's login is not used by a project that `nodecloud new` wrote", async () => {
  for (const { name } of await listExamples()) {
    expect((await run(`new ${name} ${name}`)).code).toBe(0);
    expect((await run(`config set size 3 -C ${name}`)).stderr).toBe("");
    expect((await run(`stack init dev -C ${name}`)).code).toBe(0);
    expect(readdirSync(join(project.folder, name, ".pulumi/stacks"))).toEqual([name]);
  }
});

it("the CLI's login is what `doctor` reports", async () => {
  const withCli = await run("doctor");
  expect(withCli.stdout).toMatch(
    /ok +backend +s3:\/\/acme-stacks \(the login of the Pulumi CLI\), which only the Pulumi CLI can use/,
  );
  const without = await run("doctor", withoutPulumi);
  expect(without.stdout).toMatch(/problem +engine +the embedded engine .*, which cannot use the backend\./);
  project.write(".pulumi/stacks/old.json", "{}");
  const unreadable = await run("doctor", withoutPulumi);
  expect(unreadable.stdout).toMatch(/problem +stack +\S+ has the old layout without projects/);
  expect(unreadable.stdout).toMatch(/ok +engine +the embedded engine/);
});
