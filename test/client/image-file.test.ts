import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stat, truncate } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { NodecloudError, prepareImageFile } from "../../src/client";

const folder = mkdtempSync(join(tmpdir(), "image-file-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const gzipMagic = Buffer.from([0x1f, 0x8b]);

function written(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A sparse file of any size that has only its first bytes on disk. */
async function sparseFile(name: string, start: Buffer, size: number): Promise<string> {
  const path = written(name, start);
  await truncate(path, size);
  return path;
}

const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith("nodecloud-image-"));

describe("an image file", () => {
  it("that is gzip-compressed is used as it is, whatever its name", async () => {
    for (const name of ["a.img.gz", "a.img", "a"]) {
      const path = written(name, gzipSync("x".repeat(1000)));
      const before = temporary();
      const file = await prepareImageFile(path);
      expect(file).toMatchObject({ path, length: (await stat(path)).size });
      expect(temporary()).toEqual(before);
      await file.dispose();
      expect(readFileSync(path)).toEqual(gzipSync("x".repeat(1000)));
    }
  });

  it("that is raw is compressed into a temporary file that only its owner can read, and that dispose deletes", async () => {
    const path = written("raw.img", "raw".repeat(10_000));
    const before = temporary();
    const file = await prepareImageFile(path);
    expect(file.path).not.toBe(path);
    expect(gunzipSync(readFileSync(file.path)).toString()).toBe("raw".repeat(10_000));
    const { size, mode } = await stat(file.path);
    expect([size, mode & 0o777]).toEqual([file.length, 0o600]);
    expect(temporary()).toHaveLength(before.length + 1);
    await file.dispose();
    await file.dispose();
    expect(temporary()).toEqual(before);
    expect(readFileSync(path, "utf8")).toBe("raw".repeat(10_000));
  });

  it("that is raw is not compressed to its end once the caller aborts that", async () => {
    const path = await sparseFile("endless.img", Buffer.from("raw"), 1e12);
    const before = temporary();
    const stop = new AbortController();
    const work = prepareImageFile(path, { signal: stop.signal });
    while (temporary().length === before.length) await setImmediate();
    stop.abort();
    await expect(work).rejects.toMatchObject({
      code: "aborted",
      effect: "none",
      message: `Compressing the image file ${JSON.stringify(path)} was aborted. Nothing was sent.`,
    });
    expect(temporary()).toEqual(before);
    await expect(prepareImageFile(path, { signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
  });

  it("that is raw deletes the temporary files of killed processes, and no others", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const folderOf = (host: string, owner: number) => `nodecloud-image-${host}-${owner}-test`;
    const [killed, running, elsewhere] = [
      folderOf(hostname(), pid),
      folderOf(hostname(), process.ppid),
      folderOf("elsewhere", pid),
    ];
    const paths = [killed, running, elsewhere].map((name) => join(tmpdir(), name));
    for (const path of paths) {
      mkdirSync(path);
      writeFileSync(join(path, "image.img.gz"), "");
    }
    try {
      const file = await prepareImageFile(written("next.img", "raw"));
      await file.dispose();
      const left = temporary();
      expect(left).not.toContain(killed);
      expect(left).toEqual(expect.arrayContaining([running, elsewhere]));
    } finally {
      for (const path of paths) rmSync(path, { recursive: true, force: true });
    }
  });

  it("of one byte is raw", async () => {
    const file = await prepareImageFile(written("one.img", "\x1f"));
    expect(gunzipSync(readFileSync(file.path)).toString()).toBe("\x1f");
    await file.dispose();
  });

  it.each<[string, () => string, RegExp]>([
    ["does not exist", () => join(folder, "missing.img"), /there is no such file;/],
    ["does not exist in the current folder", () => "missing.img", /there is no such file in .+;/],
    [
      "is a folder",
      () => {
        const path = join(folder, "a-folder");
        mkdirSync(path, { recursive: true });
        return path;
      },
      /it is not a file/,
    ],
    ["is empty", () => written("empty.img", ""), /it is empty/],
    ["is empty and named .gz", () => written("empty.img.gz", ""), /it is empty/],
    [
      "is named .gz but not compressed",
      () => written("fake.img.gz", "raw"),
      /named \.gz but is not gzip-compressed/,
    ],
  ])("that %s is refused with an error that names it", async (_, make, rule) => {
    const path = make();
    const error: unknown = await prepareImageFile(path).catch((reason: unknown) => reason);
    if (!(error instanceof NodecloudError))
      throw new Error(`expected a NodecloudError, got ${String(error)}`);
    expect(error).toMatchObject({ code: "input", fieldErrors: [{ field: "file" }] });
    expect(error.message).toMatch(rule);
    expect(error.message).toContain(JSON.stringify(path));
    expect(error.message).toContain("Nothing was sent.");
  });

  it("may have at most 5,000,000,000 bytes compressed, which is checked without reading it", async () => {
    const rss = process.memoryUsage().rss;
    const most = await prepareImageFile(await sparseFile("most.img.gz", gzipMagic, 5_000_000_000));
    expect(most.length).toBe(5_000_000_000);
    const beyond = await sparseFile("beyond.img.gz", gzipMagic, 5_000_000_001);
    await expect(prepareImageFile(beyond)).rejects.toMatchObject({
      code: "input",
      message: expect.stringContaining("more than 5 GB (5,000,000,000 bytes) compressed"),
    });
    expect(process.memoryUsage().rss - rss).toBeLessThan(100_000_000);
  });
});
