import { type FaultRuleInput, wellKnownTokens } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { deadlineAfter } from "../../src/lifecycle/deadline";
import { ownershipOf } from "../../src/lifecycle/identity/ownership";
import { resourceTypes } from "../../src/resources/resource-types";
import { revealMap } from "../../src/state";
import { declare } from "../../src/testing";
import { isRecord } from "../../src/unknown";
import { IdentityStack, otherAccount, ownAccount } from "./identity-stack";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
} from "./programs";

/** The instance of `IdentityStack.prepare`, unchanged, and a second one. */
const twoInstances: ProgramFunction = async (register) => {
  await register(declare("Instance", "it", { ...smallInstance, label: "web" }));
  await register(declare("Instance", "second", smallInstance));
  return {};
};

describe("a token that cannot view its account", () => {
  it.each<FaultRuleInput["effect"]>([{ status: 401 }, { status: 403 }, { status: 404 }, { html: 404 }])(
    "causes one warning a run, and creation times are still compared (%j)",
    async (effect) => {
      const stack = new IdentityStack();
      const { changed } = await stack.prepare("Instance");
      stack.failAccountViews(effect);
      expect(failuresOf(await stack.refresh())).toEqual([]);
      expect(stack.identity).toMatchObject({ account: ownAccount });
      expect(warningsOf(stack)).toEqual([expect.stringMatching(/^The token cannot read its account/)]);
      await stack.replaceService("Instance");
      stack.failAccountViews(effect);
      for (const outcome of [await stack.refresh(), await stack.up(changed), await stack.destroy()])
        expect(failuresOf(outcome)).toEqual([expect.stringContaining("is not the one in the state")]);
      expect(stack.changeCalls).toEqual([]);
    },
  );
});

describe("an account that cannot be viewed for the moment", () => {
  const outage = { status: 503 };

  it("fails every change to a resource with a recorded account", async () => {
    const stack = new IdentityStack();
    const { changed } = await stack.prepare("Instance");
    stack.failAccountViews(outage);
    for (const outcome of [await stack.up(changed), await stack.up(emptyProgram), await stack.destroy()])
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(
          /Could not check whether the token belongs to account .+: .+ Nothing was changed\. Try again later\./,
        ),
      ]);
    expect(stack.changeCalls).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(2);
  });

  it("is viewed again ten seconds later", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    stack.failAccountViews(outage);
    const lifecycle = resourceTypes.Instance.lifecycle(stack.services());
    const remove = () => stack.clock.run(lifecycle.delete("2", revealMap(stack.outputs("it") ?? {})));
    await expect(remove()).rejects.toThrow("Could not check whether the token belongs to account");
    stack.emulator.control.faults.clear();
    await stack.clock.advance(10_000);
    await remove();
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("fails the create of another resource", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    stack.failAccountViews(outage);
    expect(failuresOf(await stack.up(twoInstances))).toEqual([
      expect.stringMatching(/^Could not check whether the token belongs to account/),
    ]);
    expect(stack.changeCalls).toEqual([]);
  });

  it("causes one warning in a preview of updates and creates, which `up` would refuse", async () => {
    const stack = new IdentityStack();
    const { changed } = await stack.prepare("Instance");
    stack.failAccountViews(outage);
    const program: ProgramFunction = async (register, values) => {
      await register(declare("Instance", "second", smallInstance));
      return changed(register, values);
    };
    const outcome = await stack.preview(program);
    expect(stepsOf(outcome)).toEqual(["create second", "update it"]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Could not check whether the token belongs to account ${ownAccount}, .+503.+ changes nothing`,
        ),
      ),
    ]);
  });

  it("causes no warning in a preview without changes", async () => {
    const stack = new IdentityStack();
    const { first } = await stack.prepare("Instance");
    stack.failAccountViews(outage);
    expect(stepsOf(await stack.preview(first))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });

  it("delays a preview by five seconds, however many resources it updates", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    const withTags =
      (tags: readonly string[]): ProgramFunction =>
      async (register) => {
        await register(declare("Instance", "it", { ...smallInstance, label: "web", tags }));
        for (const name of ["second", "third"])
          await register(declare("Instance", name, { ...smallInstance, tags }));
        return {};
      };
    expect(failuresOf(await stack.up(withTags([])))).toEqual([]);
    stack.failAccountViews({ hang: true });
    const started = stack.clock.now();
    const outcome = await stack.preview(withTags(["a"]), { parallel: 1 });
    expect(stepsOf(outcome)).toEqual(["update it", "update second", "update third"]);
    expect(stack.clock.now() - started).toBe(5000);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(/did not respond\. Nothing was changed\. Until/),
    ]);
  });

  it("fails a refresh only if an object is missing, which stays in the state", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    stack.failAccountViews(outage);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    stack.emulator.control.faults.clear();
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: 2 }));
    await stack.clock.advance(600_000);
    stack.failAccountViews(outage);
    expect(failuresOf(await stack.refresh())).toEqual([
      expect.stringMatching(/^Could not check whether the token belongs to account/),
    ]);
    expect(stack.identity).toMatchObject({ account: ownAccount });
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stack.outputs("it")).toBeUndefined();
  });
});

describe("a restricted user without grants, on a service that returns 404 for them", () => {
  const prepare = async (type: string) => {
    const stack = new IdentityStack();
    const { changed } = await stack.prepare(type);
    const { control } = stack.emulator;
    control.settings({ withoutGrant: "404" });
    control.externalChange({ kind: "user_change", username: "limited", patch: { account: "read_only" } });
    return { stack, changed, options: { token: wellKnownTokens.restricted } };
  };

  it.each(["Instance", "Image"])("does not treat %s as deleted", async (type) => {
    const { stack, changed, options } = await prepare(type);
    const before = structuredClone(stack.plainState);
    for (const outcome of [
      await stack.refresh(options),
      await stack.up(changed, options),
      await stack.destroy(options),
    ])
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(/was not found at .+ the token's user is restricted.+--allow-empty/),
      ]);
    expect(stack.plainState).toEqual(before);
    expect(stack.changeCalls).toEqual([]);
    expect(callsTo(stack).filter((call) => call === "GET /v4/account/logins")).toHaveLength(3);
  });

  it.each([401, 403])("checks the user's restrictions once per run, and accepts a %i", async (status) => {
    const { stack, options } = await prepare("Instance");
    expect(failuresOf(await stack.up(twoInstances))).toEqual([]);
    stack.emulator.control.faults.add({ operation: "logins.list", effect: { status } });
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.refresh(options))).toHaveLength(2);
    expect(callsTo(stack).filter((call) => call === "GET /v4/account/logins")).toHaveLength(1);
  });

  it("does not treat an object as deleted while the check of the user fails, and repeats the check", async () => {
    const { stack, options } = await prepare("Instance");
    expect(failuresOf(await stack.up(twoInstances))).toEqual([]);
    stack.emulator.control.faults.add({ operation: "logins.list", effect: { status: 503 } });
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.refresh(options))).toEqual([
      expect.stringMatching(/could not check whether the token's user can see every object.+Try again later/),
      expect.stringMatching(/could not check/),
    ]);
    expect(stack.outputs("it")).toBeDefined();
  });

  it("repeats the check for the next object if it failed", async () => {
    const { stack, options } = await prepare("Instance");
    const { faults } = stack.emulator.control;
    faults.add({ operation: "logins.list", effect: { status: 503 } });
    const lifecycle = resourceTypes.Instance.lifecycle(stack.services(options));
    const remove = () => stack.clock.run(lifecycle.delete("2", revealMap(stack.outputs("it") ?? {})));
    await expect(remove()).rejects.toThrow(/could not check whether the token's user can see every object/);
    faults.clear();
    await expect(remove()).rejects.toThrow(/was not found at .+ the token's user is restricted/);
  });

  it("treats an object as deleted if the service has no list of logins", async () => {
    const { stack, options } = await prepare("Instance");
    stack.emulator.control.faults.add({ operation: "logins.list", effect: { status: 404 } });
    expect(failuresOf(await stack.refresh(options))).toEqual([]);
    expect(stack.outputs("it")).toBeUndefined();
  });

  it("treats it as deleted with --allow-empty", async () => {
    const { stack, options } = await prepare("Instance");
    expect(failuresOf(await stack.refresh({ ...options, allowEmpty: true }))).toEqual([]);
    expect(stack.outputs("it")).toBeUndefined();
  });
});

describe("a token of an account other than the stack's", () => {
  it("creates nothing, and a preview warns of that", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    expect(stepsOf(await stack.preview(twoInstances, { token: wellKnownTokens.secondAccount }))).toEqual([
      "create second",
    ]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\`pulumi up\` will not create or adopt this instance: the token belongs to account ${otherAccount} at .+ belong to account ${ownAccount}\\. Use a token`,
        ),
      ),
    ]);
    const outcome = await stack.up(twoInstances, { token: wellKnownTokens.secondAccount });
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^No instance was created or adopted: .+ account ${otherAccount} at .+ belong to account ${ownAccount}`,
        ),
      ),
    ]);
    expect(stack.changeCalls).toEqual([]);
  });

  it("updates nothing whose own account is unknown, and a preview says so", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    expect(failuresOf(await stack.up(twoInstances))).toEqual([]);
    const { snapshot } = stack.store;
    const withoutAccount = snapshot.resources.map((one) => {
      const { identity } = one.outputs;
      if (!one.urn.endsWith("::it") || !isRecord(identity)) return one;
      return { ...one, outputs: { ...one.outputs, identity: { created: String(identity.created) } } };
    });
    await stack.store.save({ ...snapshot, resources: withoutAccount });
    const changed: ProgramFunction = async (register) => {
      await register(declare("Instance", "it", { ...smallInstance, label: "web", tags: ["changed"] }));
      await register(declare("Instance", "second", smallInstance));
      return {};
    };
    const refusal = new RegExp(
      `^instance 2 was not changed: the token belongs to account ${otherAccount} at .+ belong to account ${ownAccount}\\. Use a token`,
    );
    stack.emulator.control.forgetRequests();
    for (const run of ["preview", "up"] as const)
      expect(failuresOf(await stack[run](changed, { token: wellKnownTokens.secondAccount }))).toEqual([
        expect.stringMatching(refusal),
      ]);
    expect(stack.changeCalls).toEqual([]);
    expect(stepsOf(await stack.up(changed))).toEqual(["update it"]);
  });

  it("creates nothing before the run has received a resource in the state", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    const program: ProgramFunction = async (register) => {
      const { urn } = await register(declare("Instance", "first", smallInstance));
      const dependsOn = { dependencies: [urn] };
      await register(declare("Instance", "it", { ...smallInstance, label: "web" }, dependsOn));
      return {};
    };
    expect(failuresOf(await stack.up(program, { token: wellKnownTokens.secondAccount }))).toEqual([
      expect.stringMatching(/^No instance was created or adopted: the token belongs to account/),
    ]);
    expect(stack.changeCalls).toEqual([]);
    expect(failuresOf(await stack.up(program))).toEqual([]);
  });

  it("refuses a replacement before it deletes the object, whose provider may still have the right token", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    const moved: ProgramFunction = async (register) => {
      await register(declare("Instance", "it", { ...smallInstance, label: "web", region: "us-central" }));
      return {};
    };
    const options = { token: wellKnownTokens.secondAccount };
    for (const outcome of [await stack.preview(moved, options), await stack.up(moved, options)])
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(
          new RegExp(`belongs to account ${ownAccount}, but .+ ${otherAccount} at .+ rename the resource`),
        ),
      ]);
    expect(stack.changeCalls).toEqual([]);
  });

  it("names the resource whose account it is, if the run does not know that of the stack", async () => {
    const services = new IdentityStack().services({ token: wellKnownTokens.secondAccount });
    const ownership = ownershipOf(services);
    ownership.register({ kind: "instance", id: "5", identity: { account: ownAccount } });
    const deadline = deadlineAfter(services.clock, "1m");
    await expect(ownership.verifyBeforeCreate("image", deadline)).rejects.toThrow(
      `but instance 5, whose resource has the same provider, belongs to account ${ownAccount}.`,
    );
  });

  it("reads nothing with `get`", async () => {
    const stack = new IdentityStack();
    await stack.prepare("Instance");
    const inputs = { __provider: `exports.handler = () => require("pulumi-nodecloud/provider").instance` };
    const outcome = await stack.up(
      async (register, { read }) => {
        await register(declare("Instance", "it", { ...smallInstance, label: "web" }));
        await read({ type: "pulumi-nodejs:dynamic/nodecloud:Instance", name: "existing", id: "1", inputs });
        return {};
      },
      { token: wellKnownTokens.secondAccount },
    );
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(/^instance 1 was not read: the token belongs to account/),
    ]);
  });
});
