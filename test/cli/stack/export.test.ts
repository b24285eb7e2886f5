import { execFileSync } from "node:child_process";
import { constants, lstatSync, openSync, readSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { InProcessProject } from "../in-process-project";

let project: InProcessProject;
beforeAll(async () => {
  project = new InProcessProject({ "old.json": "the state of before" });
  await project.run(["stack", "init", "dev"]);
});
afterAll(() => project.remove());

const path = (name: string) => join(project.folder, name);
const exportTo = async (name: string) =>
  expect(await project.run(["stack", "export", "--file", path(name)])).toMatchObject({ code: 0, stderr: "" });
const isExport = (text: string) => Object.keys(JSON.parse(text)).includes("deployment");

describe("`stack export --file`", () => {
  it("writes a private file and its folder, and replaces an old one", async () => {
    for (const name of ["new.json", "old.json", "missing/folder/new.json"]) {
      await exportTo(name);
      expect(isExport(project.read(name))).toBe(true);
      expect(statSync(path(name)).mode & 0o777).toBe(0o600);
    }
  });

  it.each(["target.json", "missing.json"])("writes to what a link leads to: %s", async (target) => {
    project.write("target.json", "the state of before");
    symlinkSync(path(target), path(`link-to-${target}`));
    await exportTo(`link-to-${target}`);
    expect(lstatSync(path(`link-to-${target}`)).isSymbolicLink()).toBe(true);
    expect(isExport(project.read(target))).toBe(true);
    expect(statSync(path(target)).mode & 0o077).toBe(0);
  });

  it("writes to a pipe", async () => {
    execFileSync("mkfifo", [path("pipe")]);
    const pipe = openSync(path("pipe"), constants.O_RDWR | constants.O_NONBLOCK);
    await exportTo("pipe");
    const read = Buffer.alloc(60_000);
    expect(isExport(read.toString("utf8", 0, readSync(pipe, read)))).toBe(true);
  });

  it("fails for a folder, and leaves it", async () => {
    const { code } = await project.run(["stack", "export", "--file", path("home")]);
    expect(code).toBe(1);
    expect(statSync(path("home")).isDirectory()).toBe(true);
  });
});
