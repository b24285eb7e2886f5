import { compare } from "../../src/lifecycle";
import { lifecycles } from "../../src/resources/lifecycles";
import type { PropertyMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declarePaymentMethods, visa } from "./payment-methods";
import { callsTo, failuresOf, instancesIn, stepsOf, warningsOf, web, webFrom } from "./programs";

type Inputs = Readonly<Record<string, PropertyMap[string] | undefined>>;

/** What a run does after one with other arguments, and the calls that it makes. */
async function changed(from: Inputs, to: Inputs) {
  const stack = new TestStack();
  expect(failuresOf(await stack.up(web(from)))).toEqual([]);
  stack.emulator.control.forgetRequests();
  const outcome = await stack.up(web(to));
  expect(failuresOf(outcome)).toEqual([]);
  return { steps: stepsOf(outcome), calls: callsTo(stack), warnings: warningsOf(stack) };
}

const nothing = { steps: [], calls: [], warnings: [] };

describe("a default that is written out", () => {
  it.each(Object.entries(lifecycles))("is the same as none in every field: %s", (_, { definition }) => {
    const { fields } = definition;
    for (const [name, field] of Object.entries(fields)) {
      const { default: usual } = field as { readonly default?: unknown };
      if (usual === undefined) continue;
      for (const [declared, applied] of [
        [{ [name]: usual }, {}],
        [{}, { [name]: usual }],
      ] as const) {
        const { replaced, changed, recorded, unrepaired } = compare(
          fields as never,
          declared,
          applied,
          undefined,
        );
        expect({ name, replaced, changed, recorded, unrepaired }).toEqual({
          ...{ name, replaced: [], changed: [], recorded: [], unrepaired: [] },
        });
      }
    }
  });

  const defaults: [string, PropertyMap][] = [
    ["privateIp", { privateIp: false }],
    ["swapSize", { swapSize: 512 }],
    ["no interfaces", { interfaces: [] }],
    ["the default interface", { interfaces: [{ purpose: "public" }] }],
    ["its nulls", { interfaces: [{ purpose: "public", label: null, ipamAddress: null }] }],
    ["its empty texts", { interfaces: [{ purpose: "public", label: "", ipamAddress: "" }] }],
    ["booted", { booted: true }],
    ["stackscriptData", { stackscriptData: {} }],
    ["no keys and users", { authorizedKeys: [], authorizedUsers: [] }],
    ["no group", { group: "" }],
    ["no tags", { tags: [] }],
    ["no timeouts", { timeouts: {} }],
  ];
  it.each(defaults)("changes nothing when it is added: %s", async (_, inputs) => {
    expect(await changed({}, inputs)).toEqual(nothing);
  });
  it.each(defaults)("changes nothing when it is removed: %s", async (_, inputs) => {
    expect(await changed(inputs, {})).toEqual(nothing);
  });

  it.each<[string, PropertyMap, PropertyMap]>([
    ["privateIp", { privateIp: false }, { privateIp: true }],
    ["swapSize", { swapSize: 512 }, { swapSize: 1024 }],
    ["interfaces", { interfaces: [] }, { interfaces: [{ purpose: "vlan", label: "lan" }] }],
  ])("is replaced by another value, as an absent one is: %s", async (_, usual, other) => {
    for (const from of [usual, {}]) {
      expect((await changed(from, other)).steps).toEqual(["createReplacement web", "deleteReplaced web"]);
    }
    expect((await changed(other, usual)).steps).toContain("createReplacement web");
  });

  it("still empties what somebody else has set", async () => {
    const stack = new TestStack();
    await stack.up(web({ tags: ["a"], group: "g" }));
    await stack.up(web());
    expect(stepsOf(await stack.up(web({ tags: [], group: "" })))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([{ tags: [], group: "" }]);
  });

  it("is accepted of a clone and of an instance without a script", async () => {
    const stack = new TestStack();
    await stack.up(web());
    const [source] = instancesIn(stack);
    const clone = webFrom({
      ...{ cloneFrom: { instanceId: source?.id ?? 0 }, region: "us-east", type: "g1-nano-1" },
      ...{ privateIp: false, swapSize: 512, interfaces: [], stackscriptData: {} },
    });
    expect(failuresOf(await new TestStack().preview(clone))).toEqual([]);
  });
});

describe("an argument that only a create can set", () => {
  it("replaces nothing when it is removed and written again", async () => {
    const stack = new TestStack();
    await stack.up(web({ swapSize: 1024 }));
    expect(stepsOf(await stack.up(web()))).toEqual([]);
    expect(stepsOf(await stack.up(web({ tags: ["a"] })))).toEqual(["update web"]);
    expect(stepsOf(await stack.up(web({ tags: ["a"], swapSize: 1024 })))).toEqual([]);
    expect(stepsOf(await stack.preview(web({ tags: ["a"], swapSize: 512 })))).toContain(
      "createReplacement web",
    );
  });
});

describe("privateIp", () => {
  it("is recognised by a private address that somebody else has added", async () => {
    const stack = new TestStack();
    await stack.up(web());
    setAddresses(stack, ["203.0.113.9", "192.168.133.7"]);
    await stack.refresh();
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(web({ privateIp: true })))).toEqual(["update web"]);
    expect(callsTo(stack)).toEqual([]);
    expect(stepsOf(await stack.up(web({ privateIp: true })))).toEqual([]);
  });

  it("that is false leaves such an address", async () => {
    const stack = new TestStack();
    await stack.up(web());
    setAddresses(stack, ["203.0.113.9", "192.168.133.7"]);
    await stack.refresh();
    expect(stepsOf(await stack.up(web({ privateIp: false })))).toEqual([]);
  });

  it("that turns false replaces the instance", async () => {
    expect((await changed({ privateIp: true }, { privateIp: false })).steps).toContain(
      "createReplacement web",
    );
  });

  it("that is true is not replaced when its address moves away", async () => {
    const stack = new TestStack();
    await stack.up(web({ privateIp: true }));
    setAddresses(stack, ["203.0.113.9"]);
    await stack.refresh();
    expect(stepsOf(await stack.up(web({ privateIp: true })))).toEqual([]);
  });

  function setAddresses(stack: TestStack, ipv4: string[]): void {
    for (const { id } of instancesIn(stack)) {
      stack.emulator.control.externalChange({ kind: "instance_change", instanceId: id, patch: { ipv4 } });
    }
  }
});

describe("`isDefault: false`", () => {
  it("is left with a warning where the only payment method is the default", async () => {
    const stack = new TestStack();
    await stack.up(declarePaymentMethods({ main: { card: visa, isDefault: false } }));
    await stack.up(declarePaymentMethods({ main: { card: visa } }));
    stack.emulator.control.forgetRequests();
    expect(
      stepsOf(await stack.up(declarePaymentMethods({ main: { card: visa, isDefault: false } }))),
    ).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });
});
