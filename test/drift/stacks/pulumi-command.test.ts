import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pulumiOnPath } from "../../../src/drift/stacks/pulumi-command";

const folder = mkdtempSync(join(tmpdir(), "pulumi-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a `pulumi` on the PATH that runs this Node.js program. */
async function pulumi(program: string) {
  const path = join(folder, "pulumi");
  writeFileSync(path, `#!${process.execPath}\n${program}`);
  chmodSync(path, 0o755);
  const run = await pulumiOnPath({ PATH: folder });
  if (run === undefined) throw new Error("There is no pulumi on the PATH.");
  return run;
}

const place = { cwd: folder, env: { CANARY: "yes" } };

describe("the Pulumi CLI on the PATH", () => {
  it("gets arguments, environment and input, and returns what it prints and its exit code", async () => {
    const run = await pulumi(`
      process.stdin.setEncoding("utf8").on("data", (text) => {
        console.log(process.argv.slice(2).join(" "), process.env.CANARY, process.cwd(), text);
        console.error("Failed.");
        process.exitCode = 6;
      });`);
    expect(await run(["stack", "ls"], { ...place, input: "é".repeat(10) })).toEqual({
      ...{ code: 6, stdout: `stack ls yes ${folder} ${"é".repeat(10)}\n`, stderr: "Failed.\n" },
    });
  });

  it("prints more than a pipe holds, and may leave its input unread", async () => {
    const text = `x${"é".repeat(1_500_000)}`;
    const run = await pulumi('process.stdout.write("x" + "é".repeat(1_500_000)); process.stdin.destroy();');
    const { code, stdout } = await run([], { ...place, input: text });
    expect([code, stdout === text]).toEqual([0, true]);
  });

  it("is stopped by an interruption", async () => {
    const run = await pulumi("setInterval(() => {}, 1000);");
    const interruption = new AbortController();
    const running = run([], { ...place, signal: interruption.signal });
    interruption.abort();
    await expect(running).rejects.toMatchObject({ code: "ABORT_ERR" });
  });

  it("counts as failed if a signal ends it", async () => {
    const run = await pulumi('process.kill(process.pid, "SIGKILL");');
    expect(await run([], place)).toMatchObject({ code: 1 });
  });

  it.each([true, false])("is in a process group of its own if it is shielded: %s", async (isDetached) => {
    const run = await pulumi(
      "try { process.kill(-process.pid, 0); console.log(true) } catch { console.log(false) }",
    );
    expect((await run([], { ...place, isDetached })).stdout).toBe(`${isDetached}\n`);
  });

  it("fails if it cannot be started", async () => {
    const run = await pulumi("");
    await expect(run([], { ...place, cwd: join(folder, "none") })).rejects.toMatchObject({ code: "ENOENT" });
  });
});
