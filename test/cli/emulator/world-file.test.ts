import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulatorFromFile } from "../../../src/cli/emulator/world-file";
import { createEmulator } from "../../../src/emulator";
import { expectReadable } from "../command";
import { runInProcess } from "../in-process";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-load-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A file that holds a string, or a value as JSON. */
function written(content: unknown): string {
  const path = join(folder, "world.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const world = createEmulator({ brand: "acme" }).control.world();
const messageOf = (content: unknown) => {
  try {
    createEmulatorFromFile(written(content), { brand: "acme" });
    return "";
  } catch (error) {
    return String(error);
  }
};

test("the emulator starts with the world of a file", () => {
  const [region] = world.regions;
  const { control } = createEmulatorFromFile(written({ ...world, regions: [region] }), { brand: "acme" });
  expect(control.world().regions).toEqual([region]);
});

test.each([
  ["no file", undefined, /^Error: The world in .*absent.json cannot be loaded: .*ENOENT/],
  ["no JSON", "{", /world.json cannot be loaded: it is not JSON \(/],
  ["no world", [], /cannot be loaded: .*expected object/],
  [
    "a field of another type",
    { ...world, users: [{ username: 1 }] },
    /users\.0\.username: .*expected string/,
  ],
  ["a field that is missing", { ...world, regions: undefined }, /regions: .*expected array/],
  [
    "another brand",
    { ...world, brand: "node" },
    /but this emulator has "acme"\. Load it into an emulator with that brand\. Export/,
  ],
])("the error names the file and the reason: %s", (_, content, wanted) => {
  const message = content === undefined ? absent() : messageOf(content);
  expect(message).toMatch(wanted);
  expectReadable(message.replace(/received undefined/g, ""));
});

function absent(): string {
  try {
    createEmulatorFromFile(join(folder, "absent.json"), {});
    return "";
  } catch (error) {
    return String(error);
  }
}

test("--load fills an empty --data folder, and a damaged folder is named in the error", async () => {
  const data = join(folder, "data");
  const args = ["emulator", "--port", "0", "--brand", "acme", "--data", data, "--exec"];
  const started = await runInProcess([...args, "exit 7", "--load", written(world)]);
  expect(started).toMatchObject({ code: 7, stderr: "" });
  expect(existsSync(join(data, "world.snapshot"))).toBe(true);
  expect(existsSync(join(data, "world.lock"))).toBe(false);
  writeFileSync(join(data, "world.snapshot"), "12345678 {}\n");
  const damaged = await runInProcess([...args, "exit 7"]);
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: The world in .*damaged/) });
  expectReadable(damaged.stderr);
});
