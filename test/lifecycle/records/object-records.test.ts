import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryObjectRecords, objectRecordFiles, type SharedObjectRecords } from "../../../src/lifecycle";

const folder = join(mkdtempSync(join(tmpdir(), "nodecloud-")), "resets");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const memory: SharedObjectRecords = new Map();
const [first, second] = [
  { by: "urn:app", before: "scrypt:1", at: 1 },
  { by: "urn:app", after: "scrypt:2", at: 2 },
];
const origin = { project: "shop", stack: "dev", type: "OAuthClient", name: "app" };
const object = { id: "abc", origin, address: "https://api.example.com/v4" };

describe("the records of objects", () => {
  it.each([
    ["files", (owner: string) => objectRecordFiles(folder, owner)],
    ["memory", (owner: string) => memoryObjectRecords(owner, memory)],
  ])("are kept in %s for each object, stack, address and backend", async (_, make) => {
    const store = make("file:///here");
    expect(store.find(object)).toBeUndefined();
    await store.save(object, first);
    await store.save(object, second);
    expect(make("file:///here").find(object)).toEqual(second);
    expect(make("file:///there").find(object)).toBeUndefined();
    const others = [
      { ...object, id: "abd" },
      { ...object, address: "https://other.example.com/v4" },
      ...[{ project: "blog" }, { stack: "prod" }, { type: "Instance" }, { organization: "acme" }].map(
        (part) => ({ ...object, origin: { ...origin, ...part } }),
      ),
    ];
    for (const other of others) {
      expect(store.find(other)).toBeUndefined();
      await store.remove(other);
    }
    const renamed = { ...object, origin: { ...origin, name: "shop" }, address: `${object.address}/` };
    expect(store.find(renamed)).toEqual(second);
    await store.remove(renamed);
    await store.remove(renamed);
    expect(store.find(object)).toBeUndefined();
    await store.save(object, first);
    await store.save({ ...object, id: "abd" }, second);
    store.markResultSent(renamed);
    expect(store.find(object)).toEqual(first);
    store.removeWithSentResults();
    expect([store.find(object), store.find({ ...object, id: "abd" })]).toEqual([undefined, second]);
    await store.remove({ ...object, id: "abd" });
  });

  it("are files that only the user can read and that say which object they are about", async () => {
    await objectRecordFiles(folder, "file:///here").save(object, first);
    const [name = ""] = readdirSync(folder);
    expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, name), "utf8"))).toEqual({
      ...{ type: "OAuthClient", id: "abc", address: object.address, project: "shop", stack: "dev" },
      ...first,
    });
  });

  it.each(["", "{", "7", "null", '{"by":7,"at":1}', '{"by":"urn:app","at":"1"}'])(
    "are ignored if the file contains %j",
    async (text) => {
      const store = objectRecordFiles(folder, "file:///here");
      await store.save(object, first);
      for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text);
      expect(store.find(object)).toBeUndefined();
    },
  );

  it("are required: a request fails if no folder can be written", async () => {
    await expect(objectRecordFiles("/dev/null/resets", "file:///here").save(object, first)).rejects.toThrow(
      /^Could not write the record of the request to \/dev\/null\/resets: ENOTDIR.*\. A later run needs it if this one is interrupted\. Set NODECLOUD_HOME to a writable folder\.$/,
    );
  });
});
