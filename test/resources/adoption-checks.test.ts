import { wellKnownTokens } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { type PropertyMap, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { declareAll } from "./declare-all";
import { otherAccount } from "./identity-stack";
import { callsTo, failuresOf, instancesIn, smallInstance, stepsOf, webInstanceFrom } from "./programs";

/** A stack whose service has as many instances that no state contains. */
async function stackWithUnmanaged(count: number, options: ConstructorParameters<typeof TestStack>[0] = {}) {
  const stack = new TestStack(options);
  const { client } = stack.services();
  const { rootPass, ...create } = smallInstance;
  for (let index = 1; index <= count; index++) {
    const body = { ...create, region: "us-east", type: "g1-nano-1", root_pass: String(rootPass) };
    await stack.clock.run(client.instances.create({ ...body, label: `theirs-${index}` }));
  }
  await stack.clock.advance(180_000);
  stack.emulator.control.forgetRequests();
  return stack;
}

/** A program that creates an instance besides adopting one. */
const withAnother =
  (adopting: PropertyMap, options = {}): ProgramFunction =>
  async (register) => {
    await register(declare("Instance", "other", smallInstance));
    await register(declare("Instance", "web", adopting, options));
    return {};
  };

const change = (stack: TestStack, patch: { readonly region?: string; readonly status?: "deleting" }) =>
  stack.emulator.control.externalChange({ kind: "instance_change", instanceId: 1, patch });

describe("The preview of a resource that adopts an object", () => {
  it.each([
    ["does not exist", {}, { adopt: 9 }, /^adopt: there is no instance 9 that/],
    ["is being deleted", { status: "deleting" }, { adopt: 1 }, /^adopt: instance 1 .* it is being deleted\./],
    ["has another region", {}, { adopt: 1, region: "us-west" }, /region is "us-east" and not "us-west"\./],
    ["provably has another image", {}, { adopt: 1, image: "node/arch" }, /image is .*debian12.* not .*arch/],
  ] as const)("refuses one that %s, as `up` does", async (_, patch, args, reason) => {
    const stack = await stackWithUnmanaged(1);
    change(stack, patch);
    expect(failuresOf(await stack.preview(withAnother(args)))).toEqual([expect.stringMatching(reason)]);
    expect(failuresOf(await stack.up(withAnother(args)))).toEqual([expect.stringMatching(reason)]);
    expect(stack.messages.filter(({ message }) => message.startsWith("adopts"))).toEqual([]);
    expect(instancesIn(stack)[0]).toMatchObject({ id: 1, label: "theirs-1" });
  });

  it.each([
    ["has the declared values", { region: "us-east" }, {}],
    ["may have an argument's unknown value", { region: unknown }, {}],
    ["differs in an ignored argument", { region: "us-west" }, { ignoreChanges: ["region"] }],
    ["differs in an argument that changes in place", { tags: ["new"] }, {}],
  ])("accepts one that %s", async (_, args, options) => {
    const stack = await stackWithUnmanaged(1);
    const adopting = { adopt: 1, ...args, ...options };
    expect(failuresOf(await stack.preview(withAnother(adopting, options)))).toEqual([]);
  });

  it("reads nothing for an id that is unknown, and nothing again once the state has the object", async () => {
    const stack = await stackWithUnmanaged(1);
    expect(failuresOf(await stack.preview(webInstanceFrom({ adopt: unknown })))).toEqual([]);
    expect(failuresOf(await stack.preview(declareAll("OAuthClient", { app: { adopt: unknown } })))).toEqual(
      [],
    );
    expect(callsTo(stack)).toEqual([]);
    const program = webInstanceFrom({ adopt: 1, region: "us-east" });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    change(stack, { region: "us-west" });
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.preview(program))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("sends one list for any number of them", async () => {
    const stack = await stackWithUnmanaged(3);
    const adopting = Object.fromEntries([1, 2, 3].map((id) => [`web-${id}`, { adopt: id }]));
    expect(failuresOf(await stack.preview(declareAll("Instance", adopting)))).toEqual([]);
    expect(callsTo(stack)).toEqual(["GET /v4/node/instances"]);
  });

  it("accepts objects that only a list that lags behind shows otherwise", async () => {
    const stack = await stackWithUnmanaged(2, { settings: { listLagSeconds: 60 } });
    change(stack, { region: "us-west" });
    const adopting = { web: { adopt: 1, region: "us-west" }, other: { adopt: 2 } };
    expect(failuresOf(await stack.preview(declareAll("Instance", adopting)))).toEqual([]);
    expect(callsTo(stack)).toEqual(["GET /v4/node/instances", "GET /v4/node/instances/1"]);
  });

  it.each([
    ["the instance", "instances.view", { status: 503 }, { adopt: 1, region: "us-west" }],
    ["the instance", "instances.view", { hang: true }, { adopt: 1, region: "us-west" }],
    ["whether the token's user can see every instance", "logins.list", { status: 503 }, { adopt: 9 }],
    ["whether the token's user can see every instance", "logins.list", { hang: true }, { adopt: 9 }],
  ] as const)("passes within seconds if it cannot read %s: %s %j", async (_, operation, effect, args) => {
    const stack = await stackWithUnmanaged(1);
    stack.emulator.control.faults.add({ operation, effect });
    const startedAt = stack.clock.now();
    expect(failuresOf(await stack.preview(webInstanceFrom(args)))).toEqual([]);
    expect(stack.clock.now() - startedAt).toBeLessThanOrEqual(6000);
    expect(stack.emulator.control.requests().map((request) => request.operation)).toContain(operation);
  });

  it("compares nothing if another argument is refused", async () => {
    const stack = await stackWithUnmanaged(1);
    const program = webInstanceFrom({ adopt: 9, label: "-" });
    expect(failuresOf(await stack.preview(program))).toEqual([expect.stringMatching(/label/)]);
    expect(callsTo(stack)).toEqual([]);
  });
});

describe.each([
  ["knows the state", true],
  ["does not know the state", false],
])("with the token of another account, a plugin that %s", (_, knowsState) => {
  it.each([
    ["there is no such object", 99],
    ["the object is another one", 2],
  ])("names the accounts if %s there", async (_, adopt) => {
    const stack = new TestStack({ knowsState });
    expect(failuresOf(await stack.up(declareAll("Instance", { other: smallInstance })))).toEqual([]);
    stack.endPlugin();
    const body = JSON.stringify({ region: "us-west", type: "g1-nano-1" });
    const headers = { authorization: `Bearer ${wellKnownTokens.secondAccount}` };
    const url = "http://emulator.test/v4/node/instances";
    const theirs = await stack.emulator.fetch(new Request(url, { method: "POST", headers, body }));
    expect(await theirs.json()).toMatchObject({ id: 2 });
    // The other resource, whose account is the stack's, is compared after the check has read the object.
    const program: ProgramFunction = async (register) => {
      const adopting = register(declare("Instance", "web", { adopt, region: "us-east" }));
      await stack.clock.sleep(300);
      await register(declare("Instance", "other", smallInstance));
      await adopting;
      return {};
    };
    const failures = failuresOf(
      await stack.preview(program, { token: wellKnownTokens.secondAccount }),
    ).join();
    expect(failures).toContain(
      `No instance was created or adopted: the token belongs to account ${otherAccount}`,
    );
    expect(failures).not.toContain("adopt:");
  });
});

describe("with the token of a restricted user who sees other instances only, a preview and `up`", () => {
  const restricted = { token: wellKnownTokens.restricted };
  const adopting = webInstanceFrom({ adopt: 1 });

  it.each([
    [
      "say that it may exist, if the token can read the account",
      { account: "read_only" },
      /^instance 1 was not found at .+, but the token's user is restricted, so it may exist/,
    ],
    ["say what the token can read otherwise", {}, /^adopt: there is no instance 1 that the token can read,/],
  ] as const)("%s", async (_, grants, reason) => {
    const stack = await stackWithUnmanaged(1, { settings: { withoutGrant: "404" } });
    const patch = { grants: [], ...grants };
    stack.emulator.control.externalChange({ kind: "user_change", username: "limited", patch });
    expect(failuresOf(await stack.preview(adopting, restricted))).toEqual([expect.stringMatching(reason)]);
    expect(failuresOf(await stack.up(adopting, restricted))).toEqual([expect.stringMatching(reason)]);
  });
});

it("accepts a schedule of an instance that the same run has just created, although views lag", async () => {
  const stack = new TestStack({ settings: { listLagSeconds: 3 } });
  const program: ProgramFunction = async (register) => {
    const { outputs } = await register(declare("Instance", "web", smallInstance));
    const adopt = outputs.instanceId ?? unknown;
    await register(declare("BackupSchedule", "nightly", { adopt, day: "Monday", window: "W2" }));
    return {};
  };
  const done = await stack.up(program);
  expect(failuresOf(done)).toEqual([]);
  expect(stepsOf(done)).toEqual(["create web", "create nightly"]);
});
