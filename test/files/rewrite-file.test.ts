import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import promises from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rewriteFile } from "../../src/files";

let folder = "";
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-files-"));
  file = join(folder, "settings.yaml");
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o7777;
const inodeOf = (path: string) => statSync(path).ino;
const failWith = (code: string) => Object.assign(new Error(`${code}: no`), { code });

it("creates a file and its folder", async () => {
  const path = join(folder, "deep", "settings.yaml");
  await rewriteFile(path, "new", 0o644);
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(modeOf(path)).toBe(0o644);
});

it.each([0o600, 0o664, 0o640])("replaces a file atomically and keeps its permissions %o", async (mode) => {
  writeFileSync(file, "old");
  chmodSync(file, mode);
  const before = inodeOf(file);
  await rewriteFile(file, "new", 0o644);
  expect(readFileSync(file, "utf8")).toBe("new");
  expect(modeOf(file)).toBe(mode);
  expect(inodeOf(file)).not.toBe(before);
  expect(readdirSync(folder)).toEqual(["settings.yaml"]);
});

const asRoot = process.getuid?.() === 0 ? it : it.skip;
asRoot("keeps the owner and the group", async () => {
  writeFileSync(file, "old");
  chmodSync(file, 0o660);
  chownSync(file, 1234, 2345);
  await rewriteFile(file, "new", 0o644);
  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 2345 });
  expect(modeOf(file)).toBe(0o660);
  for (const [uid, gid] of [
    [0, 2345],
    [1234, 0],
  ] as const) {
    chownSync(file, uid, gid);
    await rewriteFile(file, "newer", 0o644);
    expect(statSync(file)).toMatchObject({ uid, gid });
  }
});

it("changes no owner that is right", async () => {
  writeFileSync(file, "old");
  chmodSync(file, 0o600);
  const open = promises.open.bind(promises);
  jest.spyOn(promises, "open").mockImplementation(async (...call) => {
    const handle = await open(...call);
    handle.chown = () => Promise.reject(failWith("EIO"));
    return handle;
  });
  await rewriteFile(file, "new", 0o644);
  expect(readFileSync(file, "utf8")).toBe("new");
});

it("keeps a link, and replaces what it leads to", async () => {
  mkdirSync(join(folder, "shared"));
  const target = join(folder, "shared", "base.yaml");
  writeFileSync(target, "old");
  symlinkSync("shared/base.yaml", join(folder, "first"));
  symlinkSync("first", file);
  await rewriteFile(file, "new", 0o644);
  expect(readFileSync(target, "utf8")).toBe("new");
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(lstatSync(join(folder, "first")).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(folder, "shared"))).toEqual(["base.yaml"]);
});

it("creates the missing file that a link leads to", async () => {
  symlinkSync("missing.yaml", file);
  await rewriteFile(file, "new", 0o600);
  expect(readFileSync(join(folder, "missing.yaml"), "utf8")).toBe("new");
  expect(modeOf(file)).toBe(0o600);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
});

it("writes a file with another name in place", async () => {
  writeFileSync(file, "old");
  linkSync(file, join(folder, "other"));
  await rewriteFile(file, "new", 0o644);
  expect(readFileSync(join(folder, "other"), "utf8")).toBe("new");
});

it.each(["EBUSY", "EXDEV", "EACCES", "EPERM", "EROFS", "ENOTSUP", "ENOSYS"])(
  "writes a file in place that cannot be replaced: %s",
  async (code) => {
    writeFileSync(file, "old content");
    const before = inodeOf(file);
    jest.spyOn(promises, "rename").mockRejectedValue(failWith(code));
    await rewriteFile(file, "new", 0o644);
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(inodeOf(file)).toBe(before);
    expect(readdirSync(folder)).toEqual(["settings.yaml"]);
  },
);

it("leaves a file as it is if its replacement fails for another reason", async () => {
  writeFileSync(file, "old");
  jest.spyOn(promises, "rename").mockRejectedValue(failWith("ENOSPC"));
  await expect(rewriteFile(file, "new", 0o644)).rejects.toThrow("ENOSPC");
  expect(readFileSync(file, "utf8")).toBe("old");
});

it("does not replace a folder", async () => {
  mkdirSync(file);
  await expect(rewriteFile(file, "new", 0o644)).rejects.toThrow("EISDIR");
  expect(existsSync(file)).toBe(true);
});
