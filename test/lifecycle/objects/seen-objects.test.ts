import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memorySeenObjects, seenObjectFiles } from "../../../src/lifecycle";
import { presenceOf } from "../../../src/lifecycle/objects/stack-presence";
import { TestStack } from "../../../src/testing";

const folder = join(mkdtempSync(join(tmpdir(), "nodecloud-")), "sightings");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dev = { project: "shop", stack: "dev", type: "Instance", name: "web" };
const objects = [
  { kind: "instance", id: "1", identity: { created: "2022-03-21T09:00:00", region: "us-east" } },
  { kind: "OAuth client", id: "abc", identity: {} },
];

describe("the objects that runs of a stack have seen", () => {
  it.each([
    ["files", () => seenObjectFiles(folder, "file:///here")],
    ["memory", memorySeenObjects],
  ])("are kept in %s for each stack and shared by its resources", async (_, make) => {
    const store = make();
    expect(store.load(dev)).toEqual([]);
    await store.save(dev, objects);
    expect(store.load({ ...dev, name: "db" })).toEqual(objects);
    expect(store.load({ ...dev, stack: "prod" })).toEqual([]);
    expect(store.load({ ...dev, project: "blog" })).toEqual([]);
    await store.save(dev, []);
    expect(store.load(dev)).toEqual([]);
  });

  it("are written with the field names of version 0.1.0", async () => {
    await seenObjectFiles(folder, "file:///here").save(dev, objects);
    const [name = ""] = readdirSync(folder);
    expect(JSON.parse(readFileSync(join(folder, name), "utf8"))[0]).toEqual({
      ...{ noun: "instance", id: "1" },
      identity: { created: "2022-03-21T09:00:00", region: "us-east" },
    });
  });

  it("include those that a run sees while it saves others", async () => {
    const store = seenObjectFiles(folder, "file:///here");
    await store.save(dev, []);
    const presence = presenceOf({ ...new TestStack().services(), seenObjects: store });
    await Promise.all(objects.map((object) => presence.remember(object, dev)));
    expect(store.load(dev)).toEqual(objects);
  });

  it("are not shared with another backend", async () => {
    await seenObjectFiles(folder, "file:///here").save(dev, objects);
    expect(seenObjectFiles(folder, "file:///there").load(dev)).toEqual([]);
  });

  it("can be read only by the user, and leave no partly written file", async () => {
    const store = seenObjectFiles(folder, "file:///here");
    await Promise.all([store.save(dev, objects), store.save(dev, objects)]);
    expect(statSync(folder).mode & 0o077).toBe(0);
    for (const name of readdirSync(folder)) {
      expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }
  });

  it.each(["", "{", "7", '{"noun":"instance"}', '[7,{"noun":"instance"},null]'])(
    "are ignored if the file contains %j",
    async (text) => {
      const store = seenObjectFiles(folder, "file:///here");
      await store.save(dev, objects);
      for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text);
      expect(store.load(dev)).toEqual([]);
    },
  );

  it("are optional if no folder can be written", async () => {
    const store = seenObjectFiles("/dev/null/sightings", "file:///here");
    await store.save(dev, objects);
    expect(store.load(dev)).toEqual([]);
  });
});
