import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureFolder } from "../../src/files";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("creates a folder and those above it, with the given permissions", () => {
  const path = join(folder, "a/b/c");
  expect(ensureFolder(path, 0o700)).toBe(true);
  for (const one of ["a", "a/b", "a/b/c"]) {
    const status = statSync(join(folder, one));
    expect([status.isDirectory(), status.mode & 0o777]).toEqual([true, 0o700]);
  }
  expect(ensureFolder(path, 0o755)).toBe(false);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it("fails if a file is in the way", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => ensureFolder(join(folder, "file"))).toThrow("EEXIST");
  expect(() => ensureFolder(join(folder, "file/below"))).toThrow("ENOTDIR");
  expect(() => ensureFolder(join(folder, "file/far/below"))).toThrow("ENOTDIR");
});

(existsSync("/proc/self") ? it : it.skip)("fails where the system says that a new folder is missing", () => {
  expect(() => ensureFolder("/proc/nowhere")).toThrow("ENOENT");
  expect(() => ensureFolder("/proc/nowhere/below")).toThrow("ENOENT");
});
