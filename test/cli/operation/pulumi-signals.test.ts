import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Project, until } from "../../whole/project";
import { commandFile, plainEnvironment } from "../command";

/** Records the signals that it receives, and exits with code 9 once there is a file `end`. */
const pulumi = `#!/usr/bin/env node
const { appendFileSync, existsSync, writeFileSync } = require("node:fs");
process.chdir(require("node:path").join(__dirname, ".."));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => appendFileSync("signals.log", signal + "\\n"));
writeFileSync("started", String(process.pid));
setInterval(() => existsSync("end") && process.exit(9), 50);
`;

let project: Project;
let command: ChildProcess;
let ended: Promise<number | null>;
beforeEach(async () => {
  project = new Project({
    "bin/pulumi": pulumi,
    "signals.log": "",
    ".pulumi/meta.yaml": "version: 1\n",
    ".pulumi/stacks/whole/dev.json": "{}",
  });
  chmodSync(join(project.folder, "bin/pulumi"), 0o755);
  const path = `${join(project.folder, "bin")}${delimiter}${process.env.PATH}`;
  command = spawn(process.execPath, [commandFile, "up", "--yes", "--engine", "pulumi"], {
    cwd: project.folder,
    env: { ...plainEnvironment(), ...project.optionsFor({}).env, PATH: path },
    stdio: "ignore",
    // A process group of its own, which a test can signal.
    detached: true,
  });
  ended = new Promise((done) => command.once("close", done));
  await until(() => existsSync(join(project.folder, "started")));
});
afterEach(async () => {
  project.write("end", "");
  await ended;
  project.remove();
});

const received = () => project.read("signals.log").trim().split("\n");

it.each([
  ["SIGINT", "SIGINT"],
  ["SIGTERM", "SIGTERM"],
  ["SIGHUP", "SIGTERM"],
] as const)(
  "passes %s on to the Pulumi CLI once, and waits for it to end",
  async (signal, expected) => {
    for (const target of ["the process", "its group"]) {
      project.write("signals.log", "");
      process.kill(target === "the process" ? command.pid! : -command.pid!, signal);
      await until(() => project.read("signals.log") !== "");
      // Time for a second one.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect({ target, received: received() }).toEqual({ target, received: [expected] });
      expect([command.exitCode, command.signalCode]).toEqual([null, null]);
    }
    project.write("end", "");
    expect(await ended).toBe(9);
  },
  30_000,
);

it("passes a second signal on too, and reports a CLI that a signal ended as cancelled", async () => {
  for (let count = 1; count <= 2; count++) {
    process.kill(command.pid!, "SIGTERM");
    await until(() => received().length === count && project.read("signals.log") !== "");
  }
  process.kill(Number(project.read("started")), "SIGKILL");
  expect(await ended).toBe(8);
}, 30_000);
