import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import type { Inputs } from "./declare-all";
import { lostResponses } from "./lost-responses";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "./programs";

const createCallsTo = (stack: TestStack) =>
  callsTo(stack).filter((call) => call === "POST /v4/node/instances");
const dropResponses = (effect: FaultRuleInput["effect"], count = 1): FaultRuleInput => ({
  operation: "instances.create",
  when: "after",
  count,
  effect,
});

describe("a create whose response is lost", () => {
  const lostCreateResponses: typeof lostResponses = [
    ...lostResponses,
    ["a response without an id", { status: 200, body: {} }],
  ];

  it.each(lostCreateResponses)(
    "to %s finds the instance by its generated label and sends nothing again",
    async (_, effect) => {
      const stack = new TestStack();
      stack.emulator.control.faults.add(dropResponses(effect));
      const outcome = await stack.up(webInstance());
      expect(failuresOf(outcome)).toEqual([]);
      expect(createCallsTo(stack)).toHaveLength(1);
      expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
    },
  );

  it.each(lostCreateResponses)("to %s finds the instance by its explicit label", async (_, effect) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponses(effect));
    expect(failuresOf(await stack.up(webInstance({ label: "mine" })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, label: "mine" }]);
  });

  it("to a rejection of its generated label finds the instance, because only the same request can have it", async () => {
    const stack = new TestStack();
    const body = { errors: [{ field: "label", reason: "Label must be unique" }] };
    stack.emulator.control.faults.add(dropResponses({ status: 400, body }));
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(createCallsTo(stack)).toHaveLength(1);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
  });

  it("and that is rejected when it is sent again says that the first result is unknown", async () => {
    const stack = new TestStack();
    const fault = { operation: "instances.create", when: "before", count: 1 } as const;
    stack.emulator.control.faults.add({ ...fault, effect: { reset: true } });
    stack.emulator.control.faults.add({ ...fault, from: 2, effect: { status: 400 } });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([
      expect.stringMatching(
        /returned 400.*\. The result of an earlier attempt of this run is unknown\. No list contained the instance for 1m15s, so it was probably not created\.$/,
      ),
    ]);
    expect(createCallsTo(stack)).toHaveLength(2);
  });

  it.each([
    ["30m", 2],
    ["4m", 1],
  ])("is sent again no earlier than the service asks for, with the timeout %s", async (create, calls) => {
    const stack = new TestStack();
    const effect = { status: 503, headers: { "retry-after": "600" } };
    stack.emulator.control.faults.add({ operation: "instances.create", count: 1, effect });
    const failures = failuresOf(await stack.up(webInstance({ timeouts: { create } })));
    const creates = stack.emulator.control
      .requests()
      .filter(({ operation }) => operation === "instances.create");
    const [first, second] = creates.map(({ time }) => Date.parse(time));
    expect(creates).toHaveLength(calls);
    if (calls === 2) expect(second! - first!).toBeGreaterThanOrEqual(600_000);
    else
      expect(failures).toEqual([
        expect.stringContaining("The next run searches again before it creates one."),
      ]);
  });

  it("is sent again if an empty list, written as null, counts no instances", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "instances.create", count: 1, effect: { status: 500 } });
    const body = { data: null, page: 1, pages: 1, results: 0 };
    faults.add({ operation: "instances.list", effect: { status: 200, body } });
    expect(failuresOf(await stack.up(webInstance({ label: "mine" })))).toEqual([]);
    expect(createCallsTo(stack)).toHaveLength(2);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("is not sent again if null in place of a list counts nothing", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add(dropResponses({ status: 500 }));
    // The check and the create have read a list each.
    faults.add({ operation: "instances.list", from: 3, effect: { status: 200, body: { data: null } } });
    expect(failuresOf(await stack.up(webInstance({ label: "mine" })))).toHaveLength(1);
    expect(createCallsTo(stack)).toHaveLength(1);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("is sent again after 30 s if no instance was created", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.create", count: 1, effect: { status: 500 } });
    const startedAt = stack.clock.now();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    const [first, second] = stack.emulator.control
      .requests()
      .filter(({ operation }) => operation === "instances.create");
    expect(Date.parse(second!.time) - Date.parse(first!.time)).toBeGreaterThanOrEqual(30_000);
    expect(stack.clock.now()).toBeGreaterThan(startedAt + 30_000);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("finds the instance although lists are stale for 20 s", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponses({ reset: true }));
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { staleList: 20_000 } });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("does not take over someone else's instance with the same label", async () => {
    const stack = new TestStack({ settings: { uniqueLabels: false } });
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label: "mine" }));
    await advanceUntilIdle(stack);
    const outcome = await stack.up(webInstance({ label: "mine" }));
    expect(failuresOf(outcome).join()).toMatch(
      /label: an instance labeled "mine" already exists \(1\).*replace the instance, .*`deleteBeforeReplace: true`.*`adopt: 1` to take it over if no other resource or stack manages it/,
    );
    expect(createCallsTo(stack)).toHaveLength(1);
  });

  it("names the option with which a requested replacement can take the label over", async () => {
    const stack = new TestStack();
    const program =
      (options: object): ProgramFunction =>
      async (register) => {
        await register(declare("Instance", "web", { ...smallInstance, label: "mine" }, options));
        return {};
      };
    await stack.up(program({}));
    stack.endPlugin();
    await advanceUntilIdle(stack);
    const replace = stack.store.snapshot.resources.flatMap(({ urn }) => (urn.endsWith("::web") ? [urn] : []));
    const createsFirst = program({ deleteBeforeReplace: false });
    const [failure = ""] = failuresOf(await stack.up(createsFirst, { replace }));
    expect(failure).toMatch(
      /; if it should replace the instance, set `deleteBeforeReplace: true` \(and first remove `retainOnDelete`, also from its component, in a separate update\)\. /,
    );
    expect(failuresOf(await stack.up(program({}), { replace }))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 2, label: "mine" }]);
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 2 });
    await advanceUntilIdle(stack);
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label: "mine" }));
    await advanceUntilIdle(stack);
    const [other = ""] = failuresOf(await stack.up(program({}), { refreshFirst: true }));
    expect(other).toMatch(/if it should replace the instance, .*adopt: 3/);
  });

  it("waits for a label while the instance that has it is being deleted", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    const old = await stack.clock.run(
      client.instances.create({ region: "us-east", type: "g1-nano-1", label: "mine" }),
    );
    await advanceUntilIdle(stack);
    await stack.clock.run(client.instances.delete({ instanceId: old.id }));
    expect(failuresOf(await stack.up(webInstance({ label: "mine" })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ label: "mine", status: "running" }]);
  });
});

/** Creates an instance with the arguments of the program's, as another client of the service. */
async function createElsewhere(stack: TestStack) {
  const { client } = stack.services();
  const created = client.instances.create({
    ...{ region: "us-east", type: "g1-nano-1", image: "node/debian12", root_pass: "correct-horse-battery" },
  });
  await stack.clock.run(created);
}

describe("a create that stays unresolved", () => {
  /** Creates an instance but loses the response, and makes every list fail until the timeout. */
  async function leaveUnresolved(inputs: Parameters<typeof webInstance>[0], timeout = "2m") {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponses({ reset: true }));
    // With an explicit label, the lists of the check and of the create show that the label is free. All later lists fail.
    const from = inputs?.label === undefined ? 1 : 3;
    stack.emulator.control.faults.add({ operation: "instances.list", from, effect: { status: 500 } });
    const program = webInstance({ ...inputs, timeouts: { create: timeout } });
    const outcome = await stack.up(program);
    stack.emulator.control.faults.clear();
    return { stack, program, outcome };
  }

  it("stays in the state, reports the failed check, and the next up deletes the instance by its label", async () => {
    const { stack, program, outcome } = await leaveUnresolved({});
    expect(failuresOf(outcome).join()).toMatch(
      /Could not check whether an instance labeled "web-\w+" exists/,
    );
    const [kept] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
    expect(kept?.id).toMatch(/^unresolved-web-/);
    expect(instancesIn(stack)).toHaveLength(1);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(program))).toEqual(["deleteReplaced web", "createReplacement web"]);
    expect(warningsOf(stack)).toEqual([]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
  });

  it("and created nothing leaves the state after one list, because its request was sent long ago", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ ...dropResponses({ reset: true }), when: "before" });
    faults.add({ operation: "instances.list", effect: { status: 500 } });
    expect(failuresOf(await stack.up(webInstance({ timeouts: { create: "2m" } })))).toHaveLength(1);
    faults.clear();
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(callsTo(stack).filter((call) => call === "GET /v4/node/instances")).toHaveLength(1);
  });

  it("is resolved by the next up if the label is explicit", async () => {
    const { stack, program, outcome } = await leaveUnresolved({ label: "mine" });
    expect(failuresOf(outcome).join()).toMatch(/labeled "mine".*searches for it again/s);
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(createCallsTo(stack)).toHaveLength(1);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
  });

  it("is resolved by adopting the instance", async () => {
    const { stack } = await leaveUnresolved({ label: "mine" });
    stack.messages.length = 0;
    const adopted = await stack.up(webInstance({ label: "mine", adopt: 1 }));
    expect(failuresOf(adopted)).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    expect(stack.outputs("web")).toMatchObject({ instanceId: 1 });
  });

  it("is still open after adopting an instance that existed before", async () => {
    const stack = new TestStack();
    await createElsewhere(stack);
    await stack.clock.advance(60_000);
    stack.emulator.control.faults.add(dropResponses({ reset: true }));
    stack.emulator.control.faults.add({ operation: "instances.list", from: 3, effect: { status: 500 } });
    await stack.up(webInstance({ label: "mine", timeouts: { create: "2m" } }));
    stack.emulator.control.faults.clear();
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(webInstance({ adopt: 1 })))).toEqual([]);
    expect(warningsOf(stack).join()).toContain(
      "The service may still carry out an earlier request to create this",
    );
  });

  it("is resolved by adopting the instance, whose generated label proves that the create created it", async () => {
    const { stack } = await leaveUnresolved({});
    expect(failuresOf(await stack.up(webInstance({ adopt: 1 })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
    expect(warningsOf(stack).join()).not.toContain("was not deleted");
  });

  it("with an explicit label is named by a destroy, which leaves the instance", async () => {
    const { stack } = await leaveUnresolved({ label: "mine" });
    stack.messages.length = 0;
    const outcome = await stack.destroy();
    expect(outcome.result).toBe("succeeded");
    expect(outcome.counts).toMatchObject({ deleted: 0, retained: 1 });
    expect(warningsOf(stack)).toEqual([
      "It is unclear which instance was created for this resource (candidates: 1), and nothing was deleted. Delete it if no stack contains it and it is no longer needed: `nodecloud api instances delete 1 --account 0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01`.",
    ]);
    expect(instancesIn(stack)).toMatchObject([{ label: "mine" }]);
  });

  it.each([
    [
      "the next up, which creates another one",
      (stack: TestStack, program: ProgramFunction) => stack.up(program),
      [2],
    ],
    ["a destroy", (stack: TestStack) => stack.destroy(), []],
  ] as const)(
    "names the instance in %s, even days later, if its label has changed",
    async (_, run, others) => {
      const { stack, program } = await leaveUnresolved({});
      stack.emulator.control.changeInstance(1, { label: "renamed" });
      await stack.clock.advance(2 * 86_400_000);
      stack.messages.length = 0;
      const outcome = await run(stack, program);
      expect(failuresOf(outcome)).toEqual([]);
      expect(outcome.counts).toMatchObject({ deleted: 0, retained: 1 });
      expect(warningsOf(stack)).toEqual([
        "instance 1 may have been created by the failed create of this resource and given another label since. Nothing proves it, so it is not deleted. Delete it if no stack contains it and it is no longer needed: `nodecloud api instances delete 1 --account 0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01`.",
      ]);
      expect(instancesIn(stack).map(({ id }) => id)).toEqual([1, ...others]);
    },
  );

  it("names the instance whose label has changed if its creation time is from a clock that is ahead", async () => {
    const stack = new TestStack();
    stack.emulator.control.clock.advance(9 * 60_000);
    stack.emulator.control.faults.add({
      ...{ operation: "instances.create", count: 1, when: "later" as const, delay: 120_000 },
      effect: { status: 503 },
    });
    const program = webInstance({ timeouts: { create: "2m" } });
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { status: 500 } });
    expect(failuresOf(await stack.up(program)).join()).toContain("Could not check whether an instance");
    stack.emulator.control.faults.clear();
    await stack.clock.advance(3 * 60_000);
    stack.emulator.control.changeInstance(1, { label: "renamed" });
    await stack.clock.advance(2 * 86_400_000);
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack).join()).toContain("instance 1 may have been created by the failed create");
  });

  it("names no instance that existed before, or that was created long after the failed create", async () => {
    const stack = new TestStack();
    await createElsewhere(stack);
    await stack.clock.advance(60_000);
    stack.emulator.control.faults.add({ operation: "instances.create", count: 1, effect: { reset: true } });
    stack.emulator.control.faults.add({ operation: "instances.list", from: 2, effect: { status: 500 } });
    await stack.up(webInstance({ timeouts: { create: "2m" } }));
    stack.emulator.control.faults.clear();
    await stack.clock.advance(21 * 60_000);
    await createElsewhere(stack);
    // Lists lag behind.
    await stack.clock.advance(60_000);
    expect(instancesIn(stack)).toHaveLength(2);
    stack.messages.length = 0;
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(2);
  });

  it("is destroyed together with the instance that has its label", async () => {
    const { stack } = await leaveUnresolved({});
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });

  it("is destroyed without waiting for later lists if the one that contains the instance is not stale", async () => {
    const { stack } = await leaveUnresolved({}, "5s");
    await advanceUntilIdle(stack);
    stack.emulator.control.forgetRequests();
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(callsTo(stack).filter((call) => call === "GET /v4/node/instances")).toHaveLength(1);
    expect(instancesIn(stack)).toEqual([]);
  });
});

/** The plugin is killed after the service has carried out the create, the fourth request. */
const killAfterCreate = { killPlugin: { request: 4, isCarriedOut: true } };

describe("an engine that is killed", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "after write %i leaves nothing that the next up cannot find",
    async (writes) => {
      const stack = new TestStack();
      const killed = await stack.killAfterWrites(writes, () => stack.up(webInstance()));
      const again = await stack.up(webInstance());
      expect(failuresOf(again)).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
      expect(killed || stepsOf(again).length === 0).toBe(true);
      expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    },
  );

  it("leaves one instance as declared, even if the program changed meanwhile", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(4, () => stack.up(webInstance()));
    for (let run = 0; run < 2; run++) await stack.up(webInstance({ type: "g1-standard-1" }));
    expect(instancesIn(stack)).toMatchObject([
      { type: "g1-standard-1", id: stack.outputs("web")?.instanceId },
    ]);
  });

  it("leaves an instance that somebody deletes, and that the next up does not take over while it is being deleted", async () => {
    const stack = new TestStack({ settings: { deletingSeconds: 300 } });
    await stack.killAfterWrites(1, () => stack.up(webInstance()));
    const [killed] = instancesIn(stack);
    expect(stack.outputs("web")).toBeUndefined();
    await advanceUntilIdle(stack);
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: killed!.id }));
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([
      { id: killed?.id, status: "deleting" },
      { id: stack.outputs("web")?.instanceId, status: "running" },
    ]);
  });

  it.each<[string, Inputs, Inputs]>([
    ["changed to the default", { swapSize: 1024 }, { swapSize: 512 }],
    ["changed from the default", {}, { swapSize: 1024 }],
    ["declared since", {}, { interfaces: [{ purpose: "vlan", label: "private" }] }],
  ])(
    "leaves an instance that is replaced for an argument that no response contains (%s)",
    async (_, first, then) => {
      const stack = new TestStack({ settings: { rootPass: "keysSuffice" } });
      // The record does not contain the password either, so `rootPass` alone would replace the instance.
      const program = (inputs: Inputs) =>
        webInstance({ rootPass: undefined, authorizedKeys: ["ssh-ed25519 AAAA"], ...inputs });
      await stack.up(program(first), killAfterCreate);
      expect(failuresOf(await stack.up(program(then))).join()).toMatch(
        /the program has changed since \((swapSize|interfaces)\)/,
      );
      expect(stepsOf(await stack.up(program(then)))).toEqual(["createReplacement web", "deleteReplaced web"]);
      expect(stepsOf(await stack.up(program(then)))).toEqual([]);
    },
  );

  it("leaves an instance that is kept if the program still declares the sent value, or no longer declares any", async () => {
    for (const then of [{ swapSize: 1024 }, {}]) {
      const stack = new TestStack();
      await stack.up(webInstance({ swapSize: 1024 }), killAfterCreate);
      expect(failuresOf(await stack.up(webInstance(then)))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    }
  });

  it("leaves an instance whose backup service the next up cancels if the program has changed `backupsEnabled` to false", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ backupsEnabled: true }), killAfterCreate);
    const changed = webInstance({ backupsEnabled: false });
    stack.emulator.control.faults.add({ operation: "backups.cancel", effect: { status: 400 }, count: 1000 });
    expect(failuresOf(await stack.up(changed))).toMatchObject([/Remaining steps: backups/]);
    expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: true } }]);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(changed))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, backups: { enabled: false } }]);
    expect(stepsOf(await stack.up(changed))).toEqual([]);
  });

  it.each([{}, { backupsEnabled: false }])(
    "leaves an instance of %o that keeps the backup service that somebody else enabled",
    async (declared) => {
      const stack = new TestStack();
      await stack.up(webInstance(declared), killAfterCreate);
      await stack.clock.advance(600_000);
      await stack.services().client.backups.enable({ instanceId: 1 });
      await stack.clock.advance(60_000);
      const again = await stack.up(webInstance({ backupsEnabled: false }));
      expect(failuresOf(again)).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ id: 1, backups: { enabled: true } }]);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "a requested replacement that takes over a recorded create loses nothing when it is killed after write %i",
    async (writes) => {
      const stack = new TestStack();
      await stack.up(webInstance());
      // The plugin has not completed its records: the engine was killed when the state had the instance.
      const replace = stack.store.snapshot.resources.flatMap(({ urn }) =>
        urn.endsWith("::web") ? [urn] : [],
      );
      await stack.killAfterWrites(writes, () => stack.up(webInstance(), { replace }));
      expect(failuresOf(await stack.refresh())).toEqual([]);
      expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
      expect(stack.services().intents.unfinished()).toEqual([]);
      const changed = webInstance({ type: "g1-standard-1" });
      expect(failuresOf(await stack.up(changed))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId }]);
      expect(failuresOf(await stack.destroy())).toEqual([]);
      expect(instancesIn(stack)).toEqual([]);
    },
  );

  it("leaves no record of an instance that a refresh no longer finds", async () => {
    const stack = new TestStack();
    // The plugin has not completed its record: the engine was killed when the state had the instance.
    await stack.up(webInstance());
    expect(stack.services().intents.unfinished()).toMatchObject([{ id: "1" }]);
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.clock.advance(60_000);
    await stack.refresh();
    expect(stack.outputs("web")).toBeUndefined();
    expect(stack.services().intents.unfinished()).toEqual([]);
  });

  it("leaves a record without the password", async () => {
    const stack = new TestStack();
    await stack.up(webInstance(), killAfterCreate);
    const [record] = stack.services().intents.unfinished();
    expect(record).toMatchObject({ hidden: { swapSize: 512 } });
    expect(JSON.stringify(record)).not.toContain("correct-horse");
  });

  it("leaves a record that a failed search does not complete", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({
      operation: "instances.create",
      when: "after",
      nth: 1,
      effect: { reset: true },
    });
    await stack.up(webInstance(), killAfterCreate);
    const interrupt = new AbortController();
    interrupt.abort();
    const failing = stack.up(webInstance(), { cancel: interrupt.signal });
    await failing;
    stack.endPlugin();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId }]);
  });

  it("keeps the record of an earlier create, whose request the service may still carry out", async () => {
    const stack = new TestStack();
    const { killPlugin } = killAfterCreate;
    await stack.up(webInstance(), { killPlugin: { ...killPlugin, isCarriedOut: false } });
    const [earlier] = stack.services().intents.unfinished();
    expect(earlier).toBeDefined();
    await stack.clock.advance(300_000);
    stack.engineRuns = false;
    expect(failuresOf(await stack.up(webInstance())).join()).toMatch(/engine of this run has ended/);
    expect(stack.services().intents.unfinished()).toEqual([earlier]);
  });

  it("sends no further create request", async () => {
    const stack = new TestStack();
    stack.engineRuns = false;
    expect(failuresOf(await stack.up(webInstance())).join()).toMatch(
      /engine of this run has ended, so no further request .* was sent/,
    );
    expect(createCallsTo(stack)).toEqual([]);
  });
});
