import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulatorFromFile } from "../../../src/cli/emulator/world-file";
import { createEmulator } from "../../../src/emulator";
import { expectReadable, run } from "../command";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-load-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A file that holds a text, or a value as JSON. */
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

test("a world of a file is what the emulator begins with", () => {
  const [region] = world.regions;
  const { control } = createEmulatorFromFile(written({ ...world, regions: [region] }), { brand: "acme" });
  expect(control.world().regions).toEqual([region]);
});

test.each([
  ["no file", undefined, /^Error: The world in .*absent.json can't be loaded: .*ENOENT/],
  ["no JSON", "{", /world.json can't be loaded: it is not JSON \(/],
  ["no world", [], /can't be loaded: .*expected object/],
  [
    "a field of another type",
    { ...world, users: [{ username: 1 }] },
    /users\.0\.username: .*expected string/,
  ],
  ["a field that is missing", { ...world, regions: undefined }, /regions: .*expected array/],
  [
    "another brand",
    { ...world, brand: "node" },
    /and this emulator "acme"\. Load it into an emulator with that brand\. Export/,
  ],
])("what can't be loaded is told with the file's name and why: %s", (_, content, wanted) => {
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

test("--load and --data: the folder is begun with that world, and named where it can't be used", async () => {
  const data = join(folder, "data");
  const args = ["emulator", "--port", "0", "--brand", "acme", "--data", data, "--exec"];
  const begun = await run([...args, "exit 7", "--load", written(world)]);
  expect(begun).toMatchObject({ code: 7, stderr: "" });
  expect(existsSync(join(data, "world.snapshot"))).toBe(true);
  expect(existsSync(join(data, "world.lock"))).toBe(false);
  writeFileSync(join(data, "world.snapshot"), "12345678 {}\n");
  const damaged = await run([...args, "exit 7"]);
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: The world in .*damaged/) });
  expectReadable(damaged.stderr);
});
