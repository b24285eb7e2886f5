import {
  readStackObjects,
  stackAccount,
  stackObjects,
  stackVariables,
} from "../../src/plugin/stack-variables";
import { shortHash } from "../../src/short-hash";

const ours = "0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01";
const theirs = "5b6d7e8f-7d3f-4a69-8c40-0e1a5b2c9a01";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/nodecloud:Instance::web";

const resource = (account: unknown, more: object = {}) => ({
  ...{ urn, id: "12" },
  type: "pulumi-nodejs:dynamic/nodecloud:Instance",
  provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::default::4032789a",
  outputs: { identity: { account, created: "2026-11-23T09:00:00" } },
  ...more,
});

describe("the account of a stack", () => {
  it("is the one that all its resources record", () => {
    const stack = { type: "pulumi:pulumi:Stack", outputs: {} };
    expect(stackAccount([stack, resource(ours), resource(undefined), resource(ours)])).toBe(ours);
    expect(stackAccount([resource(ours, { delete: true })])).toBe(ours);
  });

  it.each<[string, readonly unknown[]]>([
    ["of an empty stack", []],
    ["if resources record several", [resource(ours), resource(theirs)]],
    ["of resources without an account", [resource(undefined), resource({ ciphertext: "x" })]],
    ["of resources that the program only reads", [resource(ours, { external: true })]],
    ["of resources of another package", [resource(ours, { type: "pulumi-nodejs:dynamic/other:Instance" })]],
    [
      "of resources with an explicit provider",
      [resource(ours, { provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::theirs::0123" })],
    ],
    [
      "of resources without a provider or outputs",
      [resource(ours, { provider: undefined }), { type: "x" }, null],
    ],
    [
      "of resources without an identity",
      [resource(ours, { outputs: {} }), resource(ours, { outputs: undefined })],
    ],
  ])("is unknown %s", (_, resources) => expect(stackAccount(resources)).toBeUndefined());

  it("is that of the resources of an explicit provider, for that one", () => {
    const type = "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs";
    const there = resource(theirs, { provider: `${type}::theirs::0123` });
    const other = resource(ours, { provider: `${type}::theirs::too::4567` });
    const resources = [resource(ours), there, other];
    expect(stackVariables(resources, `${type}::theirs`)).toEqual({ NODECLOUD_STACK_ACCOUNT: theirs });
    expect(stackVariables(resources, `${type}::new`)).toEqual({});
    expect(
      stackVariables([...resources, { ...there, outputs: resource(ours).outputs }], `${type}::theirs`),
    ).toEqual({});
    expect(stackAccount(resources)).toBe(ours);
  });
});

describe("the objects of a stack", () => {
  const web = { type: "Instance", id: "12", owner: shortHash(urn) };

  it("are those of its own resources, with the resource of each", () => {
    const image = resource(ours, {
      type: "pulumi-nodejs:dynamic/nodecloud:Image",
      id: "private/3",
      urn: `${urn}-image`,
    });
    const others = [
      resource(ours, { external: true }),
      resource(ours, { type: "pulumi-nodejs:dynamic/other:Instance" }),
      resource(ours, { provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::theirs::0123" }),
      resource(ours, { id: "" }),
      resource(ours, { pendingReplacement: true }),
    ];
    const objects = stackObjects([...others, resource(undefined), image]);
    expect(objects).toEqual([web, { type: "Image", id: "private/3", owner: shortHash(`${urn}-image`) }]);
    expect(readStackObjects(stackVariables([resource(ours), image]).NODECLOUD_STACK_OBJECTS)).toEqual(
      objects,
    );
  });

  it("have their creation times if several entries have one id", () => {
    const again = resource(ours, {
      urn: `${urn}-api`,
      outputs: { identity: { created: "2026-11-24T10:00:00" } },
    });
    const leftover = resource(ours, { delete: true, retainOnDelete: true, outputs: {} });
    const read = readStackObjects(
      stackVariables([resource(ours), again, leftover, resource(ours, { id: "13" })]).NODECLOUD_STACK_OBJECTS,
    );
    expect(read).toEqual([
      { ...web, created: "2026-11-23T09:00:00" },
      { ...web, owner: shortHash(`${urn}-api`), created: "2026-11-24T10:00:00" },
      { ...web, isRetained: true },
      { ...web, id: "13" },
    ]);
  });

  it("are left out if they do not fit into a variable", () => {
    const many = Array.from({ length: 6000 }, (_, at) => resource(ours, { id: String(at) }));
    expect(Object.keys(stackVariables(many))).toEqual(["NODECLOUD_STACK_ACCOUNT"]);
    expect(readStackObjects(undefined)).toEqual([]);
    expect(readStackObjects("")).toEqual([]);
    expect(readStackObjects("[]")).toEqual([]);
  });
});
