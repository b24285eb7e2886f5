import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { intentFiles } from "../../src/lifecycle";
import { resourceTypes } from "../../src/resources/resource-types";
import { revealMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { instancesIn, warningsOf, webInstance } from "./programs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "records-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const origin = { project: "project", stack: "dev", type: "Instance", name: "web" };

/** A stack with an instance, which a replacement deletes first, and whose plugin keeps its records in `place`. */
async function stackWithRecordsIn(place: string) {
  const stack = new TestStack();
  await stack.up(webInstance({ label: "web" }));
  const services = { ...stack.services(), intents: intentFiles(place, "", stack.clock) };
  const lifecycle = resourceTypes.Instance.lifecycle(services);
  const state = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"));
  const [inputs, outputs] = [revealMap(state?.inputs ?? {}), revealMap(state?.outputs ?? {})];
  const diff = (changes = {}) => stack.clock.run(lifecycle.diff("1", outputs, { ...inputs, ...changes }));
  const create = () => stack.clock.run(lifecycle.create({ ...inputs, label: "other", origin }));
  const remove = () => stack.clock.run(lifecycle.delete("1", outputs));
  const checkNew = (label: string) => stack.clock.run(lifecycle.check({}, { ...inputs, label }));
  return { stack, services, diff, create, checkNew, remove };
}

describe("a record of an earlier create that cannot be read", () => {
  const problem =
    /^The record of an earlier create of this instance cannot be read: .*\.json \(it does not contain a record\)\. It may name an instance that exists, so nothing was changed\. Make the file readable, or delete it if /;

  async function spoilRecord() {
    const all = await stackWithRecordsIn(folder);
    const { services, stack } = all;
    const { address, intents } = services;
    await intents.save({ origin, address, before: [], at: stack.clock.now() });
    const [name = ""] = readdirSync(folder);
    writeFileSync(join(folder, name), "");
    return all;
  }

  it("fails a create before it sends anything, until somebody has deleted it", async () => {
    const { stack, create } = await spoilRecord();
    await expect(create()).rejects.toThrow(problem);
    expect(instancesIn(stack)).toHaveLength(1);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect(await create()).toMatchObject({ id: "2" });
  });

  it("fails the diff of a replacement that would delete the object first, and no other", async () => {
    const { diff } = await spoilRecord();
    await expect(diff({ region: "eu-west" })).rejects.toThrow(problem);
    expect(await diff({ tags: ["db"] })).toMatchObject({ changes: true, replaces: [] });
  });
});

describe("records that cannot be written", () => {
  async function blockRecords() {
    const file = join(folder, "file");
    writeFileSync(file, "");
    return stackWithRecordsIn(join(file, "intents"));
  }

  it("fail the diff of a replacement that would delete the object first, and no other", async () => {
    const { diff } = await blockRecords();
    await expect(diff({ region: "eu-west" })).rejects.toThrow(
      /The record of a create could not be written to /,
    );
    expect(await diff({ tags: ["db"] })).toMatchObject({ changes: true, replaces: [] });
  });

  it("fail a delete whose replacement could not be created then, and no other", async () => {
    const { stack, checkNew, remove } = await blockRecords();
    await checkNew("web");
    await expect(remove()).rejects.toThrow(/The record of a create could not be written to /);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
    const other = await blockRecords();
    await other.remove();
    expect(instancesIn(other.stack)).toEqual([]);
  });

  it("fail a delete that was carried out with a message that says so", async () => {
    const { stack, services, remove } = await stackWithRecordsIn(folder);
    jest.spyOn(services.intents, "endAdoption").mockRejectedValue(new Error("No space left on the disk."));
    await expect(remove()).rejects.toThrow(/^instance 1 was deleted\. No space left on the disk\.$/);
    expect(instancesIn(stack)).toEqual([]);
  });

  it("cause one warning in the preview of creates", async () => {
    const { stack, checkNew } = await blockRecords();
    for (const label of ["first", "second"]) expect((await checkNew(label)).failures).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(
        /^The record of a create could not be written to .* Set NODECLOUD_HOME to a writable folder\. Until then, `pulumi up` creates nothing\.$/,
      ),
    ]);
  });

  it("cause no warning if they can be written", async () => {
    const { stack, checkNew } = await stackWithRecordsIn(folder);
    await checkNew("first");
    expect(warningsOf(stack)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
