import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Project } from "../../whole/project";
import { commandFile, plainEnvironment } from "../command";
import { runInProcess } from "../in-process";

const project = new Project({});
afterAll(() => project.remove());
const oddUrn = 'urn:pulumi:dev::whole::t:t:T::it\'s "$(touch evil)" `touch evil`';

beforeAll(async () => {
  const latest = { resources: [{ urn: oddUrn, type: "t:t:T" }] };
  project.write(".pulumi/meta.yaml", "version: 1\n");
  project.write(".pulumi/stacks/whole/dev.json", JSON.stringify({ version: 3, checkpoint: { latest } }));
  project.write("bin/nodecloud", `#!/bin/sh\nexec '${process.execPath}' '${commandFile}' "$@"\n`);
  for (const shell of ["bash", "zsh", "fish"]) {
    project.write(`completion.${shell}`, (await runInProcess(["completion", shell])).stdout);
  }
  execFileSync("chmod", ["+x", join(project.folder, "bin/nodecloud")]);
});

const isInstalled = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0;

function runShell(shell: string, args: readonly string[]): string {
  const { env = {} } = project.optionsFor({});
  const PATH = `${join(project.folder, "bin")}:${process.env.PATH}`;
  const options = { cwd: project.folder, env: { ...plainEnvironment(), ...env, PATH } };
  return execFileSync(shell, args, { ...options, encoding: "utf8" });
}

(isInstalled("bash") ? it : it.skip)("completes in bash, and evaluates nothing of a value", () => {
  const script = `
source completion.bash
ask() {
  COMP_LINE=$1 COMP_POINT=\${#1} COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
  COMPREPLY=(old)
  _nodecloud nodecloud "" ""
  printf '%s\\n' "\${#COMPREPLY[@]}" "\${COMPREPLY[@]}"
}
complete -p nodecloud
ask "nodecloud stack un"
ask "nodecloud state delete urn"
eval "printf '%s\\n' \${COMPREPLY[0]}"
ask "nodecloud no-such-command x y"
`;
  const lines = runShell("bash", ["--norc", "-c", script]).split("\n");
  const [registered, ...rest] = lines;
  expect(registered).toBe("complete -F _nodecloud nodecloud");
  const [one, reply, count, quoted, read, none] = rest;
  expect([one, reply, count, read, none]).toEqual(["1", "unselect", "1", oddUrn, "0"]);
  expect(quoted).toContain("\\$\\(touch\\ evil\\)");
  expect(existsSync(join(project.folder, "evil"))).toBe(false);
});

(isInstalled("zsh") ? it : it.skip)("has a script without errors for zsh", () => {
  expect(runShell("zsh", ["-f", "-n", "completion.zsh"])).toBe("");
});

(isInstalled("fish") ? it : it.skip)("completes in fish", () => {
  const script = `source completion.fish; complete -C "nodecloud stack un"; complete -C "nodecloud state delete urn"`;
  expect(runShell("fish", ["-N", "-c", script])).toBe(`unselect\tClear the selection\n${oddUrn}\n`);
});

it("refuses another shell, and names those that it knows", async () => {
  const { code, stderr } = await runInProcess(["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/'tcsh' is invalid.*bash, zsh, fish/s);
});
