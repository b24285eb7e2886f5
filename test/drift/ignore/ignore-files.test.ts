import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readIgnoreFiles } from "../../../src/drift/ignore";
import { fullName } from "../../../src/drift/recorded-stack";
import { stackNamed } from "./named-stack";

const folder = mkdtempSync(join(tmpdir(), "nodecloud-ignore-"));
const before = process.cwd();
const shop = join(folder, "shop");
const billing = join(folder, "billing");
beforeAll(() => {
  for (const each of [shop, billing]) mkdirSync(each);
  writeFileSync(join(folder, ".nodecloudignore"), "- { id: 1, reason: here }\n");
  writeFileSync(join(shop, ".nodecloudignore"), "- { id: 2, reason: shop }\n");
  writeFileSync(join(folder, "other.yaml"), "- { id: 3, reason: other }\n");
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

const stacks = [
  stackNamed("shop", "dev", { folder: shop }),
  stackNamed("billing", "dev", { folder: billing }),
  stackNamed("shop", "prod", { folder: shop }),
  stackNamed("lab", "dev"),
];

/** Each file's rules and stacks, in a compact form. */
async function readFiles(files?: readonly string[] | false, of = stacks) {
  return (await readIgnoreFiles(of, files)).map(({ rules, stacks: own }) => [
    rules.map(({ place, reason }) => `${place}: ${reason}`).join(),
    own.map(fullName),
  ]);
}

it("rules are read next to Pulumi.yaml for the stacks of a project, and in the working folder for the others", async () => {
  expect(await readFiles()).toEqual([
    ["shop/.nodecloudignore:1, rule 1: shop", ["shop/dev", "shop/prod"]],
    [".nodecloudignore:1, rule 1: here", ["lab/dev"]],
  ]);
});

it("one file is read once for a project in the working folder and stacks without a folder", async () => {
  const local = [stackNamed("shop", "dev", { folder }), stackNamed("lab", "dev")];
  expect(await readFiles(undefined, local)).toEqual([
    [".nodecloudignore:1, rule 1: here", ["shop/dev", "lab/dev"]],
  ]);
});

it("given files apply to all stacks and replace the others", async () => {
  const all = stacks.map(fullName);
  expect(await readFiles(["other.yaml", join(shop, ".nodecloudignore")])).toEqual([
    ["other.yaml:1, rule 1: other", all],
    [`${join(shop, ".nodecloudignore")}:1, rule 1: shop`, all],
  ]);
  expect(await readFiles(false)).toEqual([]);
});

it("a rule for all stacks of the project is an error in the project's own file only", async () => {
  const text = "- { stack: 'billing/*', reason: x }\n";
  writeFileSync(join(folder, "shared.yaml"), text);
  expect(await readFiles(["shared.yaml"])).toHaveLength(1);
  writeFileSync(join(billing, ".nodecloudignore"), text);
  const both = [
    stackNamed("billing", "dev", { folder: billing }),
    stackNamed("lab", "dev", { folder: billing }),
  ];
  expect(await readFiles(undefined, both)).toHaveLength(1);
  await expect(readFiles()).rejects.toThrow(
    "billing/.nodecloudignore:1:3, rule 1: it would ignore everything",
  );
  rmSync(join(billing, ".nodecloudignore"));
});

it("a file that does not exist or cannot be read is an error with its name", async () => {
  await expect(readFiles(["missing.yaml"])).rejects.toThrow("The ignore file missing.yaml does not exist.");
  await expect(readFiles(["shop"])).rejects.toThrow("The ignore file shop cannot be read: EISDIR");
});
