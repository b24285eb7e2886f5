import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realClock } from "../../../src/clock";
import { ChildProcesses } from "../../../src/engine/grpc/child-processes";

const folder = mkdtempSync(join(tmpdir(), "nodecloud-children-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("does not wait for a process that the program started and that keeps its output open", async () => {
  const [script, file] = [join(folder, "program.cjs"), join(folder, "pid")];
  writeFileSync(
    script,
    `const { spawn } = require("node:child_process");
    const helper = spawn(process.execPath, ["-e", "setTimeout(() => undefined, 60_000)"], { stdio: "inherit" });
    require("node:fs").writeFileSync(${JSON.stringify(file)}, String(helper.pid));
    console.log("written");
    process.exit(3);`,
  );
  const children = new ChildProcesses(realClock);
  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  const child = children.start(script, [], { cwd: folder, env: process.env, onLine });
  expect(await child.exited).toEqual({ code: 3, reason: "exited with code 3" });
  await children.close();
  const helper = Number(readFileSync(file, "utf8"));
  expect(process.kill(helper, 0)).toBe(true);
  process.kill(helper);
  expect(lines).toEqual(["written"]);
});

it("reports a process that cannot be started", async () => {
  const children = new ChildProcesses(realClock);
  const missing = join(folder, "missing");
  const child = children.start("program.cjs", [], {
    cwd: missing,
    env: process.env,
    onLine: () => undefined,
  });
  expect(await child.exited).toEqual({
    code: null,
    reason: expect.stringMatching(/^could not be started: spawn .* ENOENT$/),
  });
  await children.close();
});
