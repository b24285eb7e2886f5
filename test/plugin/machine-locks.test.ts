import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VirtualClock } from "../../src/clock";
import { machineLocks } from "../../src/plugin/machine-locks";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "locks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Creates the file of a lock that a process with this id holds. */
async function createHeldLock(owner: number): Promise<string> {
  const clock = new VirtualClock();
  let name = "";
  await machineLocks(folder, clock).run("key", async () => {
    [name = ""] = readdirSync(folder);
  });
  writeFileSync(join(folder, name), JSON.stringify({ pid: owner }));
  return join(folder, name);
}

describe("a lock between processes", () => {
  it("is released, even if the function fails", async () => {
    const locks = machineLocks(folder, new VirtualClock());
    await expect(locks.run("key", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await locks.run("key", async () => 1)).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is waited for while another process holds it, and taken when that process has ended", async () => {
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
    const ended = new Promise((resolve) => other.once("exit", resolve));
    await createHeldLock(other.pid ?? 0);
    const clock = new VirtualClock();
    let isTaken = false;
    const work = machineLocks(folder, clock).run("key", async () => {
      isTaken = true;
    });
    await clock.advance(60_000);
    expect(isTaken).toBe(false);
    other.kill("SIGKILL");
    await ended;
    await clock.run(work);
    expect(isTaken).toBe(true);
  });

  it.each([
    ["an earlier process of the same id", process.pid, 0],
    ["another process for longer than any lock is held", process.ppid, 21 * 60],
  ])("is taken over from %s", async (_, owner, secondsAgo) => {
    const clock = new VirtualClock();
    const file = await createHeldLock(owner);
    const changed = clock.now() / 1000 - secondsAgo;
    utimesSync(file, changed, changed);
    expect(await clock.run(machineLocks(folder, clock).run("key", async () => 1))).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
