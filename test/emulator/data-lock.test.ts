import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeLock } from "../../src/emulator/data/lock";

const dead = { pid: 2 ** 22 + 1, began: 1 };
const faster = { pid: process.ppid, began: 2 };

let folder = "";
let lock = "";
const write = (holder: object) => writeFileSync(lock, JSON.stringify(holder));
const written = () => JSON.parse(readFileSync(lock, "utf8"));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-lock-"));
  lock = join(folder, "world.lock");
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Others act whenever a lock's holder is looked for, which is when they can. */
function meanwhile(act: (pid: number) => void) {
  const kill = process.kill.bind(process);
  jest.spyOn(process, "kill").mockImplementation((pid, signal) => {
    act(pid);
    return kill(pid, signal);
  });
}

it("a dead one's lock is taken over, and nothing else is left of it", () => {
  write(dead);
  const release = takeLock(folder);
  expect(written()).toMatchObject({ pid: process.pid });
  release();
  expect(readdirSync(folder)).toEqual([]);
});

it("what cannot be read as a lock is taken over", () => {
  writeFileSync(lock, "half a lo");
  takeLock(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

it("the lock of one who was faster stays, and there is no moment in which a third could take it", () => {
  write(dead);
  const free: boolean[] = [];
  meanwhile((pid) => {
    if (pid === dead.pid) write(faster);
    free.push(!existsSync(lock));
  });
  expect(() => takeLock(folder)).toThrow(`process ${faster.pid}`);
  expect(written()).toEqual(faster);
  expect(free).toEqual([false, false]);
  expect(readdirSync(folder)).toEqual(["world.lock"]);
});

it("an heir that died while taking a lock over leaves it to the next one", () => {
  write(dead);
  const heir = { pid: dead.pid + 1, began: 1 };
  writeFileSync(`${lock}.${dead.pid}-${dead.began}.heir`, JSON.stringify(heir));
  takeLock(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

it("a lock that a living heir is about to remove is not removed by another one", () => {
  write(dead);
  const guard = `${lock}.${dead.pid}-${dead.began}.heir`;
  writeFileSync(guard, JSON.stringify(faster));
  expect(() => takeLock(folder)).toThrow("others keep taking it at the same time");
  expect(written()).toEqual(dead);
  expect(existsSync(guard)).toBe(true);
});
