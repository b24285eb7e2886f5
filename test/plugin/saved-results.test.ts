import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { resultsInState, retainedInState, savedResults } from "../../src/plugin/saved-results";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-states-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
const parent = "urn:pulumi:dev::shop::my:Component::app";
const origin = { project: "shop", stack: "dev", type: "Instance", name: "web", parent };
const state = JSON.stringify({
  version: 3,
  checkpoint: {
    latest: {
      resources: [
        { urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev" },
        { urn: `urn:pulumi:dev::shop::my:Component$${type}::web`, id: "7" },
        { urn: `urn:pulumi:dev::shop::my:Component$${type}::a::b`, id: "8" },
      ],
    },
  },
});

function isSaved(
  { id, ...part }: { readonly id?: string; readonly name?: string; readonly type?: string },
  env: NodeJS.ProcessEnv = {},
): boolean {
  return savedResults(
    `file://${folder}`,
    env,
  )({ origin: { ...origin, ...part }, ...(id === undefined ? {} : { id }) });
}

function write(extension: string, content: string | Buffer): void {
  const stacks = join(folder, ".pulumi/stacks/shop");
  mkdirSync(stacks, { recursive: true });
  writeFileSync(join(stacks, `dev.${extension}`), content);
}

describe("the result of a create", () => {
  it.each([
    ["json", state],
    ["json.gz", gzipSync(state)],
  ])("is saved if the state in %s has the resource with the id", (extension, content) => {
    write(extension, content);
    expect(isSaved({ id: "7" })).toBe(true);
    expect(isSaved({ id: "8", name: "a::b" })).toBe(true);
    expect(isSaved({ id: "8" })).toBe(false);
    expect(isSaved({ id: "7", name: "other" })).toBe(false);
    expect(isSaved({ id: "7", type: "Image" })).toBe(false);
  });

  it.each([
    ["json", ""],
    ["json", state.slice(0, -9)],
    ["json.gz", gzipSync(state).subarray(0, 40)],
    ["json", "{}"],
    ["json", '{"checkpoint": {}}'],
    ["json", '{"checkpoint": {"latest": {"resources": [null, {"urn": "a::b::c::web"}]}}}'],
  ])("is not saved if the file in %s is damaged or lacks it: %s", (extension, content) => {
    write(extension, content);
    expect(isSaved({ id: "7" })).toBe(false);
  });

  it("may be unknown, and is read once", () => {
    const isInState = resultsInState(`file://${folder}`);
    expect(isInState({ origin, id: "7" })).toBeUndefined();
    write("json", state);
    expect(isInState({ origin, id: "7" })).toBeUndefined();
    const again = resultsInState(`file://${folder}`);
    expect([again({ origin, id: "7" }), again({ origin, id: "9" }), again({ origin })]).toEqual([
      ...[true, false, undefined],
    ]);
  });

  it("is looked for in the newest file of the stack", () => {
    write("json", "{}");
    write("json.gz", gzipSync(state));
    const [older, newer] = [new Date(1000), new Date(2000)];
    const file = (extension: string) => join(folder, `.pulumi/stacks/shop/dev.${extension}`);
    utimesSync(file("json"), older, older);
    utimesSync(file("json.gz"), newer, newer);
    expect(resultsInState(`file://${folder}`)({ origin, id: "7" })).toBe(true);
    utimesSync(file("json.gz"), older, older);
    utimesSync(file("json"), newer, newer);
    expect(resultsInState(`file://${folder}`)({ origin, id: "7" })).toBe(false);
  });

  it("counts as saved if the state cannot be read here, or the id is unknown", () => {
    expect(isSaved({ id: "7" })).toBe(true);
    write("json.zst", "");
    expect(isSaved({ id: "7" })).toBe(true);
    write("json", "");
    expect(isSaved({})).toBe(true);
    expect(savedResults("s3://states", {})({ origin, id: "7" })).toBe(true);
  });

  it.each([
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
    ["", false],
  ])("counts as saved if the CLI writes the state after its plugins have ended: %s", (value, expected) => {
    write("json", "");
    expect(isSaved({ id: "7" }, { PULUMI_SKIP_CHECKPOINTS: value })).toBe(expected);
  });
});

describe("the option `retainOnDelete` in a state", () => {
  const entry = { urn: `urn:pulumi:dev::shop::my:Component$${type}::web`, id: "7", retainOnDelete: true };
  it.each<[string, object, boolean]>([
    ["is that of the object", {}, true],
    ["is not that of another object of the resource", { id: "8" }, false],
    ["is not that of another resource", { urn: `${entry.urn}-2` }, false],
    ["does not count for an entry that a replacement left behind", { delete: true }, false],
    ["is false by default", { retainOnDelete: undefined }, false],
  ])("%s", (_, more, expected) => {
    write("json", JSON.stringify({ checkpoint: { latest: { resources: [{ ...entry, ...more }] } } }));
    expect(retainedInState(`file://${folder}`)({ origin, id: "7" })).toBe(expected);
  });

  it("is unknown without a state that can be read", () => {
    expect(retainedInState(`file://${folder}`)({ origin, id: "7" })).toBeUndefined();
    write("json.zst", "(zstd)");
    expect(retainedInState(`file://${folder}`)({ origin, id: "7" })).toBeUndefined();
    expect(retainedInState("s3://bucket")({ origin, id: "7" })).toBeUndefined();
  });
});
