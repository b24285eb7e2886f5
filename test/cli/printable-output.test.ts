/** @jest-environment node */
import { spawnSync } from "node:child_process";
import { commandFile } from "./command";
import { InProcessProject } from "./in-process-project";

jest.mock("../../src/engine/grpc", () =>
  jest.requireActual("./in-process-engine").grpcInProcess({ program: async () => ({}) }),
);

const hostile = "x\u001b[2J\u001b]0;title\u0007\u009b1m\r\u202e\u2066\u200b\u{e0041}y";
const controlCharacter = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

let project: InProcessProject;
beforeAll(async () => {
  project = new InProcessProject({});
  await project.run(["up", "--yes", "--engine", "embedded", "-m", hostile]);
  await project.run(["config", "set", "greeting", hostile]);
  const stack = {
    urn: "urn:pulumi:dev::whole::pulumi:pulumi:Stack::whole-dev",
    ...{
      custom: false,
      type: "pulumi:pulumi:Stack",
      outputs: { [hostile]: hostile, plain: hostile, deep: [{ [hostile]: hostile }] },
    },
  };
  const group = {
    urn: `urn:pulumi:dev::whole::a:b:C::${hostile}`,
    ...{ custom: false, type: "a:b:C", parent: stack.urn },
  };
  const state = { version: 3, deployment: { manifest: {}, resources: [stack, group], metadata: {} } };
  expect(await project.run(["stack", "import"], { input: JSON.stringify(state) })).toMatchObject({ code: 0 });
}, 60_000);
afterAll(() => project.remove());

const commands = [
  ["stack", "--show-urns"],
  ["stack", "ls"],
  ["stack", "ls", "--json"],
  ["stack", "output"],
  ["stack", "output", "--json"],
  ["stack", "output", "plain", "--json"],
  ["stack", "output", `none${hostile}`],
  ["stack", "export"],
  ["stack", "history"],
  ["stack", "history", "--json"],
  ["stack", "select", `none${hostile}`],
  ["config"],
  ["config", "--json"],
  ["config", "get", "greeting", "--json"],
  ["config", "get", `none${hostile}`],
  ["preview", "--engine", "embedded"],
  ["preview", "--engine", "embedded", "--json"],
  ["preview", `--${hostile}`],
  ["emulator", "--port", hostile],
];

it("prints nothing of a state, a program or a command line as a control character", async () => {
  for (const command of commands) {
    const { stdout, stderr } = await project.run(command);
    const shown = stdout + stderr;
    expect({ command, found: controlCharacter.exec(shown) }).toEqual({ command, found: null });
    expect(shown).not.toBe("");
  }
}, 90_000);

it("prints JSON that parses to the original values", async () => {
  const outputs = JSON.parse((await project.run(["stack", "output", "--json"])).stdout);
  expect(outputs).toEqual({ [hostile]: hostile, plain: hostile, deep: [{ [hostile]: hostile }] });
  expect(JSON.parse((await project.run(["stack", "history", "--json"])).stdout)[0]).toMatchObject({
    message: hostile,
  });
}, 30_000);

it("prints a single value unchanged to a pipe, and escaped on a terminal", async () => {
  for (const args of [
    ["stack", "output", "plain"],
    ["config", "get", "greeting"],
  ]) {
    expect((await project.run(args)).stdout).toBe(`${hostile}\n`);
    const line = [process.execPath, commandFile, ...args].join(" ");
    const env = {
      ...process.env,
      PULUMI_HOME: `${project.folder}/home/.pulumi`,
      PULUMI_CONFIG_PASSPHRASE: "x",
    };
    const shown = spawnSync("script", ["-qec", line, "/dev/null"], {
      cwd: project.folder,
      env,
      encoding: "utf8",
    });
    // Not every system has `script`, or lets it create a terminal.
    if (shown.error || shown.status !== 0) continue;
    expect(shown.stdout.replaceAll("\r\n", "\n")).toMatch(/^x.*y\n$/);
    expect(shown.stdout.replaceAll("\r\n", "\n")).not.toMatch(controlCharacter);
  }
}, 30_000);
