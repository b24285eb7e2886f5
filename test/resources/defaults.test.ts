import { compare } from "../../src/lifecycle";
import { resourceTypes } from "../../src/resources/resource-types";
import type { PropertyMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declareAll, type Inputs } from "./declare-all";
import { declarePaymentMethods, visa } from "./payment-methods";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "./programs";

/** The steps, calls and warnings of an `up` that changes the arguments of an instance. */
async function updateInstance(from: Inputs, to: Inputs) {
  const stack = new TestStack();
  expect(failuresOf(await stack.up(webInstance(from)))).toEqual([]);
  stack.emulator.control.forgetRequests();
  const outcome = await stack.up(webInstance(to));
  expect(failuresOf(outcome)).toEqual([]);
  return { steps: stepsOf(outcome), calls: callsTo(stack), warnings: warningsOf(stack) };
}

const noEffect = { steps: [], calls: [], warnings: [] };

describe("an argument that is declared with its default", () => {
  it.each(Object.entries(resourceTypes))("equals an absent one in every field: %s", (_, { definition }) => {
    const { fields } = definition;
    for (const [name, field] of Object.entries(fields)) {
      const { default: defaultValue } = field as { readonly default?: unknown };
      if (defaultValue === undefined) continue;
      for (const [declared, applied] of [
        [{ [name]: defaultValue }, {}],
        [{}, { [name]: defaultValue }],
      ] as const) {
        const { replaced, changed, recorded, unrepaired } = compare(
          fields as never,
          declared,
          applied,
          undefined,
        );
        expect({ name, replaced, changed, recorded, unrepaired }).toEqual({
          name,
          replaced: [],
          changed: [],
          recorded: [],
          unrepaired: [],
        });
      }
    }
  });

  const defaults: [string, PropertyMap][] = [
    ["privateIp", { privateIp: false }],
    ["swapSize", { swapSize: 512 }],
    ["no interfaces", { interfaces: [] }],
    ["the default interface", { interfaces: [{ purpose: "public" }] }],
    [
      "the default interface with nulls",
      { interfaces: [{ purpose: "public", label: null, ipamAddress: null }] },
    ],
    [
      "the default interface with empty strings",
      { interfaces: [{ purpose: "public", label: "", ipamAddress: "" }] },
    ],
    ["booted", { booted: true }],
    ["stackscriptData", { stackscriptData: {} }],
    ["no keys and users", { authorizedKeys: [], authorizedUsers: [] }],
    ["no group", { group: "" }],
    ["no tags", { tags: [] }],
    ["no timeouts", { timeouts: {} }],
  ];
  it.each(defaults)("has no effect when it is added: %s", async (_, inputs) => {
    expect(await updateInstance({}, inputs)).toEqual(noEffect);
  });
  it.each(defaults)("has no effect when it is removed: %s", async (_, inputs) => {
    expect(await updateInstance(inputs, {})).toEqual(noEffect);
  });

  it.each<[string, PropertyMap, PropertyMap]>([
    ["privateIp", { privateIp: false }, { privateIp: true }],
    ["swapSize", { swapSize: 512 }, { swapSize: 1024 }],
    ["interfaces", { interfaces: [] }, { interfaces: [{ purpose: "vlan", label: "lan" }] }],
  ])("causes a replacement when it changes, as an absent one does: %s", async (_, defaults, other) => {
    for (const from of [defaults, {}]) {
      expect((await updateInstance(from, other)).steps).toEqual([
        "createReplacement web",
        "deleteReplaced web",
      ]);
    }
    expect((await updateInstance(other, defaults)).steps).toContain("createReplacement web");
  });

  it("clears a live value that differs from it", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ tags: ["a-tag"], group: "g" }));
    await stack.up(webInstance());
    expect(stepsOf(await stack.up(webInstance({ tags: [], group: "" })))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([{ tags: [], group: "" }]);
  });

  it("is accepted for a clone, which takes the value from its source", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    const [source] = instancesIn(stack);
    const copy: Inputs = {
      cloneFrom: { instanceId: source!.id },
      region: "us-east",
      type: "g1-nano-1",
      privateIp: false,
      swapSize: 512,
      interfaces: [],
      stackscriptData: {},
    };
    const program = declareAll("Instance", { web: smallInstance, copy });
    expect(failuresOf(await stack.preview(program))).toEqual([]);
  });
});

describe("a create-only argument", () => {
  it("causes no replacement when it is removed and declared again with the same value", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ swapSize: 1024 }));
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    expect(stepsOf(await stack.up(webInstance({ tags: ["a-tag"] })))).toEqual(["update web"]);
    expect(stepsOf(await stack.up(webInstance({ tags: ["a-tag"], swapSize: 1024 })))).toEqual([]);
    expect(stepsOf(await stack.preview(webInstance({ tags: ["a-tag"], swapSize: 512 })))).toContain(
      "createReplacement web",
    );
  });
});

describe("privateIp", () => {
  it("is recorded without a call if the instance already has a private address", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    changeAddresses(stack, ["203.0.113.9", "192.168.133.7"]);
    await stack.refresh();
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(webInstance({ privateIp: true })))).toEqual(["update web"]);
    expect(callsTo(stack)).toEqual([]);
    expect(stepsOf(await stack.up(webInstance({ privateIp: true })))).toEqual([]);
  });

  it("does not remove a private address when it is false", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    changeAddresses(stack, ["203.0.113.9", "192.168.133.7"]);
    await stack.refresh();
    expect(stepsOf(await stack.up(webInstance({ privateIp: false })))).toEqual([]);
  });

  it("causes a replacement when it changes to false", async () => {
    expect((await updateInstance({ privateIp: true }, { privateIp: false })).steps).toContain(
      "createReplacement web",
    );
  });

  it("causes no replacement when the private address is removed externally", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ privateIp: true }));
    changeAddresses(stack, ["203.0.113.9"]);
    await stack.refresh();
    expect(stepsOf(await stack.up(webInstance({ privateIp: true })))).toEqual([]);
  });

  function changeAddresses(stack: TestStack, ipv4: string[]): void {
    for (const { id } of instancesIn(stack)) {
      stack.emulator.control.externalChange({ kind: "instance_change", instanceId: id, patch: { ipv4 } });
    }
  }
});

describe("`isDefault: false`", () => {
  it("causes only a warning while the only payment method is the default", async () => {
    const stack = new TestStack();
    stack.emulator.control.externalChange({ kind: "payment_method_delete", paymentMethodId: 1 });
    const declared = declarePaymentMethods({ main: { card: visa, isDefault: false } });
    await stack.up(declared);
    await stack.up(declarePaymentMethods({ main: { card: visa } }));
    stack.emulator.control.forgetRequests();
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(declared))).toEqual([]);
    expect(warningsOf(stack)).toEqual([expect.stringMatching(/isDefault is true and not false/)]);
    expect(callsTo(stack)).toEqual([]);
  });
});
