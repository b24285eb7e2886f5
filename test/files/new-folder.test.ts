import {
  mkdirSync,
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
import { checkNewFolder, createFolder, FolderExistsError } from "../../src/files";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "nodecloud-new-folder-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const files = new Map([
  ["a.txt", "one"],
  ["sub/b.txt", "two"],
]);

describe("a new folder", () => {
  it.each([
    ["that does not exist", () => undefined],
    ["whose parents do not exist", () => rmSync(parent, { recursive: true })],
    ["that is empty", (path: string) => mkdirSync(path)],
  ])("%s gets all files, and nothing else is left next to it", async (_, prepare) => {
    const path = join(parent, "new");
    prepare(path);
    await checkNewFolder(path);
    await createFolder(path, files);
    expect(readdirSync(parent)).toEqual(["new"]);
    expect(readdirSync(path).sort()).toEqual(["a.txt", "sub"]);
    expect(readFileSync(join(path, "a.txt"), "utf8")).toBe("one");
    expect(readFileSync(join(path, "sub/b.txt"), "utf8")).toBe("two");
  });

  it.each([
    [
      "a folder with a file",
      /is not empty/,
      (path: string) => {
        mkdirSync(path);
        writeFileSync(join(path, ".x"), "mine");
      },
    ],
    ["a file", /is a file/, (path: string) => writeFileSync(path, "mine")],
    ["a link to a folder with a file", /is not empty/, (path: string) => symlinkSync(parent, path)],
  ])("is refused if %s has its name, which stays unchanged", async (_, message, prepare) => {
    const path = join(parent, "new");
    prepare(path);
    const before = readdirSync(parent, { recursive: true });
    await expect(checkNewFolder(path)).rejects.toThrow(message);
    await expect(createFolder(path, files)).rejects.toThrow(FolderExistsError);
    expect(readdirSync(parent, { recursive: true })).toEqual(before);
  });

  it("is filled and not replaced if it is the current folder, and an error leaves it empty", async () => {
    const folder = join(parent, "new");
    mkdirSync(folder);
    const { ino } = statSync(folder);
    const before = process.cwd();
    try {
      process.chdir(folder);
      await expect(createFolder(".", new Map([...files, ["a.txt/c.txt", "three"]]))).rejects.toThrow();
      expect(readdirSync(folder)).toEqual([]);
      await createFolder(".", files);
      expect(statSync(folder).ino).toBe(ino);
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["a.txt", "sub", "sub/b.txt"]);
      await expect(createFolder(".", files)).rejects.toThrow(/is not empty/);
    } finally {
      process.chdir(before);
    }
  });

  it("takes files of bytes as they are", async () => {
    const bytes = Uint8Array.from([0, 255, 13, 10]);
    await createFolder(join(parent, "new"), new Map([["image.png", bytes]]));
    expect(readFileSync(join(parent, "new/image.png"))).toEqual(Buffer.from(bytes));
  });

  it("makes files that begin with #! executable", async () => {
    const scripts = new Map<string, string | Uint8Array>([
      ["text.sh", "#!/bin/sh\n"],
      ["bytes.sh", Buffer.from("#!/bin/sh\n")],
      ["heading.md", "# !\n"],
      ["empty", ""],
    ]);
    await createFolder(join(parent, "new"), scripts);
    const executable = [...scripts.keys()].filter(
      (name) => (statSync(join(parent, "new", name)).mode & 0o100) !== 0,
    );
    expect(executable).toEqual(["text.sh", "bytes.sh"]);
  });

  it("leaves nothing if a file cannot be written", async () => {
    const path = join(parent, "new");
    const broken = new Map([...files, ["a.txt/c.txt", "three"]]);
    await expect(createFolder(path, broken)).rejects.toThrow();
    expect(readdirSync(parent)).toEqual([]);
  });
});
