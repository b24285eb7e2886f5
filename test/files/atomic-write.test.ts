import fs, {
  existsSync,
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
import { createPrivateFolder, writeAtomically, writeAtomicallySync } from "../../src/files";

let folder = "";
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-files-"));
  file = join(folder, "state.json");
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

async function withUmask(mask: number, act: () => Promise<void> | void): Promise<void> {
  const before = process.umask(mask);
  try {
    await act();
  } finally {
    process.umask(before);
  }
}

type Options = Parameters<typeof writeAtomicallySync>[2];
const writers = [
  ["writeAtomically", writeAtomically],
  [
    "writeAtomicallySync",
    async (path: string, content: string, options?: Options) => writeAtomicallySync(path, content, options),
  ],
] as const;

describe.each(writers)("%s", (_, write) => {
  it("creates the folder, replaces the file and leaves nothing else", async () => {
    file = join(folder, "deep", "state.json");
    await write(file, "old");
    await write(file, "new");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(readdirSync(join(folder, "deep"))).toEqual(["state.json"]);
  });

  it.each([0o000, 0o777])("makes a file private to its user under the umask %o", async (mask) => {
    await withUmask(mask, () => write(file, "secret"));
    expect(modeOf(file)).toBe(0o600);
  });

  it("lets the umask limit a file that others may read", async () => {
    await withUmask(0o027, () => write(file, "public", { mode: 0o644 }));
    expect(modeOf(file)).toBe(0o640);
  });

  it("does not write through a symbolic link at the temporary path", async () => {
    const victim = join(folder, "victim");
    const temporary = join(folder, "next");
    writeFileSync(victim, "untouched");
    symlinkSync(victim, temporary);
    await write(file, "new", { temporary });
    expect(readFileSync(victim, "utf8")).toBe("untouched");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(readdirSync(folder).sort()).toEqual(["state.json", "victim"]);
  });

  it("keeps the old file and leaves nothing else when it fails", async () => {
    mkdirSync(file);
    await expect(write(file, "new")).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(["state.json"]);
  });
});

describe("durability", () => {
  it("names the file if the disk is full", async () => {
    const full = () => Object.assign(new Error("ENOSPC: no space left on device, fsync"), { code: "ENOSPC" });
    jest.spyOn(fs, "fsync").mockImplementation((_, done) => done(full()));
    jest.spyOn(fs, "fsyncSync").mockImplementation(() => {
      throw full();
    });
    const named = { code: "ENOSPC", message: `ENOSPC: no space left on device, fsync '${file}'` };
    await expect(writeAtomically(file, "new")).rejects.toMatchObject(named);
    expect(() => writeAtomicallySync(file, "new")).toThrow(named.message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("syncs the content and the folder before it returns, also if file handles cannot sync", async () => {
    const synced: string[] = [];
    const open = promises.open.bind(promises);
    jest.spyOn(promises, "open").mockImplementation(async (path, ...rest) => {
      const handle = await open(path, ...rest);
      // As those of Yarn's PnP.
      handle.sync = () => Promise.reject(new Error("Method not implemented."));
      return handle;
    });
    const sync = fs.fsync;
    jest.spyOn(fs, "fsync").mockImplementation((descriptor, done) => {
      const kind = fs.fstatSync(descriptor).isDirectory() ? "folder" : "content";
      synced.push(`${kind}, renamed: ${existsSync(file)}`);
      sync(descriptor, done);
    });
    await writeAtomically(file, "new");
    expect(synced).toEqual(["content, renamed: false", "folder, renamed: true"]);
  });

  it("syncs them also when it does not wait", () => {
    const renamed: boolean[] = [];
    const sync = fs.fsyncSync;
    jest.spyOn(fs, "fsyncSync").mockImplementation((handle) => {
      renamed.push(existsSync(file));
      sync(handle);
    });
    writeAtomicallySync(file, "new");
    expect(renamed).toEqual([false, true]);
  });

  it("tolerates a folder that cannot be synced", async () => {
    const open = promises.open.bind(promises);
    jest.spyOn(promises, "open").mockImplementation(async (path, ...rest) => {
      if (path === folder) throw new Error("not supported");
      return open(path, ...rest);
    });
    await writeAtomically(file, "new");
    expect(readFileSync(file, "utf8")).toBe("new");
  });
});

describe("a backup", () => {
  it("holds the previous content, with and without hard links", async () => {
    await writeAtomically(file, "first", { backup: true });
    expect(readdirSync(folder)).toEqual(["state.json"]);
    await writeAtomically(file, "second", { backup: true });
    expect(readFileSync(`${file}.bak`, "utf8")).toBe("first");
    jest.spyOn(promises, "link").mockRejectedValue(Object.assign(new Error("no links"), { code: "EPERM" }));
    await writeAtomically(file, "third", { backup: true });
    expect(readFileSync(`${file}.bak`, "utf8")).toBe("second");
    expect(readFileSync(file, "utf8")).toBe("third");
    expect(readdirSync(folder).sort()).toEqual(["state.json", "state.json.bak"]);
  });
});

describe("a private folder", () => {
  it("can be entered by its user alone, whatever the umask is", async () => {
    const path = join(folder, "deep", "private");
    await withUmask(0o000, () => createPrivateFolder(path));
    expect(modeOf(path)).toBe(0o700);
    expect(modeOf(join(folder, "deep"))).toBe(0o700);
    const other = join(folder, "other");
    await withUmask(0o777, () => createPrivateFolder(other));
    expect(modeOf(other)).toBe(0o700);
  });

  it("keeps its permissions if it exists", () => {
    const path = join(folder, "shared");
    mkdirSync(path);
    fs.chmodSync(path, 0o755);
    createPrivateFolder(path);
    expect(modeOf(path)).toBe(0o755);
  });
});
