import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../../src/common-inputs";
import type { Definition } from "../../src/lifecycle";
import { idName } from "../../src/lifecycle/values/id-name";
import { kebabCase } from "../../src/reference/markdown";
import { providerLine } from "../../src/resources/provider-line";
import { providerExports, type ResourceClass } from "../../src/resources/resource-class";
import { resourceTypes } from "../../src/resources/resource-types";
import { testedResources } from "./every-resource";
import { allVariants, createVariant, prepareVariant } from "./every-resource/create";
import { files } from "./every-resource/files";
import { failuresOf } from "./programs";

const source = join(__dirname, "../../src");
const registered = new Map<string, { readonly type: string; readonly provider: unknown }>();

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ id = "new", name, type, inputs }) => {
      registered.set(name, { type, provider: inputs.__provider });
      return { id, state: inputs };
    },
    call: () => ({}),
  });
});
afterAll(() => files.remove());

/** Outputs that programs do not read. */
const internalOutputs = [
  "__provider",
  "origin",
  "applied",
  "unfinished",
  "unresolved",
  "adopted",
  "identity",
];
/** Arguments that the package computes. */
const computedArguments = ["fileHash", "thumbnailHash"];

/** The file of a class: `payment-method.ts` for `PaymentMethod`. */
function sourceFile(type: ResourceClass, suffix: string): string {
  return join(source, "resources", `${kebabCase(type)}${suffix}`);
}

function readSource(type: ResourceClass, suffix = ".ts"): string {
  return readFileSync(sourceFile(type, suffix), "utf8");
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

/** The names in `RequiredWithoutAdopt` of a class. Empty for an image, which requires one of several arguments. */
function argumentsRequiredWithoutAdopt(type: ResourceClass): string[] {
  const texts = [".ts", ".args.ts"]
    .filter((suffix) => existsSync(sourceFile(type, suffix)))
    .map((suffix) => readSource(type, suffix));
  const [names = ""] = namesIn(texts.join(), /RequiredWithoutAdopt<Given, \w+, ([^>]+)>/g);
  return namesIn(names, /"(\w+)"/g);
}

it.each(
  Object.values(testedResources)
    .map(({ type }) => [type, argumentsRequiredWithoutAdopt(type)] as const)
    .filter(([, required]) => required.length > 0),
)("%s names the arguments that its types require without `adopt`", (type, required) => {
  const definition = resourceTypes[type].definition as Definition<CommonInputs, unknown, string>;
  const expected = required.filter((name) => name !== idName(definition));
  expect([...(definition.requiredArguments ?? [])].sort()).toEqual(expected.sort());
});

describe.each(Object.entries(testedResources))("%s", (name, { type, arguments: all, variants }) => {
  const tried = Object.values(variants);

  it("is tested under its own name", () => {
    expect(type).toBe(name);
  });

  it("has the arguments `adopt` and `timeouts`, whose changes send no request", () => {
    expect(all.filter(({ name }) => ["adopt", "timeouts"].includes(name))).toEqual([
      { name: "adopt", isReadable: false, change: "record" },
      { name: "timeouts", isReadable: false, change: "record" },
    ]);
  });

  it("is tested with each of its arguments", () => {
    const given = tried.flatMap(({ declared, prepared }) => Object.keys({ ...declared, ...prepared }));
    const expected = all
      .map(({ name }) => name)
      .filter((name) => ![...computedArguments, "adopt"].includes(name));
    expect([...new Set(given)].sort()).toEqual(expected.sort());
  });

  it("is tested with an external change to each argument that can be read, in every variant", () => {
    const readable = all.filter(({ isReadable }) => isReadable).map(({ name }) => name);
    for (const { declared, prepared, externalChanges, fixed } of tried) {
      const given = Object.keys({ ...declared, ...prepared });
      const expected = readable.filter((name) => given.includes(name) && !fixed.includes(name));
      const changed = Object.keys(externalChanges);
      expect(changed.filter((name) => !computedArguments.includes(name)).sort()).toEqual(expected.sort());
    }
    const changed = new Set(
      tried.flatMap(({ externalChanges, fixed }) => [...fixed, ...Object.keys(externalChanges)]),
    );
    expect([...changed].sort()).toEqual(readable.sort());
  });

  it("is tested with another value of each argument that only a replacement can change", () => {
    const replacing = all.filter(({ change }) => change === "replace").map(({ name }) => name);
    const replaced = new Set(tried.flatMap(({ replacements }) => Object.keys(replacements)));
    expect([...replaced].sort()).toEqual(
      replacing.filter((name) => !computedArguments.includes(name)).sort(),
    );
  });

  it("is an export of `pulumi-nodecloud/provider`", () => {
    const provider = readFileSync(join(source, "provider.ts"), "utf8");
    expect(provider).toContain(`\nexport const ${providerExports[type]} = plugin.handler("${type}");\n`);
  });

  it("has all its types exported from `pulumi-nodecloud`", () => {
    const index = namesIn(readFileSync(join(source, "index.ts"), "utf8"), /\b([A-Z]\w+)\b/g);
    const text = readSource(type) + readSource(type, ".inputs.ts");
    const types = namesIn(text, /^export (?:interface|type) (\w+)/gm);
    expect(types).toContain(`${type}Inputs`);
    expect(index).toEqual(expect.arrayContaining([...types, type, `${type}Args`]));
  });

  it("resolves its outputs in previews", () => {
    expect(readSource(type)).toContain("resolveInPreviews(this, declaration, options);");
  });
});

/** Arguments that concern only the package, or only a later boot, or whose content or effect is sent in place of their value. */
const notSent = [
  ...["adopt", "timeouts", "onDelete", "configId", "file", "thumbnail", "secretVersion"],
  ...computedArguments,
];

/** The numbers, strings and booleans in a value. */
function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

it.each(allVariants)("%s sends each argument that no response contains", async (_, resource, variant) => {
  const { stack, inputs, program } = await prepareVariant(resource, variant);
  const sent: unknown[] = [];
  const { fetch } = stack.emulator;
  stack.emulator = {
    ...stack.emulator,
    fetch: async (request) => {
      sent.push(...new URL(request.url).pathname.split("/"));
      if (request.headers.get("content-type")?.includes("json"))
        sent.push(...leavesOf(await request.clone().json()));
      return fetch(request);
    },
  };
  expect(failuresOf(await stack.up(program))).toEqual([]);
  const unread = resource.arguments.filter(({ name, isReadable }) => !isReadable && !notSent.includes(name));
  const texts = new Set(sent.map(String));
  const missing = unread.filter(({ name }) =>
    leavesOf(inputs[name] ?? {}).some((leaf) => !texts.has(String(leaf))),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

describe.each(Object.entries(testedResources))("the class of %s", (name, resource) => {
  it("registers its own type, run by its own lifecycle", async () => {
    await new Promise((resolve) => resource.resourceClass.get(name, "1").urn.apply(resolve));
    expect(registered.get(name)).toEqual({
      type: `pulumi-nodejs:dynamic/nodecloud:${name}`,
      provider: providerLine(resource.type),
    });
  });

  it("is recognized by its creation time, if the service returns one", async () => {
    const [variant] = Object.values(resource.variants);
    if (!variant) throw new Error(`${resource.type} has no variant.`);
    const { stack } = await createVariant(resource, variant);
    const { created, identity } = stack.outputs("it") ?? {};
    expect(identity).toMatchObject(created === undefined ? {} : { created });
  });

  it("has exactly the outputs that its lifecycle returns, each documented", async () => {
    const returned = new Set<string>();
    for (const variant of Object.values(resource.variants)) {
      const { stack } = await createVariant(resource, variant);
      for (const [name, value] of Object.entries(stack.outputs("it") ?? {})) {
        if (value !== undefined && !internalOutputs.includes(name)) returned.add(name);
      }
    }
    const properties = Object.keys(resource.resourceClass.get("it", "1")).filter(
      (name) => !name.startsWith("__") && ![...internalOutputs, "urn", "id"].includes(name),
    );
    expect(properties.sort()).toEqual([...returned].sort());
    const documented = namesIn(
      readSource(resource.type),
      / \*\/\n {2}declare public readonly (\w+): pulumi\.Output</g,
    );
    expect(documented.sort()).toEqual([...returned].sort());
    expect((resource.temporaryOutputs ?? []).filter((name) => returned.has(name))).toEqual([]);
  });
});
