import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { ModuleKind, ScriptTarget, transpile } from "typescript";
import * as publicSurface from "../../src";
import { type TestedStack, testStack } from "../../src/program-testing";
import { referencePages } from "../../src/reference";
import { kebabCase } from "../../src/reference/markdown";
import { testedResources } from "../resources/every-resource";
import { call, createInstance, hour, type ReferenceExample } from "./reference-example";

const folder = join(__dirname, "../../examples/reference");

const text = expect.any(String);

const resourceExamples = Object.values(testedResources).map(
  ({ type, example }) => [`${kebabCase(type)}.ts`, example] as const,
);
const examples: Readonly<Record<string, ReferenceExample>> = {
  ...Object.fromEntries(resourceExamples),
  "get-region.ts": {
    outputs: { withBackups: text, available: expect.arrayContaining(["us-east"]) },
  },
  "get-image.ts": { outputs: { exact: "node/debian12", newest: "Debian 12", privateImageCount: 1 } },
  "get-instance.ts": {
    before: createInstance,
    outputs: { address: "198.18.0.1", running: ["web"] },
  },
  "get-backups.ts": {
    config: { instanceId: "1" },
    before: async (stack) => {
      await createInstance(stack);
      await call(stack, "node/instances/1/backups/enable");
      await call(stack, "node/instances/1/backups", { label: "before" });
      await stack.clock.advance(hour);
    },
    outputs: { newest: 1 },
  },
  "get-oauth-clients.ts": {
    before: async (stack) => {
      await call(stack, "account/oauth-clients", {
        label: "Shop",
        redirect_uri: "https://shop.example.com/",
      });
      // Lists lag behind views.
      await stack.clock.advance(hour);
    },
    outputs: { callbacks: [{ label: "Shop", redirectUri: "https://shop.example.com/" }] },
  },
  "get-payment-methods.ts": { outputs: { expires: text }, secrets: ["expires"] },
  "get-account.ts": {
    outputs: { owed: expect.any(Number), features: expect.arrayContaining([text]) },
    secrets: ["owed"],
  },
  "get-events.ts": {
    before: createInstance,
    outputs: { created: [expect.stringMatching(/^\S+ web by admin$/)] },
  },
};

it("has an example on every page of a resource and of lookups, and tries each", () => {
  const shown = [...referencePages()].flatMap(
    ([, page]) => /examples\/reference\/([\w-]+\.ts)/.exec(page)?.slice(1) ?? [],
  );
  expect(Object.keys(examples).sort()).toEqual(readdirSync(folder).sort());
  expect(shown.sort()).toEqual(readdirSync(folder).sort());
});

it.each(Object.entries(examples))(
  "runs %s, finds nothing to change, and destroys what it created",
  async (file, { config = {}, before, outputs: expected, secrets = [], makes = {} }) => {
    const stack = await testStack({ config });
    await before?.(stack);
    const countsBefore = countsOf(stack, makes);
    const program = programOf(file);
    const { outputs } = await stack.up(program);
    expect(Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]))).toEqual(
      expected,
    );
    expect(Object.keys(outputs).filter((name) => outputs[name]?.secret)).toEqual(secrets);
    for (const [table, made] of Object.entries(makes))
      expect(recordsOf(stack, table).at(-1)).toMatchObject(made);
    const { steps } = await stack.preview(program);
    expect(steps.filter(({ kind }) => kind !== "read")).toEqual([]);
    await stack.destroy();
    expect(countsOf(stack, makes)).toEqual(countsBefore);
  },
);

/** The example as a program that can run again: its module is evaluated by each run. */
function programOf(file: string): () => unknown {
  const text = readFileSync(join(folder, file), "utf8");
  const compiled = transpile(text, {
    module: ModuleKind.CommonJS,
    target: ScriptTarget.ES2023,
    esModuleInterop: true,
  });
  const modules: Readonly<Record<string, unknown>> = {
    "@pulumi/pulumi": pulumi,
    "pulumi-nodecloud": publicSurface,
  };
  return () => {
    const exports = {};
    new Function("require", "exports", compiled)((name: string) => modules[name], exports);
    return exports;
  };
}

/** The records of a table that are in use, in the order in which they were created. */
function recordsOf(stack: TestedStack, table: string): readonly object[] {
  const records = Object.entries(stack.world).find(([name]) => name === table)?.[1];
  if (!Array.isArray(records)) throw new Error(`The world has no table ${table}.`);
  return records.filter((record: object) => !("state" in record) || record.state === "active");
}

function countsOf(stack: TestedStack, tables: object): readonly number[] {
  return Object.keys(tables).map((table) => recordsOf(stack, table).length);
}
