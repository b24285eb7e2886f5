import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunRecorded, recordRun } from "../../src/plugin/recorded-runs";

const place = { backendUrl: "file:///stacks", project: "shop", stack: "dev", projectFolder: "/shop" };

describe("the runs that started on a machine", () => {
  let home: string;
  let env: { readonly NODECLOUD_HOME: string };
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "nodecloud-runs-"));
    env = { NODECLOUD_HOME: join(home, "new") };
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it("are those of one stack in one backend", () => {
    recordRun(place, "first", env);
    recordRun(place, "second", env);
    expect(["first", "second", "third", ""].map((run) => isRunRecorded(place, run, env))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    for (const other of [
      { backendUrl: "file:///other" },
      { project: "other" },
      { stack: "other" },
      { backendUrl: "file://." },
    ])
      expect(isRunRecorded({ ...place, ...other }, "first", env)).toBe(false);
    expect(isRunRecorded(place, "first", { NODECLOUD_HOME: home })).toBe(false);
  });

  it("are kept in a private folder, the last hundred", () => {
    for (let run = 1; run <= 101; run++) recordRun(place, `${run}`, env);
    recordRun(place, "101", env);
    expect([1, 2, 101].map((run) => isRunRecorded(place, `${run}`, env))).toEqual([false, true, true]);
    expect(statSync(join(env.NODECLOUD_HOME, "runs")).mode & 0o777).toBe(0o700);
  });

  it("are unknown if they cannot be read or written", () => {
    writeFileSync(env.NODECLOUD_HOME, "a file");
    recordRun(place, "first", env);
    expect(isRunRecorded(place, "first", env)).toBe(false);
    rmSync(env.NODECLOUD_HOME);
    recordRun(place, "first", env);
    const folder = join(env.NODECLOUD_HOME, "runs");
    const [file = ""] = readdirSync(folder);
    for (const text of ["{", "{}", '"first"']) {
      writeFileSync(join(folder, file), text);
      expect(isRunRecorded(place, "first", env)).toBe(false);
    }
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect(isRunRecorded(place, "first", env)).toBe(false);
  });
});
