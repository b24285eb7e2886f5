import "../../cheap-keys";
import { SealedSecret } from "../../../src/drift/recorded-stack";
import { deployment, exportOf, ProjectFolder, plain, resource, urnOf } from "./project-folder";

const folder = new ProjectFolder();

async function read(content: object) {
  const [stack] = await folder.read([{ kind: "export", from: { text: exportOf(content) } }]);
  if (!stack) throw new Error("no stack");
  return stack;
}

it("keeps the resources of this package, known or not, and no others", async () => {
  const { resources } = await read(
    deployment([
      {
        urn: urnOf("shop-dev", "dev", "shop", "pulumi:pulumi:Stack"),
        type: "pulumi:pulumi:Stack",
        custom: false,
      },
      resource("web"),
      resource("later", { type: "pulumi-nodejs:dynamic/nodecloud:Volume" }),
      resource("other", { type: "pulumi-nodejs:dynamic/other:Instance" }),
      resource("random", { type: "random:index:Instance", inputs: 7 }),
    ]),
  );
  expect(resources.map(({ type, name }) => `${type} ${name}`)).toEqual(["Instance web", "Volume later"]);
});

it("contains what a state records about a resource", async () => {
  const marks = {
    delete: true,
    pendingReplacement: true,
    external: true,
    protect: true,
    retainOnDelete: true,
    initErrors: ["boot"],
    propertyDependencies: { image: ["urn:one"], tags: ["urn:two"], label: [] },
  };
  const urn = `urn:pulumi:dev::shop::my:Group$pulumi-nodejs:dynamic/nodecloud:Instance::a::b`;
  const { resources } = await read(
    deployment([
      resource("bare", { id: undefined }),
      { ...resource("x"), urn, ...marks, inputs: { a: [1] }, outputs: { b: null } },
    ]),
  );
  const none = {
    isPendingDeletion: false,
    isPendingReplacement: false,
    isExternal: false,
    isProtected: false,
    isRetained: false,
  };
  const all = {
    isPendingDeletion: true,
    isPendingReplacement: true,
    isExternal: true,
    isProtected: true,
    isRetained: true,
  };
  expect(resources).toEqual([
    {
      urn: urnOf("bare"),
      type: "Instance",
      name: "bare",
      id: undefined,
      inputs: {},
      outputs: {},
      argumentsFrom: [],
      ...none,
      initErrors: [],
    },
    {
      urn,
      type: "Instance",
      name: "a::b",
      id: "1",
      inputs: { a: [1] },
      outputs: { b: null },
      argumentsFrom: ["urn:one", "urn:two"],
      ...all,
      initErrors: ["boot"],
    },
  ]);
});

it.each([
  ["delete", "isPendingDeletion"],
  ["pendingReplacement", "isPendingReplacement"],
  ["external", "isExternal"],
  ["protect", "isProtected"],
  ["retainOnDelete", "isRetained"],
])("reads %s as %s alone", async (field, name) => {
  const { resources } = await read(deployment([resource("web", { [field]: true })]));
  const set = Object.entries(resources[0]!).flatMap(([key, value]) => (value === true ? [key] : []));
  expect(set).toEqual([name]);
});

it("carries pending operations on resources of this package", async () => {
  const { pendingOperations } = await read(
    deployment([resource("web")], {
      pending_operations: [
        { type: "creating", resource: resource("new", { id: undefined }) },
        { type: "deleting", resource: resource("other", { type: "random:index:Pet" }) },
      ],
    }),
  );
  expect(pendingOperations).toEqual([{ urn: urnOf("new"), operation: "creating" }]);
});

it("seals secrets wherever they are, and opens those in plain text as they are", async () => {
  const inner = { user: "u", password: plain("deep") };
  const { resources } = await read(
    deployment([
      resource("web", { inputs: { list: ["a", plain(inner)] }, outputs: { applied: plain(null) } }),
    ]),
  );
  const { inputs, outputs } = resources[0]!;
  const list: unknown = inputs.list;
  if (!Array.isArray(list) || !(outputs.applied instanceof SealedSecret)) throw new Error("not sealed");
  expect(list[0]).toBe("a");
  expect(list[1]).toBeInstanceOf(SealedSecret);
  expect(await list[1].open()).toEqual({ user: "u", password: "deep" });
  expect(await outputs.applied.open()).toBeNull();
  expect(JSON.stringify(resources)).not.toContain("deep");
});
