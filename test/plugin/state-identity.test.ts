import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { backendIdentity, backendOf } from "../../src/plugin/state-identity";

let folder: string;
let program: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "identity-")));
  program = join(folder, "program");
  mkdirSync(program);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writeProject = (text: string) =>
  writeFileSync(join(folder, "Pulumi.yaml"), `name: p\nruntime: nodejs\n${text}`);
const login = (current: string) => {
  writeFileSync(join(folder, "credentials.json"), JSON.stringify({ current }));
  return { PULUMI_HOME: folder };
};

describe("the backend of a plugin's state", () => {
  it("is PULUMI_BACKEND_URL, else the project's, else the current login", () => {
    const env = login("https://api.pulumi.com");
    expect(backendOf({ env, cwd: program })).toBe("https://api.pulumi.com");
    writeProject("backend:\n  url: s3://bucket\n");
    expect(backendOf({ env, cwd: program })).toBe("s3://bucket");
    expect(backendOf({ env: { ...env, PULUMI_BACKEND_URL: "gs://other/" }, cwd: program })).toBe(
      "gs://other",
    );
  });

  it("differs between checkouts if its address is relative, wherever in the project the program is", () => {
    writeProject("main: program\nbackend:\n  url: file://./state\n");
    expect(backendOf({ env: {}, cwd: program })).toBe(`file://${folder}/state`);
    expect(backendOf({ env: {}, cwd: folder })).toBe(`file://${folder}/state`);
  });

  it("is the project's folder if nothing else is configured", () => {
    writeProject("");
    expect(backendOf({ env: { PULUMI_HOME: program }, cwd: program })).toBe(`folder:${folder}`);
  });

  it("is the same for all spellings of a folder", () => {
    symlinkSync(program, join(folder, "link"));
    for (const url of [
      "program",
      "./program",
      "link",
      `${program}/`,
      `${folder}/link`,
      "program?no_tmp_dir=true",
    ])
      expect(backendIdentity(`file://${url}`, folder)).toBe(`file://${program}`);
    expect(backendIdentity("file://~", folder)).toBe(`file://${realpathSync(homedir())}`);
  });
});
