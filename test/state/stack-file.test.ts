import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  backendAt,
  backUpStack,
  listStacks,
  lockOwners,
  lockStack,
  parseStackName,
  readStackFile,
  removeLocks,
  removeStackFile,
  stackPaths,
  writeStackFile,
} from "../../src/state";
import { golden, temporaryFolder } from "./fixtures";

const folder = temporaryFolder();
let count = 0;
const newBackend = () => backendAt(join(folder, `backend-${count++}`));

describe("a stack's file", () => {
  it("is written as a whole, with meta.yaml and the previous file as .bak", async () => {
    const backend = newBackend();
    await writeStackFile(backend, "shop", "dev", { version: 3, checkpoint: { stack: "a" } });
    await writeStackFile(backend, "shop", "dev", golden);
    expect(readFileSync(join(backend.folder, "meta.yaml"), "utf8")).toBe("version: 1\n");
    expect(readdirSync(join(backend.folder, "stacks/shop")).sort()).toEqual(["dev.json", "dev.json.bak"]);
    expect(
      JSON.parse(readFileSync(join(backend.folder, "stacks/shop/dev.json.bak"), "utf8")).checkpoint.stack,
    ).toBe("a");
    expect((await readStackFile(backend, "shop", "dev"))?.salt).toContain("v1:");
  });

  it("is named by the error if it was compressed and is damaged", async () => {
    const backend = newBackend();
    await writeStackFile(backend, "shop", "dev", golden);
    const { state } = stackPaths(backend, "shop", "dev");
    utimesSync(state, 1, 1);
    writeFileSync(`${state}.gz`, gzipSync(JSON.stringify(golden)).subarray(0, 40));
    await expect(readStackFile(backend, "shop", "dev")).rejects.toThrow(
      `The state at ${state}.gz cannot be decompressed (unexpected end of file). Nothing was changed.`,
    );
  });

  it("is read if it is compressed with gzip and rejected with zstd, and the newest file counts", async () => {
    const backend = newBackend();
    await writeStackFile(backend, "shop", "dev", { version: 3, checkpoint: {} });
    const { state } = stackPaths(backend, "shop", "dev");
    utimesSync(state, 1, 1);
    writeFileSync(`${state}.gz`, gzipSync(JSON.stringify(golden)));
    expect((await readStackFile(backend, "shop", "dev"))?.json.resources).toHaveLength(6);
    utimesSync(`${state}.gz`, 2, 2);
    writeFileSync(`${state}.zst`, "x");
    await expect(readStackFile(backend, "shop", "dev")).rejects.toThrow("zstd");
    await writeStackFile(backend, "shop", "dev", golden);
    expect(readdirSync(join(backend.folder, "stacks/shop")).sort()).toEqual([
      "dev.json",
      "dev.json.bak",
      "dev.json.gz.bak",
      "dev.json.zst.bak",
    ]);
  });

  it("is written without the .attrs file of a killed CLI, which would prevent any CLI from reading it", async () => {
    const backend = newBackend();
    const { state } = stackPaths(backend, "shop", "dev");
    await writeStackFile(backend, "shop", "dev", golden);
    writeFileSync(`${state}.attrs`, "");
    await writeStackFile(backend, "shop", "dev", golden);
    expect(existsSync(`${state}.attrs`)).toBe(false);
  });

  it("is rejected in the old layout without projects", async () => {
    const backend = newBackend();
    mkdirSync(join(backend.folder, "stacks"), { recursive: true });
    writeFileSync(join(backend.folder, "stacks", "dev.json"), JSON.stringify(golden));
    await expect(readStackFile(backend, "shop", "dev")).rejects.toThrow("old layout without projects");
  });

  it("is rejected if it is damaged, without printing its content", async () => {
    const backend = newBackend();
    await writeStackFile(backend, "shop", "dev", golden);
    writeFileSync(stackPaths(backend, "shop", "dev").state, '{"password": "hunter2-canary" broken');
    await expect(readStackFile(backend, "shop", "dev")).rejects.toThrow(
      /is not JSON(?!.*hunter2-canary).* Restore the file, for example from the .bak file/s,
    );
  });

  it("is listed and removed by the name of its stack", async () => {
    const backend = newBackend();
    await writeStackFile(backend, "shop", "dev", golden);
    await writeStackFile(backend, "shop", "prod", golden);
    expect(await listStacks(backend, "shop")).toEqual(["dev", "prod"]);
    expect(await listStacks(backend, "other")).toEqual([]);
    await backUpStack(backend, "shop", "dev", "1700000000000000000");
    await removeStackFile(backend, "shop", "dev", { removeBackups: false });
    expect(await listStacks(backend, "shop")).toEqual(["prod"]);
    expect(await readStackFile(backend, "shop", "dev")).toBeUndefined();
    const { state, backups } = stackPaths(backend, "shop", "dev");
    expect(JSON.parse(readFileSync(`${state}.bak`, "utf8"))).toEqual(golden);
    expect(readdirSync(backups)).toEqual(["dev.1700000000000000000.json"]);
    await removeStackFile(backend, "shop", "dev", { removeBackups: true });
    expect(existsSync(`${state}.bak`)).toBe(false);
    expect(existsSync(backups)).toBe(false);
  });
});

describe("a state file that cannot be renamed", () => {
  it("is not reported as removed", async () => {
    const backend = newBackend();
    await writeStackFile(backend, "shop", "dev", golden);
    mkdirSync(join(`${stackPaths(backend, "shop", "dev").state}.bak`, "in-the-way"), { recursive: true });
    await expect(removeStackFile(backend, "shop", "dev", { removeBackups: false })).rejects.toThrow(
      "dev.json",
    );
    expect(await listStacks(backend, "shop")).toEqual(["dev"]);
  });
});

describe("the lock", () => {
  it("is a file in the CLI's format and excludes others until it is released", async () => {
    const backend = newBackend();
    const unlock = await lockStack(backend, "shop", "dev", "2024-05-01T10:00:00Z");
    const { locks } = stackPaths(backend, "shop", "dev");
    const [name = ""] = readdirSync(locks);
    expect(name).toMatch(/^[0-9a-f-]{36}\.json$/);
    expect(JSON.parse(readFileSync(join(locks, name), "utf8"))).toEqual({
      pid: process.pid,
      username: expect.any(String),
      hostname: expect.any(String),
      timestamp: "2024-05-01T10:00:00Z",
    });
    await expect(lockStack(backend, "shop", "dev", "now")).rejects.toThrow(`process ${process.pid}`);
    await lockStack(backend, "shop", "prod", "now");
    await unlock();
    await (await lockStack(backend, "shop", "dev", "now"))();
    expect(readdirSync(locks)).toEqual([]);
  });

  it.each([
    ["is running", { hostname: hostname(), pid: process.pid }, ", which is running"],
    ["is not running", { hostname: hostname(), pid: 2 ** 22 + 1 }, ", which is not running"],
    ["is on another machine", { hostname: "ci-7", pid: process.pid }, ""],
  ])("names its process, which %s", async (_, owner, status) => {
    const backend = newBackend();
    const { locks } = stackPaths(backend, "shop", "dev");
    mkdirSync(locks, { recursive: true });
    const path = join(locks, "one.json");
    writeFileSync(path, JSON.stringify({ ...owner, username: "ann", timestamp: "now" }));
    const description = `${path}: ann@${owner.hostname} (process ${owner.pid}${status}) since now`;
    expect(await lockOwners(backend, "shop", "dev")).toEqual([description]);
    await expect(lockStack(backend, "shop", "dev", "now")).rejects.toThrow(`\n  ${description}`);
  });

  it("is removed together with its .attrs file, which alone is not a lock", async () => {
    const backend = newBackend();
    const { locks } = stackPaths(backend, "shop", "dev");
    mkdirSync(locks, { recursive: true });
    writeFileSync(join(locks, "one.json"), "{}");
    writeFileSync(join(locks, "one.json.attrs"), "{}");
    expect(await removeLocks(backend, "shop", "dev")).toHaveLength(1);
    expect(readdirSync(locks)).toEqual([]);
    writeFileSync(join(locks, "two.json.attrs"), "{}");
    await (await lockStack(backend, "shop", "dev", "now"))();
  });

  it("is held by at most one of many concurrent callers, which write separate files", async () => {
    const backend = newBackend();
    const { locks } = stackPaths(backend, "shop", "dev");
    for (let round = 0; round < 20; round++) {
      const asked = Array.from({ length: 8 }, () => lockStack(backend, "shop", "dev", "now"));
      const held = (await Promise.allSettled(asked)).flatMap((one) =>
        one.status === "fulfilled" ? [one.value] : [],
      );
      expect(held.length).toBeLessThanOrEqual(1);
      expect(readdirSync(locks)).toHaveLength(held.length);
      for (const release of held) await release();
    }
  });

  it("counts whatever its file contains", async () => {
    const backend = newBackend();
    const { locks } = stackPaths(backend, "shop", "dev");
    mkdirSync(locks, { recursive: true });
    writeFileSync(join(locks, "anything"), "not json");
    await expect(lockStack(backend, "shop", "dev", "now")).rejects.toThrow("is locked");
  });
});

it.each([
  ["dev", "dev"],
  ["organization/dev", "dev"],
  ["organization/shop/dev", "dev"],
])("reads the stack name %s as %s", (text, name) => expect(parseStackName(text, "shop")).toBe(name));

it.each(["", "a b", "..", "team/shop/dev", "organization/other/dev", "x".repeat(101)])(
  "rejects the stack name %p",
  (text) => expect(() => parseStackName(text, "shop")).toThrow(),
);

it("recommends no name that is not valid", () => {
  expect(() => parseStackName("team/a b", "shop")).toThrow(/^"a b" is not a stack name\./);
  expect(() => parseStackName("team/dev", "shop")).toThrow('Write "dev" or "organization/shop/dev".');
});
