import * as pulumi from "@pulumi/pulumi";
import * as exported from "../../src";
import { idName } from "../../src/lifecycle/values/id-name";
import { type ResourceClass, resourceClasses } from "../../src/resources/resource-class";
import { resourceTypes } from "../../src/resources/resource-types";

/** What all classes have. */
interface ExportedClass {
  readonly prototype: pulumi.CustomResource;
  readonly get: (name: string, id: string, options?: pulumi.CustomResourceOptions) => pulumi.CustomResource;
  readonly isInstance: (value: unknown) => boolean;
}

const registered: pulumi.runtime.MockResourceArgs[] = [];

/** Registrations as the engine receives them. */
function useEngine(organization?: string) {
  const mocks: pulumi.runtime.Mocks = {
    newResource: (args) => {
      registered.push(args);
      return { id: args.id || "5", state: args.inputs };
    },
    call: () => ({}),
  };
  return pulumi.runtime.setMocks(mocks, "shop", "dev", false, organization);
}

const { Image, Instance } = exported;
const classesByName: Readonly<Record<ResourceClass, ExportedClass>> = exported;
const classes = resourceClasses.map((type) => classesByName[type]);
const registrationOf = async (resource: pulumi.CustomResource) => {
  await new Promise((resolve) => resource.id.apply(resolve));
  return registered.at(-1);
};

describe.each(resourceClasses)("the class %s", (type) => {
  const Class = classesByName[type];
  beforeAll(() => useEngine());

  it("reads an existing object by its id", async () => {
    const resource = Class.get("theirs", "7");
    expect(await registrationOf(resource)).toMatchObject({
      type: `pulumi-nodejs:dynamic/nodecloud:${type}`,
      name: "theirs",
      id: "7",
    });
  });

  it("reads it with the options of `get`", async () => {
    const parent = new pulumi.ComponentResource("test:index:Group", "group");
    const { urn } = Class.get("theirs", "7", { parent });
    expect(await new Promise((resolve) => urn.apply(resolve))).toMatch(
      new RegExp(`::test:index:Group\\$pulumi-nodejs:dynamic/nodecloud:${type}::theirs$`),
    );
  });

  it("knows the output with the id from the id, in previews too", async () => {
    const resource = Class.get("theirs", "7");
    const output: pulumi.Output<unknown> = Reflect.get(resource, idName(resourceTypes[type].definition));
    const { idFormat } = resourceTypes[type].definition;
    expect(await new Promise((resolve) => output.apply(resolve))).toBe(idFormat === undefined ? 7 : "7");
  });

  it("recognizes its own resources only", () => {
    const others = classes.filter((other) => other !== Class);
    expect(Class.isInstance(Class.get("own", "7"))).toBe(true);
    for (const other of others) expect(Class.isInstance(other.get("other", "7"))).toBe(false);
    // Inherits from the class, but was not constructed by it.
    expect(Class.isInstance(Object.create(Class.prototype))).toBe(false);
  });
});

describe("the paths in `ignoreChanges`", () => {
  it("are an input of the resource, unless there are none", async () => {
    await useEngine();
    const ignoredBy = async (options: pulumi.CustomResourceOptions) =>
      (await registrationOf(new Instance("web", { region: "us-east", type: "g1-nano-1" }, options)))?.inputs
        .ignoreChanges;
    expect(await ignoredBy({})).toBeUndefined();
    expect(await ignoredBy({ ignoreChanges: ["tags"] })).toEqual(["tags"]);
    expect(await ignoredBy({ ignoreChanges: ["tags", "tags", "group"] })).toEqual(["tags", "group"]);
  });

  it("are marked if they cover a label that the program does not set", async () => {
    await useEngine();
    const markOf = async (label: string | null | undefined, ignoreChanges: string[]) => {
      const args = { region: "us-east", type: "g1-nano-1", ...(label === undefined ? {} : { label }) };
      // Only a program in JavaScript can pass null.
      const resource: pulumi.CustomResource = Reflect.construct(Instance, ["web", args, { ignoreChanges }]);
      return (await registrationOf(resource))?.inputs.generatedLabel;
    };
    expect(await markOf(undefined, ["label"])).toBe(true);
    expect(await markOf(null, ["label"])).toBe(true);
    expect(await markOf(undefined, ["*"])).toBe(true);
    expect(await markOf(undefined, ["tags"])).toBeUndefined();
    expect(await markOf("mine", ["label"])).toBeUndefined();
  });

  it("include the hash that is computed from a file", async () => {
    await useEngine();
    const image = new Image("golden", { file: "a.gz", region: "us-east" }, { ignoreChanges: ["file"] });
    expect((await registrationOf(image))?.inputs.ignoreChanges).toEqual(["file", "fileHash"]);
  });
});

describe("the origin of a resource", () => {
  const instance = () => new Instance("web", { region: "us-east", type: "g1-nano-1" });

  it("has the stack's organization", async () => {
    await useEngine("acme");
    expect((await registrationOf(instance()))?.inputs.origin).toEqual({
      ...{ project: "shop", stack: "dev", type: "Instance", name: "web", organization: "acme" },
    });
  });
});
