import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { parse } from "yaml";

const root = join(__dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const workflows = [
  ...readdirSync(join(root, ".github/workflows")).map((name) => `.github/workflows/${name}`),
  "examples/ci-drift/.github/workflows/drift.yml",
];

it.each(workflows)("%s agrees with the schema of workflows", (file) => {
  expect(validateWorkflow(read(file)).errors).toEqual([]);
});

it("notices a workflow that does not agree with the schema", () => {
  expect(
    validateWorkflow(read(".github/workflows/release.yml").replace("runs-on", "run-on")).errors,
  ).not.toEqual([]);
});

it("runs only scripts and tests that exist in workflows", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const jobs = workflows.flatMap((file) =>
    Object.values<{ steps: readonly { run?: string }[] }>(parse(read(file)).jobs),
  );
  const commands = jobs.flatMap(({ steps }) => steps.map(({ run = "" }) => run)).join("\n");
  const named = [...commands.matchAll(/npm run ([\w-]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const tests = [...commands.matchAll(/npx jest ([\w/-]+)/g)].map(([, name = ""]) => name);
  expect(tests.filter((name) => !existsSync(join(root, `${name}.test.ts`)))).toEqual([]);
  expect([named.length, tests.length]).not.toContain(0);
});

it("tests on every supported line of Node.js, with the first and the newest SDK", () => {
  const { test, sdk } = parse(read(".github/workflows/pull-request.yml")).jobs;
  expect(test.strategy.matrix.node).toEqual([20, 22, 24]);
  expect(sdk.strategy.matrix.sdk.sort()).toEqual(readdirSync(join(root, "test/sdk")).sort());
});
