import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator } from "../../src/emulator";

let parent = "";
let folder = "";
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "nodecloud-privacy-"));
  folder = join(parent, "world");
});
afterEach(() => rmSync(parent, { recursive: true }));

/** Starts an emulator on the folder, changes its world, and stops it. */
function use(): void {
  const emulator = createEmulator({ data: folder, world: createEmulator().control.world() });
  try {
    emulator.control.snapshots.save("one");
    emulator.control.clock.advance(1000);
    emulator.control.reset();
  } finally {
    emulator.close();
  }
}

test("nobody else can read the folder and its files, whatever the umask is", () => {
  const before = process.umask(0);
  try {
    use();
  } finally {
    process.umask(before);
  }
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  expect(modes.length).toBeGreaterThan(3);
  expect(Object.fromEntries(modes)).toEqual(Object.fromEntries(modes.map(([name]) => [name, 0o600])));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.each(["world.first.new", "one.named-snapshot.new"])(
  "a symbolic link in place of the temporary file %s is not followed",
  (name) => {
    use();
    const victim = join(parent, "victim");
    writeFileSync(victim, "untouched");
    symlinkSync(victim, join(folder, name));
    use();
    expect(readFileSync(victim, "utf8")).toBe("untouched");
    expect(existsSync(join(folder, name))).toBe(false);
  },
);

test("a symbolic link in place of the journal is not followed", () => {
  const victim = join(parent, "victim");
  use();
  rmSync(join(folder, "world.journal"));
  writeFileSync(victim, "");
  symlinkSync(victim, join(folder, "world.journal"));
  expect(use).toThrow();
  expect(readFileSync(victim, "utf8")).toBe("");
});

test("the lock of another container is kept, and the error says what to do", () => {
  use();
  const lock = join(folder, "world.lock");
  writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: "another-container", startedAt: 1 }));
  expect(use).toThrow(
    `${folder} is locked by an emulator on another-container (process 4194305), which may still be running or may have been killed. Stop it, or delete ${lock} if it is not running.`,
  );
  rmSync(lock);
  use();
});
