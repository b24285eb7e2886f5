import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VirtualClock } from "../../src/clock";
import type { LockWait } from "../../src/lifecycle";
import { deadlineAfter } from "../../src/lifecycle/deadline";
import { machineLocks } from "../../src/plugin/machine-locks";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "locks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const progress: string[] = [];

function wait(clock: VirtualClock, timeout = "10m"): LockWait {
  progress.length = 0;
  const reportProgress = (what: string) => void progress.push(what);
  return { deadline: deadlineAfter(clock, timeout), reportProgress, holderActivity: "creates widgets" };
}

/** Creates the file of a lock that a process with this id holds. */
async function createHeldLock(owner: number, host?: string): Promise<string> {
  const clock = new VirtualClock();
  let name = "";
  await machineLocks(folder, clock).run(
    "key",
    async () => {
      [name = ""] = readdirSync(folder);
    },
    wait(clock),
  );
  writeFileSync(join(folder, name), JSON.stringify({ pid: owner, host }));
  return join(folder, name);
}

describe("a lock between processes", () => {
  it("is released, even if the function fails", async () => {
    const clock = new VirtualClock();
    const locks = machineLocks(folder, clock);
    const failing = locks.run("key", async () => Promise.reject(new Error("no")), wait(clock));
    await expect(failing).rejects.toThrow("no");
    expect(await locks.run("key", async () => 1, wait(clock))).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that cannot be written says that nothing was created", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const clock = new VirtualClock();
    await expect(
      machineLocks(join(file, "locks"), clock).run("key", async () => 1, wait(clock)),
    ).rejects.toThrow(
      /^Could not write a lock to .*: ENOTDIR: .*\. Nothing was created\. Set NODECLOUD_HOME to a writable folder\.$/,
    );
  });

  it("is waited for while another process holds it, and taken when that process has ended", async () => {
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
    const ended = new Promise((resolve) => other.once("exit", resolve));
    await createHeldLock(other.pid ?? 0);
    const clock = new VirtualClock();
    let isTaken = false;
    const work = machineLocks(folder, clock).run(
      "key",
      async () => {
        isTaken = true;
      },
      wait(clock),
    );
    await clock.advance(60_000);
    expect(isTaken).toBe(false);
    expect(progress).toEqual([`waiting while process ${other.pid} of this machine creates widgets`]);
    other.kill("SIGKILL");
    await ended;
    await clock.run(work);
    expect(isTaken).toBe(true);
  });

  it.each([
    [undefined, "this machine"],
    ["elsewhere", "elsewhere"],
  ])("is given up at the deadline with the process that holds it (host: %s)", async (host, where) => {
    const file = await createHeldLock(process.ppid, host);
    const clock = new VirtualClock();
    utimesSync(file, clock.now() / 1000, clock.now() / 1000);
    const startedAt = clock.now();
    let isTaken = false;
    const work = async () => {
      isTaken = true;
    };
    await expect(clock.run(machineLocks(folder, clock).run("key", work, wait(clock, "90s")))).rejects.toThrow(
      `Timed out after 1m30s: process ${process.ppid} of ${where} creates widgets, and only one at a time can. Nothing was created. Run`,
    );
    expect([isTaken, clock.now() - startedAt]).toEqual([false, 90_000]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it.each([
    ["an earlier process of the same id", process.pid, 0],
    ["another process for longer than any lock is held", process.ppid, 21 * 60],
  ])("is taken over from %s", async (_, owner, secondsAgo) => {
    const clock = new VirtualClock();
    const file = await createHeldLock(owner);
    const changed = clock.now() / 1000 - secondsAgo;
    utimesSync(file, changed, changed);
    expect(await clock.run(machineLocks(folder, clock).run("key", async () => 1, wait(clock)))).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
