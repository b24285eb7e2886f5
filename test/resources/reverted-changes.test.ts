import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import type { StackOptions } from "../recovery/killed-stack";
import { declareAll } from "./declare-all";
import { mastercard } from "./payment-methods";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
} from "./programs";

/** A stack without resources, in an account with an instance, 1. */
async function startWithInstance(options: StackOptions = {}): Promise<TestStack> {
  const stack = new TestStack(options);
  const { client } = stack.services();
  await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
  await stack.clock.advance(60_000);
  return stack;
}

const changesIn = (stack: TestStack) => callsTo(stack).filter((call) => !call.startsWith("GET"));

describe("reverting a program after an update that failed", () => {
  it("does not cancel the backups that somebody has enabled since", async () => {
    const stack = new TestStack();
    const web = (backupsEnabled: boolean) =>
      declareAll("Instance", { web: { ...smallInstance, backupsEnabled } });
    await stack.up(web(false));
    const fault = stack.emulator.control.faults.add({ operation: "backups.enable", effect: { status: 403 } });
    expect(failuresOf(await stack.up(web(true)))).toHaveLength(1);
    stack.emulator.control.faults.clear(fault);
    const { client } = stack.services();
    await stack.clock.run(client.backups.enable({ instanceId: 1 }));
    await stack.clock.advance(60_000);
    await stack.refresh();
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(web(false)))).toEqual([]);
    expect(changesIn(stack)).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/backupsEnabled is true and not false.*It is not repaired/);
    expect(stepsOf(await stack.up(web(false)))).toEqual([]);
  });

  it("does not reset a secret if the step that resets it had not begun", async () => {
    const stack = new TestStack();
    const app = (label: string, secretVersion: number) =>
      declareAll("OAuthClient", {
        app: { label, secretVersion, redirectUri: "https://shop.example/callback" },
      });
    await stack.up(app("Shop", 1));
    const fault = stack.emulator.control.faults.add({
      operation: "oauthClients.update",
      effect: { status: 403 },
    });
    expect(failuresOf(await stack.up(app("Store", 2))).join()).toMatch(/Remaining steps: settings, secret/);
    stack.emulator.control.faults.clear(fault);
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(app("Shop", 1)))).toEqual([]);
    expect(changesIn(stack).filter((call) => call.includes("reset-secret"))).toEqual([]);
    expect(failuresOf(await stack.up(app("Shop", 2)))).toEqual([]);
    expect(changesIn(stack).filter((call) => call.includes("reset-secret"))).toHaveLength(1);
  });

  it("resets a secret again if the step that resets it had begun in an earlier run", async () => {
    const stack = new TestStack();
    const app = (label: string, secretVersion: number) =>
      declareAll("OAuthClient", {
        app: { label, secretVersion, redirectUri: "https://shop.example/callback" },
      });
    await stack.up(app("Shop", 1));
    const { faults } = stack.emulator.control;
    faults.add({ operation: "oauthClients.resetSecret", effect: { status: 403 } });
    expect(failuresOf(await stack.up(app("Shop", 2))).join()).toMatch(/Remaining steps: secret/);
    faults.add({ operation: "oauthClients.update", effect: { status: 403 } });
    expect(failuresOf(await stack.up(app("Store", 2))).join()).toMatch(/Remaining steps: settings, secret/);
    faults.clear();
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(app("Shop", 1)))).toEqual([]);
    expect(changesIn(stack).filter((call) => call.includes("reset-secret"))).toHaveLength(1);
  });
});

describe("adopting", () => {
  it("is refused for an instance that is being deleted", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
    await stack.clock.advance(60_000);
    await stack.clock.run(client.instances.delete({ instanceId: 1 }));
    expect(failuresOf(await stack.up(declareAll("Instance", { web: { adopt: 1 } })))).toEqual([
      "adopt: instance 1 was not adopted or changed, because it is being deleted. Remove `adopt` to create another one.",
    ]);
  });

  it("leaves ignored arguments as they are", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    const theirs = { region: "us-east", type: "g1-nano-1", label: "theirs", group: "prod", booted: false };
    await stack.clock.run(client.instances.create(theirs));
    await stack.clock.advance(60_000);
    const ignoreChanges = ["label", "region", "booted"];
    const declared = { label: "mine", region: "eu-west", booted: true, group: "dev" };
    const program = declareAll("Instance", { web: { adopt: 1, ...declared, ignoreChanges } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([
      { label: "theirs", region: "us-east", status: "offline", group: "dev" },
    ]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("accepts a card whose number is ignored", async () => {
    const stack = new TestStack();
    const theirs = await stack.clock.run(stack.services().client.paymentMethods.list());
    const program = (inputs = {}) =>
      declareAll("PaymentMethod", { card: { adopt: 1, card: mastercard, ...inputs } });
    expect(failuresOf(await stack.up(program())).join()).toMatch(/card is a different one/);
    expect(failuresOf(await stack.up(program({ ignoreChanges: ["card"] })))).toEqual([]);
    expect(await stack.clock.run(stack.services().client.paymentMethods.list())).toEqual(theirs);
  });

  const adopting = declareAll("Instance", { web: { adopt: 1, group: "dev", backupsEnabled: true } });

  it("leaves an object out of the state if nothing of it was changed", async () => {
    const stack = await startWithInstance();
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
    expect(failuresOf(await stack.up(adopting)).join()).toMatch(
      /instance 1 was not changed, and this run did not record it: .*403/,
    );
    expect(stack.outputs("web")).toBeUndefined();
    stack.emulator.control.faults.clear();
    expect(stepsOf(await stack.up(adopting))).toEqual(["create web"]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, group: "dev", backups: { enabled: true } }]);
  });

  it("says how to stop managing an object that one step has changed before another fails", async () => {
    const stack = await startWithInstance();
    stack.emulator.control.faults.add({ operation: "backups.enable", effect: { status: 403 } });
    const [failure] = failuresOf(await stack.up(adopting));
    expect(failure).toMatch(
      /^instance 1 exists[^\n]*there\)\.\n {2}- If the program no longer declares it, `pulumi up` deletes it, unless another resource in the stack manages it\. To keep it, first run `nodecloud state delete urn:\S+::web` \(under the Pulumi CLI, `pulumi state delete`\)\.$/,
    );
    expect(stack.outputs("web")).toMatchObject({ group: "dev" });
  });

  it("keeps an object in the state if the response to a change was lost", async () => {
    const stack = await startWithInstance();
    stack.emulator.control.faults.add({
      operation: "instances.update",
      when: "after",
      effect: { reset: true },
    });
    stack.emulator.control.faults.add({ operation: "instances.view", from: 4, effect: { status: 403 } });
    expect(failuresOf(await stack.up(adopting)).join()).toMatch(/instance 1 exists and is in the state/);
    expect(stack.outputs("web")).toMatchObject({ instanceId: 1 });
  });
});

describe("a backup schedule that failed", () => {
  const weekly = declareAll("BackupSchedule", { weekly: { instanceId: 1, day: "Saturday", window: "W10" } });
  const enableElsewhere = async (stack: TestStack) => {
    const { client } = stack.services();
    await stack.clock.run(client.backups.enable({ instanceId: 1 }));
    await stack.clock.advance(60_000);
  };

  it("leaves backups alone that somebody else had enabled", async () => {
    const stack = await startWithInstance();
    await enableElsewhere(stack);
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
    expect(failuresOf(await stack.up(weekly)).join()).toMatch(
      /^backup schedule 1 was not changed, and this run did not record it: .*\. The backup service of instance 1 is enabled and billed\. If an interrupted run enabled it and it is no longer needed, cancel it: `nodecloud api backups cancel 1 --account 0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01`\.$/,
    );
    expect(stepsOf(await stack.up(emptyProgram))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: true } }]);
  });

  it("does not mention that others enabled backups once it has enabled them itself", async () => {
    const stack = await startWithInstance();
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
    const failures = failuresOf(await stack.up(weekly)).join();
    expect(failures).toMatch(/backup schedule 1 exists and is in the state/);
    expect(failures).not.toMatch(/is enabled and billed/);
  });

  it("leaves backups alone that somebody has enabled since", async () => {
    const stack = await startWithInstance();
    const fault = stack.emulator.control.faults.add({ operation: "backups.enable", effect: { status: 403 } });
    expect(failuresOf(await stack.up(weekly))).toHaveLength(1);
    stack.emulator.control.faults.clear(fault);
    await enableElsewhere(stack);
    expect(stepsOf(await stack.up(emptyProgram))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: true } }]);
  });

  it.each([true, false])(
    "to replace itself stays in the state, so that destroy cancels its backups (the plugin knows the state: %s)",
    async (knowsState) => {
      const stack = await startWithInstance({ knowsState });
      const program =
        (window: string): ProgramFunction =>
        async (register) => {
          const args = { instanceId: 1, day: "Saturday", window };
          await register(declare("BackupSchedule", "weekly", args, { deleteBeforeReplace: true }));
          return {};
        };
      await stack.up(program("W10"));
      stack.endPlugin();
      const replace = ["urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:BackupSchedule::weekly"];
      stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
      expect(failuresOf(await stack.up(program("W12"), { replace }))).toHaveLength(1);
      stack.endPlugin();
      stack.emulator.control.faults.clear();
      expect(failuresOf(await stack.destroy())).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: false } }]);
    },
  );

  it("is deleted with the backups that it has enabled", async () => {
    const stack = await startWithInstance();
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
    expect(failuresOf(await stack.up(weekly)).join()).toMatch(
      /backup schedule 1 exists and is in the state.*`pulumi up` deletes it, unless/s,
    );
    expect(stepsOf(await stack.up(emptyProgram))).toEqual(["delete weekly"]);
    expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: false } }]);
  });
});
