import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Intent, intentFiles, memoryIntents } from "../../src/lifecycle";

const origin = { project: "p", stack: "dev", type: "Instance", name: "web" };
const intent: Intent = {
  origin,
  address: "https://a/v4",
  nonce: "web-1234567",
  label: "web-1234567",
  before: ["3"],
  at: 5,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intents-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stores = [
  ["on disk", () => intentFiles(join(folder, "deep", "intents"))],
  ["in memory", () => memoryIntents()],
] as const;

describe.each(stores)("intents %s", (_, make) => {
  it("are found by origin and address, and by nothing else", async () => {
    const store = make();
    await store.save(intent);
    expect(store.find(origin, intent.address)).toEqual(intent);
    expect(store.find(origin, "https://b/v4")).toBeUndefined();
    expect(store.find({ ...origin, name: "other" }, intent.address)).toBeUndefined();
    expect(store.find({ ...origin, parent: "urn:pulumi:dev::p::my:C::c" }, intent.address)).toBeUndefined();
  });

  it("are gone when they are removed", async () => {
    const store = make();
    await store.save(intent);
    await store.remove(origin, intent.address);
    await store.remove(origin, intent.address);
    expect(store.find(origin, intent.address)).toBeUndefined();
  });

  it("that were answered go when the engine ends in good order, others stay", async () => {
    const store = make();
    await store.save({ ...intent, id: "7" });
    await store.save({ ...intent, origin: { ...origin, name: "open" } });
    store.answered(origin, intent.address);
    store.settle();
    expect(store.find(origin, intent.address)).toBeUndefined();
    expect(store.find({ ...origin, name: "open" }, intent.address)).toBeDefined();
  });
});

describe("intents on disk", () => {
  it("outlive the process, are for the user alone, and leave no temporary file", async () => {
    await intentFiles(folder).save({ ...intent, id: "7" });
    expect(intentFiles(folder).find(origin, intent.address)).toEqual({ ...intent, id: "7" });
    const [file, ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(statSync(join(folder, file!)).mode & 0o077).toBe(0);
  });

  it.each([
    "",
    "{",
    "[]",
    '{"origin":{}}',
    '{"origin":{"project":"p","stack":"dev","type":"Instance","name":"web"}}',
  ])("that were cut off (%j) count as none", async (text) => {
    const store = intentFiles(folder);
    await store.save(intent);
    const [file] = readdirSync(folder);
    writeFileSync(join(folder, file!), text);
    expect(store.find(origin, intent.address)).toBeUndefined();
  });

  it("hold nothing but what finds the thing again", async () => {
    await intentFiles(folder).save(intent);
    const [file] = readdirSync(folder);
    expect(Object.keys(JSON.parse(readFileSync(join(folder, file!), "utf8"))).sort()).toEqual([
      "address",
      "at",
      "before",
      "label",
      "nonce",
      "origin",
    ]);
  });
});
