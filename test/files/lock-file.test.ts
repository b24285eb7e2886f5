import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { acquireLock } from "../../src/files";

const dead = { pid: 2 ** 22 + 1, startedAt: 1 };
const living = { pid: process.ppid, startedAt: 2 };

let folder = "";
let lock = "";
const write = (owner: object) => writeFileSync(lock, JSON.stringify(owner));
const written = () => JSON.parse(readFileSync(lock, "utf8"));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-lock-"));
  lock = join(folder, "the.lock");
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** The start time of a process: field 22 of /proc/PID/stat. Undefined where that does not exist. */
function startOf(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  return readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")[22 - 3];
}

function acquire(options?: { staleBefore: number }): () => void {
  const result = acquireLock(lock, options);
  if (result.status !== "acquired") throw new Error(`the lock is ${result.status}`);
  return result.release;
}

/** Runs `act` whenever the lock file asks whether a process is alive, which is when other processes can interfere. */
function onLivenessCheck(act: (pid: number) => void) {
  const kill = process.kill.bind(process);
  jest.spyOn(process, "kill").mockImplementation((pid, signal) => {
    act(pid);
    return kill(pid, signal);
  });
}

it("names its owner, can be read by this user alone, and is removed once it is released", () => {
  const release = acquire();
  expect(written()).toEqual({
    pid: process.pid,
    host: hostname(),
    processStart: startOf(process.pid),
    startedAt: performance.timeOrigin,
  });
  expect(statSync(lock).mode & 0o077).toBe(0);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

it("is not acquired twice, not even by the process that holds it", () => {
  const release = acquire();
  expect(acquireLock(lock)).toMatchObject({ status: "held", owner: { pid: process.pid } });
  release();
  acquire();
});

it("takes over the lock of a dead process and leaves nothing else", () => {
  write(dead);
  const release = acquire();
  expect(written()).toMatchObject({ pid: process.pid });
  release();
  expect(readdirSync(folder)).toEqual([]);
});

it("does not take over the lock of another machine or container, on which the same id belongs to another process", () => {
  for (const owner of [dead, { pid: process.pid, startedAt: 1 }]) {
    write({ ...owner, host: "another-container" });
    expect(acquireLock(lock)).toMatchObject({ status: "held", isElsewhere: true });
    expect(written()).toMatchObject({ host: "another-container" });
  }
  acquire({ staleBefore: Date.now() + 60_000 });
});

it("takes over the lock of a dead process of this machine", () => {
  write({ ...dead, host: hostname() });
  acquire();
  expect(written()).toMatchObject({ pid: process.pid });
});

it("takes over the lock of a process whose id was reused, if the system reports when processes start", () => {
  const start = startOf(process.ppid);
  write({ ...living, host: hostname(), processStart: start });
  expect(acquireLock(lock)).toMatchObject({ status: "held", isElsewhere: false });
  write({ ...living, host: hostname(), processStart: `${Number(start) + 1}` });
  if (start === undefined) expect(acquireLock(lock).status).toBe("held");
  else acquire();
});

it("takes over the lock of an earlier process with the same id", () => {
  write({ pid: process.pid, startedAt: 1 });
  acquire();
  expect(written()).toMatchObject({ startedAt: performance.timeOrigin });
});

it.each(["half a lo", "{}", "null", '{"pid":"7"}', ""])("takes over a lock that reads %j", (text) => {
  writeFileSync(lock, text);
  acquire()();
  expect(readdirSync(folder)).toEqual([]);
});

it("takes over a running process's lock only once it counts as abandoned", () => {
  write(living);
  utimesSync(lock, 1000, 1000);
  expect(acquireLock(lock, { staleBefore: 1_000_000 })).toMatchObject({ status: "held", owner: living });
  acquire({ staleBefore: 1_000_001 });
  expect(written()).toMatchObject({ pid: process.pid });
});

it("never counts the lock of a process as abandoned that the system reports to be its owner", () => {
  const start = startOf(process.ppid);
  write({ ...living, host: hostname(), processStart: start });
  utimesSync(lock, 1000, 1000);
  const { status } = acquireLock(lock, { staleBefore: 1_000_001 });
  expect(status).toBe(start === undefined ? "acquired" : "held");
});

it("does not release a lock that another process has taken over", () => {
  const release = acquire();
  write(living);
  release();
  expect(written()).toEqual(living);
});

it("works on a file system without hard links", () => {
  jest.spyOn(fs, "linkSync").mockImplementation(() => {
    throw Object.assign(new Error("no links"), { code: "EPERM" });
  });
  const release = acquire();
  expect(acquireLock(lock).status).toBe("held");
  release();
  expect(readdirSync(folder)).toEqual([]);
});

it("throws the system's error if the file cannot be written", () => {
  expect(() => acquireLock(join(folder, "none", "the.lock"))).toThrow("ENOENT");
});

it("keeps the lock of a process that was faster, and never leaves a moment without a lock", () => {
  write(dead);
  const isFree: boolean[] = [];
  onLivenessCheck((pid) => {
    if (pid === dead.pid) write(living);
    isFree.push(!existsSync(lock));
  });
  expect(acquireLock(lock)).toEqual({ status: "held", owner: living, isElsewhere: false });
  expect(written()).toEqual(living);
  expect(isFree).toEqual([false, false]);
  expect(readdirSync(folder)).toEqual(["the.lock"]);
});

it("takes over from a process that died while it took a lock over", () => {
  write(dead);
  const successor = { pid: dead.pid + 1, startedAt: 1 };
  writeFileSync(`${lock}.${dead.pid}-${dead.startedAt}.heir`, JSON.stringify(successor));
  acquire()();
  expect(readdirSync(folder)).toEqual([]);
});

it("does not remove an abandoned lock that a living process is about to remove", () => {
  write(dead);
  const guard = `${lock}.${dead.pid}-${dead.startedAt}.heir`;
  writeFileSync(guard, JSON.stringify(living));
  expect(acquireLock(lock)).toEqual({ status: "contended" });
  expect(written()).toEqual(dead);
  expect(existsSync(guard)).toBe(true);
});
