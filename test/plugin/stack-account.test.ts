import { stackAccount } from "../../src/plugin/stack-account";

const ours = "0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01";
const theirs = "5b6d7e8f-7d3f-4a69-8c40-0e1a5b2c9a01";

const resource = (account: unknown, more: object = {}) => ({
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
});
