import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasStack } from "../../src/plugin/existing-stacks";

const folder = mkdtempSync(join(tmpdir(), "nodecloud 100% #"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("whether a backend has a stack", () => {
  it.each(["json", "json.gz", "json.zst"])("is known of a folder with a file in %s", (extension) => {
    const stacks = join(folder, ".pulumi/stacks/shop");
    mkdirSync(stacks, { recursive: true });
    writeFileSync(join(stacks, `${extension}.${extension}`), "");
    expect(hasStack(`file://${folder}`, { project: "shop", stack: extension })).toBe(true);
    expect(hasStack(`file://${folder}`, { project: "shop", stack: "prod" })).toBe(false);
    expect(hasStack(`file://${folder}`, { project: "blog", stack: extension })).toBe(false);
  });

  it.each(["https://api.pulumi.com", "s3://states", "folder:/tmp"])("is unknown of %s", (backend) => {
    expect(hasStack(backend, { project: "shop", stack: "dev" })).toBeUndefined();
  });
});
