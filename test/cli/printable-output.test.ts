import { spawnSync } from "node:child_process";
import { Project } from "../whole/project";
import { commandFile } from "./command";

const nasty = "x\u001b[2J\u001b]0;title\u0007\u009b1m\r\u202e\u2066\u200b\u{e0041}y";
const acting = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

let project: Project;
beforeAll(async () => {
  project = new Project({ "index.js": "" });
  await project.run(["up", "--yes", "--engine", "embedded", "-m", nasty]);
  await project.run(["config", "set", "greeting", nasty]);
  const stack = {
    urn: "urn:pulumi:dev::whole::pulumi:pulumi:Stack::whole-dev",
    ...{
      custom: false,
      type: "pulumi:pulumi:Stack",
      outputs: { [nasty]: nasty, plain: nasty, deep: [{ [nasty]: nasty }] },
    },
  };
  const group = {
    urn: `urn:pulumi:dev::whole::a:b:C::${nasty}`,
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
  ["stack", "output", `none${nasty}`],
  ["stack", "export"],
  ["stack", "history"],
  ["stack", "history", "--json"],
  ["stack", "select", `none${nasty}`],
  ["config"],
  ["config", "--json"],
  ["config", "get", "greeting", "--json"],
  ["config", "get", `none${nasty}`],
  ["preview", "--engine", "embedded"],
  ["preview", "--engine", "embedded", "--json"],
  ["preview", `--${nasty}`],
  ["emulator", "--port", nasty],
];

it("nothing of a state, a program or a command line reaches a terminal as a control character", async () => {
  const ended = await Promise.all(commands.map((command) => project.run(command)));
  for (const [at, { stdout, stderr }] of ended.entries()) {
    const shown = stdout + stderr;
    expect({ command: commands[at], acts: acting.exec(shown) }).toEqual({
      command: commands[at],
      acts: null,
    });
    expect(shown).not.toBe("");
  }
}, 90_000);

it("JSON means what the values are", async () => {
  const outputs = JSON.parse((await project.run(["stack", "output", "--json"])).stdout);
  expect(outputs).toEqual({ [nasty]: nasty, plain: nasty, deep: [{ [nasty]: nasty }] });
  expect(JSON.parse((await project.run(["stack", "history", "--json"])).stdout)[0]).toMatchObject({
    message: nasty,
  });
}, 30_000);

it("a single value is exact for a program that reads it, and harmless on a terminal", async () => {
  for (const args of [
    ["stack", "output", "plain"],
    ["config", "get", "greeting"],
  ]) {
    expect((await project.run(args)).stdout).toBe(`${nasty}\n`);
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
    // Not every system can make a terminal.
    if (shown.error || shown.status !== 0) continue;
    expect(shown.stdout.replaceAll("\r\n", "\n")).toMatch(/^x.*y\n$/);
    expect(shown.stdout.replaceAll("\r\n", "\n")).not.toMatch(acting);
  }
}, 30_000);
