import type { ProgramFunction } from "../../src/engine";
import { unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { rowsOf, scan } from "../drift/scan/recorded";
import { declareAll, type Inputs } from "./declare-all";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
  webInstanceFrom,
} from "./programs";

/** A stack whose service has an instance with the id 1 that no state contains. */
async function setUpUnmanagedInstance() {
  const stack = new TestStack();
  const { client } = stack.services();
  await stack.clock.run(
    client.instances.create({
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      root_pass: "their-own-password",
      label: "theirs",
      tags: ["old"],
    }),
  );
  await stack.clock.advance(120_000);
  stack.emulator.control.forgetRequests();
  return stack;
}

describe("adopting an instance", () => {
  it("takes over the instance by its id and changes only declared arguments", async () => {
    const stack = await setUpUnmanagedInstance();
    const program = webInstanceFrom({ adopt: 1, tags: ["new"] });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, label: "theirs", tags: ["new"], status: "running" }]);
    expect(callsTo(stack)).not.toContain("POST /v4/node/instances");
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("sends tags as they were read if only their case differs, as a restricted user may do", async () => {
    const stack = await setUpUnmanagedInstance();
    const program = webInstanceFrom({ adopt: 1, tags: ["OLD"], group: "shop" });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, tags: ["old"], group: "shop" }]);
  });

  it("is announced by a preview", async () => {
    const stack = await setUpUnmanagedInstance();
    await stack.preview(webInstanceFrom({ adopt: 1 }));
    expect(stack.messages.map(({ message }) => message)).toContain(
      "adopts the existing instance 1 instead of creating one",
    );
  });

  it("is announced with the arguments that it changes", async () => {
    const stack = await setUpUnmanagedInstance();
    const same = { region: "us-east", alerts: { cpu: 90 }, group: "" };
    const ignored = { watchdogEnabled: false, ignoreChanges: ["watchdogEnabled"] };
    const changed = { label: "ours", tags: ["new"], backupsEnabled: unknown };
    const program = webInstanceFrom({ adopt: 1, ...same, ...ignored, ...changed });
    await stack.preview(program);
    expect(stack.messages.map(({ message }) => message)).toEqual([
      "adopts the existing instance 1 instead of creating one, and changes its `label`, `tags`",
    ]);
  });

  it("is announced with the status of an offline instance that it boots", async () => {
    const stack = await setUpUnmanagedInstance();
    stack.emulator.control.changeInstance(1, { status: "offline" });
    await stack.preview(webInstanceFrom({ adopt: 1, booted: true }));
    expect(stack.messages.map(({ message }) => message)).toEqual([
      "adopts the existing instance 1 instead of creating one, and changes its `status`",
    ]);
  });

  it("never replaces it for arguments that the service does not return, even after `adopt` is removed", async () => {
    const stack = await setUpUnmanagedInstance();
    const declared = { ...smallInstance, authorizedKeys: ["ssh-ed25519 AAAA"], swapSize: 1024 };
    expect(failuresOf(await stack.up(webInstanceFrom({ ...declared, adopt: 1 })))).toEqual([]);
    expect(stepsOf(await stack.up(webInstanceFrom(declared)))).toEqual([]);
    const changed = { ...declared, rootPass: "another-strong-password", swapSize: 2048 };
    expect(stepsOf(await stack.up(webInstanceFrom(changed)))).toEqual(["update web"]);
    expect(warningsOf(stack).join()).toMatch(/rootPass has changed.*swapSize has changed/s);
    expect(stepsOf(await stack.up(webInstanceFrom(changed)))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  });

  it("is never replaced together with the resources that its arguments refer to, and a preview does not announce it", async () => {
    const stack = await setUpUnmanagedInstance();
    const program =
      (image: string): ProgramFunction =>
      async (register) => {
        const first = { ...smallInstance, image, label: "first" };
        const { urn, outputs } = await register(declare("Instance", "first", first));
        const web = { adopt: 1, region: outputs.region ?? unknown };
        await register(declare("Instance", "web", web, { propertyDependencies: { region: [urn] } }));
        return {};
      };
    expect(failuresOf(await stack.up(program("node/debian12")))).toEqual([]);
    const notKnownYet = webInstanceFrom({ adopt: 1, region: unknown });
    expect(stepsOf(await stack.preview(notKnownYet))).toEqual(["update web", "delete first"]);
    const outcome = await stack.up(program("node/debian11"));
    expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([
      [],
      ["deleteReplaced first", "createReplacement first"],
    ]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }, { id: 3 }]);
  });

  it("is refused without any change if a create-only argument differs", async () => {
    const stack = await setUpUnmanagedInstance();
    const outcome = await stack.up(webInstanceFrom({ adopt: 1, region: "us-central", tags: ["new"] }));
    expect(failuresOf(outcome).join()).toMatch(
      /adopt: instance 1 was not adopted or changed.*region is "us-east" and not "us-central"/s,
    );
    expect(instancesIn(stack)).toMatchObject([{ tags: ["old"] }]);
  });

  it("is refused for an id that does not exist, without creating an instance", async () => {
    const stack = await setUpUnmanagedInstance();
    expect(failuresOf(await stack.up(webInstanceFrom({ adopt: 99 }))).join()).toMatch(
      /there is no instance 99/,
    );
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("is rejected together with a change that replaces the instance of the state, even after such a replacement failed", async () => {
    const stack = await setUpUnmanagedInstance();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    const { faults } = stack.emulator.control;
    faults.add({ operation: "instances.create", nth: 1, when: "before", effect: { reset: true } });
    faults.add({ operation: "instances.create", nth: 2, effect: { status: 403 } });
    const replaced = { region: "eu-west" };
    expect(failuresOf(await stack.up(webInstance(replaced)))).toHaveLength(1);
    expect(stack.services().intents.unfinished()).toMatchObject([{ isFailed: true, isUnresolved: false }]);
    expect(failuresOf(await stack.up(webInstance({ ...replaced, adopt: 1 }))).join()).toMatch(
      /this resource already manages instance 2 and cannot adopt 1/,
    );
    expect(instancesIn(stack)).toHaveLength(2);
  });

  it("rejects a change that would replace it while `adopt` is set", async () => {
    const stack = await setUpUnmanagedInstance();
    await stack.up(webInstance({ adopt: 1 }));
    const outcome = await stack.up(webInstance({ adopt: 1, type: "g1-standard-1" }));
    expect(failuresOf(outcome).join()).toMatch(/type: cannot change while `adopt` is set/);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, type: "g1-nano-1" }]);
  });

  it("rejects an argument that is declared later and would replace it, before anything else is replaced", async () => {
    const stack = await setUpUnmanagedInstance();
    await stack.up(webInstanceFrom({ adopt: 1, label: "theirs" }));
    const message = /type: cannot change while `adopt` is set.*Nothing was changed/;
    const other = webInstanceFrom({ adopt: 1, label: "theirs", type: "g1-standard-1" });
    expect(failuresOf(await stack.preview(other)).join()).toMatch(message);
    expect(failuresOf(await stack.up(other)).join()).toMatch(message);
    expect(
      stepsOf(await stack.up(webInstanceFrom({ adopt: 1, label: "theirs", type: "g1-nano-1" }))),
    ).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, type: "g1-nano-1" }]);
  });

  it("is shown as an error by the preview if the resource manages another instance", async () => {
    const stack = await setUpUnmanagedInstance();
    await stack.up(webInstance());
    expect(failuresOf(await stack.preview(webInstance({ adopt: 1 }))).join()).toMatch(
      /already manages instance 2 and cannot adopt 1\. Nothing was changed/,
    );
  });

  it.each([{ adopt: 1 }, {}])(
    "keeps the instance although the resource that had it is removed one run later (%j)",
    async (later) => {
      const stack = await setUpUnmanagedInstance();
      const both = (web: Inputs | undefined, old: Inputs | undefined) =>
        declareAll("Instance", { ...(web && { web }), ...(old && { old }) });
      await stack.up(both(undefined, { ...smallInstance, adopt: 1 }));
      const targets = ["urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web"];
      expect(
        failuresOf(await stack.up(both({ ...smallInstance, adopt: 1 }, undefined), { targets })),
      ).toEqual([]);
      const outcome = await stack.up(both({ ...smallInstance, ...later }, undefined));
      expect([failuresOf(outcome), stepsOf(outcome)]).toMatchObject([
        [],
        expect.arrayContaining(["delete old"]),
      ]);
      expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
    },
  );

  it("is rejected for two resources of a program", async () => {
    const stack = await setUpUnmanagedInstance();
    const both = declareAll("Instance", { web: { adopt: 1 }, other: { adopt: 1 } });
    const message =
      /instance 1 is also managed by urn:.*::(web|other) in this program.*Remove one of the two/;
    expect(failuresOf(await stack.preview(both)).join()).toMatch(message);
    expect(failuresOf(await stack.up(webInstanceFrom({ adopt: 1 })))).toEqual([]);
    expect(failuresOf(await stack.up(both)).join()).toMatch(message);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });

  it.each([
    ["later", { other: { adopt: 1 }, web: smallInstance }],
    ["earlier", { web: smallInstance, other: { adopt: 1 } }],
  ])(
    "is rejected for the instance of a resource that is declared %s in the program",
    async (_order, resources) => {
      const stack = new TestStack();
      await stack.up(webInstanceFrom(smallInstance));
      const both = declareAll("Instance", resources);
      const message =
        /instance 1 is also managed by urn:.*::(web|other) in this program.*Remove one of the two/;
      expect(failuresOf(await stack.preview(both)).join()).toMatch(message);
      expect(failuresOf(await stack.up(both)).join()).toMatch(message);
      expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
      const moved = declareAll("Instance", { other: { adopt: 1 } });
      expect(failuresOf(await stack.up(moved))).toEqual([]);
      expect(failuresOf(await stack.up(moved))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
    },
  );

  it("moves the instance to another resource in a run that refreshes first", async () => {
    const stack = await setUpUnmanagedInstance();
    expect(failuresOf(await stack.up(webInstanceFrom({ adopt: 1 })))).toEqual([]);
    const moved = declareAll("Instance", { other: { adopt: 1 } });
    expect(failuresOf(await stack.up(moved, { refreshFirst: true }))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });

  it("leaves the instance off after `adopt` is removed too", async () => {
    const stack = await setUpUnmanagedInstance();
    stack.emulator.control.changeInstance(1, { status: "offline", watchdog_enabled: false });
    await stack.up(webInstance({ adopt: 1 }));
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ status: "offline" }]);
    expect(rowsOf(await scan(stack, { types: ["Instance"], unmanaged: false }))).toEqual([]);
    await stack.up(webInstance({ booted: true }));
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
  });

  it("keeps the instance when the user forces a replacement", async () => {
    const stack = await setUpUnmanagedInstance();
    await stack.up(webInstance({ adopt: 1 }));
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
    const outcome = await stack.up(webInstance({ adopt: 1 }), { replace: [resource?.urn ?? ""] });
    expect(failuresOf(outcome)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });

  it("keeps the instance although a forced replacement failed halfway", async () => {
    const stack = await setUpUnmanagedInstance();
    const web = { ...smallInstance, adopt: 1 };
    await stack.up(webInstanceFrom(web));
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
    const both: ProgramFunction = async (register) => {
      await register(declare("Instance", "web", web));
      await register(declare("Instance", "other", smallInstance));
      return {};
    };
    stack.emulator.control.faults.add({ operation: "instances.create", effect: { status: 403 } });
    expect(failuresOf(await stack.up(both, { replace: [resource?.urn ?? ""] }))).toHaveLength(1);
    expect(stack.store.snapshot.resources.filter((state) => state.delete)).toHaveLength(1);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(both))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }, { id: 2 }]);
  });

  it("makes the stack manage it: removing the resource deletes it", async () => {
    const stack = await setUpUnmanagedInstance();
    await stack.up(webInstance({ adopt: 1 }));
    expect((await stack.up(emptyProgram)).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });

  it("leaves the instance off if changes to `booted` are ignored", async () => {
    const stack = await setUpUnmanagedInstance();
    stack.emulator.control.changeInstance(1, { status: "offline", watchdog_enabled: false });
    const inputs = { ...smallInstance, adopt: 1, booted: true };
    const outcome = await stack.up(async (register) => {
      await register(declare("Instance", "web", inputs, { ignoreChanges: ["booted"] }));
      return {};
    });
    expect(failuresOf(outcome)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ status: "offline" }]);
  });

  it("boots it only if `booted` is true", async () => {
    const stack = await setUpUnmanagedInstance();
    stack.emulator.control.changeInstance(1, { status: "offline", watchdog_enabled: false });
    await stack.up(webInstanceFrom({ adopt: 1 }));
    expect(instancesIn(stack)).toMatchObject([{ status: "offline" }]);
    await stack.up(webInstanceFrom({ adopt: 1, booted: true }));
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
  });
});
