import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listConfiguration, readPassphrase, setConfiguration } from "../../src/state";
import { temporaryFolder } from "./fixtures";

const folder = temporaryFolder();
const writers: ChildProcess[] = [];
afterEach(() => {
  for (const writer of writers.splice(0)) writer.kill();
});

const path = (name: string) => join(folder, name);
const read = (name: string) => readPassphrase({ PULUMI_CONFIG_PASSPHRASE_FILE: path(name) });
/** Waits until somebody reads the pipe. */
const writeToPipe = (name: string, text: string) =>
  writers.push(spawn("sh", ["-c", 'printf "%s" "$1" > "$2"', "sh", text, path(name)]));

describe("the file of the passphrase", () => {
  it("is read again each time", async () => {
    for (const text of ["first", "second"]) {
      writeFileSync(path("file"), `${text}\n`);
      expect(await read("file")).toBe(text);
    }
  });

  it("is read when it exists", async () => {
    await expect(read("late")).rejects.toMatchObject({
      code: "passphrase",
      message: expect.stringContaining(path("late")),
    });
    writeFileSync(path("late"), "now");
    expect(await read("late")).toBe("now");
  });

  it("is read once if it is a pipe, whatever is written to it later", async () => {
    for (const name of ["one", "other"]) {
      execFileSync("mkfifo", [path(name)]);
      writeToPipe(name, `the first of ${name}\n`);
      expect(await Promise.all([read(name), read(name)])).toEqual(Array(2).fill(`the first of ${name}`));
      writeToPipe(name, "the second\n");
      expect(await read(name)).toBe(`the first of ${name}`);
    }
  });
});

describe("the file of the configuration", () => {
  it("is read once if it is a pipe, in which nothing can be saved", async () => {
    writeFileSync(path("Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    execFileSync("mkfifo", [path("configuration")]);
    const env = { PULUMI_HOME: path("home") };
    const address = { cwd: folder, env, stack: "dev", configFile: path("configuration") };
    const list = async () => [...(await listConfiguration(address, { showSecrets: false }))];
    const expected = [["shop:size", { value: "3", secret: false }]];
    writeToPipe("configuration", "config:\n  shop:size: 3\n");
    expect(await list()).toEqual(expected);
    writeToPipe("configuration", "config: {}\n");
    expect(await list()).toEqual(expected);
    await expect(setConfiguration(address, "color", "red", { secret: false })).rejects.toThrow(
      `${path("configuration")} is not a regular file, so neither values nor an encryptionsalt can be saved in it. Nothing was changed.`,
    );
    expect(await list()).toEqual(expected);
  });
});
