import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memorySightings, sightingFiles } from "../../src/lifecycle";

const folder = join(mkdtempSync(join(tmpdir(), "nodecloud-")), "sightings");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dev = { project: "shop", stack: "dev", type: "Instance", name: "web" };
const things = [
  { noun: "instance", id: "1", identity: { created: "2022-03-21T09:00:00", region: "us-east" } },
  { noun: "OAuth client", id: "abc", identity: {} },
];

it.each([
  ["files", () => sightingFiles(folder, "file:///here")],
  ["memory", memorySightings],
])("are kept in %s for each stack, whichever of its resources asks", async (_, make) => {
  const sightings = make();
  expect(sightings.load(dev)).toEqual([]);
  await sightings.save(dev, things);
  expect(sightings.load({ ...dev, name: "db" })).toEqual(things);
  expect(sightings.load({ ...dev, stack: "prod" })).toEqual([]);
  expect(sightings.load({ ...dev, project: "blog" })).toEqual([]);
  await sightings.save(dev, []);
  expect(sightings.load(dev)).toEqual([]);
});

it("are another backend's only", async () => {
  await sightingFiles(folder, "file:///here").save(dev, things);
  expect(sightingFiles(folder, "file:///there").load(dev)).toEqual([]);
});

it("are read by their user alone, and none are left half written", async () => {
  const sightings = sightingFiles(folder, "file:///here");
  await Promise.all([sightings.save(dev, things), sightings.save(dev, things)]);
  for (const name of readdirSync(folder)) {
    expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  }
});

it.each(["", "{", "7", '{"noun":"instance"}', '[7,{"noun":"instance"},null]'])(
  "are none in %j",
  async (text) => {
    const sightings = sightingFiles(folder, "file:///here");
    await sightings.save(dev, things);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text);
    expect(sightings.load(dev)).toEqual([]);
  },
);

it("are not needed where no folder can be written", async () => {
  const sightings = sightingFiles("/dev/null/sightings", "file:///here");
  await sightings.save(dev, things);
  expect(sightings.load(dev)).toEqual([]);
});
