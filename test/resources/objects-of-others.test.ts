import { createEmulator } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { createClaims } from "../../src/lifecycle";
import { resourceTypes } from "../../src/resources/resource-types";
import { shortHash } from "../../src/short-hash";
import { revealMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import {
  dropPendingOperations,
  editState,
  existing,
  killedCreate,
  killWithLostResponse,
  type StackOptions,
} from "../recovery/killed-stack";
import { recover } from "../recovery/recovering";
import { declareAll } from "./declare-all";
import { failuresOf, instancesIn, smallInstance, stepsOf, warningsOf, webInstance } from "./programs";

const dayInMs = 86_400_000;
const urnOfWeb = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web";
const entriesIn = ({ store }: TestStack) =>
  store.snapshot.resources.flatMap(({ urn, id }) =>
    urn.includes("Instance::") ? [`${urn.split("::").at(-1)} ${id}`] : [],
  );
const deletesIn = ({ emulator }: TestStack) =>
  emulator.control.requests().filter(({ method }) => method === "DELETE");

/** The inputs and outputs that the state records for a resource. */
function revealedEntry({ store }: TestStack, name: string) {
  const { inputs, outputs } = store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))!;
  return { inputs: revealMap(inputs), outputs: revealMap(outputs) };
}

/** A stack whose state has an unresolved create, which created instance 1. */
async function unresolvedCreate(options: StackOptions = {}): Promise<TestStack> {
  const stack = await killWithLostResponse(options);
  await editState(stack, ({ pendingOperations: [operation], resources }) => {
    const { inputs } = operation!.resource;
    const { label = "", __provider = "" } = inputs;
    const outputs = { unresolved: { nonce: label, label, candidates: [] }, applied: inputs, __provider };
    const entry = { ...operation!.resource, id: "unresolved-web", outputs };
    return { resources: [...resources, entry], pendingOperations: [] };
  });
  await stack.clock.advance(60_000);
  return stack;
}

/** A stack whose replacement of `web` was killed when the new instance, 2, existed. */
async function killedReplacement(options: StackOptions = {}): Promise<TestStack> {
  const stack = new TestStack(options);
  await stack.up(webInstance());
  await stack.clock.advance(300_000);
  await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
  await stack.clock.advance(300_000);
  expect(existing(stack)).toEqual(["1", "2"]);
  await dropPendingOperations(stack);
  stack.emulator.control.forgetRequests();
  return stack;
}

/** The state and the records of a machine, after another machine has run the stack. */
async function runElsewhere(stack: TestStack, program: Parameters<TestStack["up"]>[0]): Promise<void> {
  const elsewhere = new TestStack({ beside: stack });
  elsewhere.changeMachine();
  await elsewhere.store.save(stack.store.snapshot);
  expect(failuresOf(await elsewhere.up(program))).toEqual([]);
  elsewhere.endPlugin();
  await stack.store.save(elsewhere.store.snapshot);
  stack.emulator.control.forgetRequests();
}

describe("an instance that an interrupted create created and another stack has adopted since", () => {
  it("is not taken over by the next create, which creates another one", async () => {
    const stack = await killedCreate();
    const other = new TestStack({ beside: stack, backend: "other" });
    expect(failuresOf(await other.up(declareAll("Instance", { shop: { adopt: 1, label: "shop" } })))).toEqual(
      [],
    );
    await dropPendingOperations(stack);
    await stack.clock.advance(20 * dayInMs);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(entriesIn(stack)).toEqual(["web 2"]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, label: "shop" }, { id: 2 }]);
    stack.endPlugin();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(existing(stack)).toEqual(["1"]);
  });

  it("is not deleted with the unresolved create", async () => {
    const stack = await unresolvedCreate();
    const other = new TestStack({ beside: stack, backend: "other" });
    expect(failuresOf(await other.up(declareAll("Instance", { shop: { adopt: 1 } })))).toEqual([]);
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect([existing(stack), deletesIn(stack)]).toEqual([["1"], []]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(/^instance 1 was created by a failed request .* another resource adopted it\.$/),
    ]);
  });

  it("is deleted with the unresolved create if the other stack had an earlier instance of its id", async () => {
    const stack = await unresolvedCreate();
    const { intents, address } = new TestStack({ beside: stack, backend: "other" }).services();
    const origin = { project: "project", stack: "dev", type: "Instance", name: "shop" };
    const created = "2021-01-01T00:00:00";
    await intents.save({ origin, address, id: "1", created, before: [], at: stack.clock.now() });
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect([existing(stack), warningsOf(stack)]).toEqual([[], []]);
  });
});

it("an instance that got the label of an interrupted create days later is not taken for its result", async () => {
  const stack = await killWithLostResponse({ knowsState: false }, { label: "mine" });
  stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
  await dropPendingOperations(stack);
  await stack.clock.advance(2 * dayInMs);
  const renamed = { api: { ...smallInstance, label: "mine" } };
  await runElsewhere(stack, declareAll("Instance", renamed));
  const both = declareAll("Instance", { web: { ...smallInstance, label: "other" }, ...renamed });
  expect(failuresOf(await stack.up(both, { parallel: 1 })).join()).toMatch(
    /2 may be the new instance labeled "mine"/,
  );
  expect(instancesIn(stack)).toMatchObject([{ id: 2, label: "mine" }]);
  expect(entriesIn(stack)).toContain("api 2");
});

describe("an instance that an interrupted replacement created", () => {
  const adopting = (inputs = {}) =>
    declareAll("Instance", { web: smallInstance, shop: { adopt: 2, region: "eu-west", ...inputs } });

  it("is not deleted if the state has it for another resource", async () => {
    const stack = await killedReplacement();
    await runElsewhere(stack, adopting());
    expect(entriesIn(stack).sort()).toEqual(["shop 2", "web 1"]);
    expect(failuresOf(await stack.up(adopting(), { targets: [urnOfWeb] }))).toEqual([]);
    expect([existing(stack), deletesIn(stack), warningsOf(stack)]).toEqual([["1", "2"], [], []]);
  });

  it.each([
    ["a replacement", {}],
    ["a replacement that is limited to its resource", { targets: [urnOfWeb] }],
  ])("is not taken over by %s if the state has it for another resource", async (_, options) => {
    const stack = await killedReplacement();
    await runElsewhere(stack, adopting());
    const moved = declareAll("Instance", {
      web: { ...smallInstance, region: "eu-west" },
      shop: { adopt: 2, region: "eu-west" },
    });
    expect(failuresOf(await stack.up(moved, options))).toEqual([]);
    expect(entriesIn(stack).sort()).toEqual(["shop 2", "web 3"]);
    expect(existing(stack)).toEqual(["2", "3"]);
  });

  it("is named and not deleted once it has another label", async () => {
    const stack = await killedReplacement();
    stack.emulator.control.externalChange({
      kind: "instance_change",
      instanceId: 2,
      patch: { label: "prod-db" },
    });
    await stack.clock.advance(60_000);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect([existing(stack), deletesIn(stack)]).toEqual([["1", "2"], []]);
    expect(warningsOf(stack)).toContainEqual(
      expect.stringMatching(
        /^instance 2 may have been created by an interrupted replacement .* does not delete it, but may take it over/,
      ),
    );
  });

  it("is deleted if it is as it was created", async () => {
    const stack = await killedReplacement();
    expect(stepsOf(await stack.up(webInstance()))).toEqual(["update web"]);
    expect(existing(stack)).toEqual(["1"]);
  });
});

describe.each([
  { engine: "the embedded engine", knowsState: true },
  { engine: "the Pulumi CLI", knowsState: false },
])("with $engine, an object that a failed replacement left in the state twice", ({ knowsState }) => {
  /** A requested replacement of an adopted instance adopts the same one again, and another resource fails. */
  async function leftTwice(): Promise<TestStack> {
    const stack = new TestStack({ knowsState });
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label: "prod" }));
    await stack.clock.advance(60_000);
    const adopted = { web: { ...smallInstance, adopt: 1 } };
    expect(failuresOf(await stack.up(declareAll("Instance", adopted)))).toEqual([]);
    const failing = declareAll("Instance", {
      ...adopted,
      broken: { cloneFrom: { instanceId: 77 } },
    });
    const replace = [urnOfWeb];
    expect(failuresOf(await stack.up(failing, { replace, parallel: 1 }))).toHaveLength(1);
    expect(entriesIn(stack)).toEqual(["web 1", "web 1"]);
    stack.endPlugin();
    stack.emulator.control.forgetRequests();
    return stack;
  }

  it("stays once `adopt` is removed", async () => {
    const stack = await leftTwice();
    expect(failuresOf(await stack.up(declareAll("Instance", { web: smallInstance })))).toEqual([]);
    expect([existing(stack), entriesIn(stack), deletesIn(stack)]).toEqual([["1"], ["web 1"], []]);
  });

  it("is deleted before its replacement if the resource is replaced", async () => {
    const stack = await leftTwice();
    const next = declareAll("Instance", { web: { ...smallInstance, label: "prod", region: "eu-west" } });
    expect(failuresOf(await stack.up(next))).toEqual([]);
    expect([existing(stack), entriesIn(stack)]).toEqual([["2"], ["web 2"]]);
  });

  it("is deleted by destroy, although the older entry is retained", async () => {
    const stack = await leftTwice();
    await editState(stack, (snapshot) => ({
      ...snapshot,
      resources: snapshot.resources.map((state) =>
        state.delete ? { ...state, retainOnDelete: true } : state,
      ),
    }));
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(existing(stack)).toEqual([]);
  });

  it.each([{}, { refreshFirst: true }])("is deleted once by destroy %j", async (options) => {
    const stack = await leftTwice();
    expect(failuresOf(await stack.destroy(options))).toEqual([]);
    expect([existing(stack), entriesIn(stack)]).toEqual([[], []]);
  });

  it("is deleted once the program no longer declares it, also after a refresh", async () => {
    const stack = await leftTwice();
    expect(failuresOf(await stack.up(async () => ({}), { refreshFirst: true }))).toEqual([]);
    expect([existing(stack), entriesIn(stack)]).toEqual([[], []]);
  });
});

/** Copies the entry of `old` in the state, so that `next` has the same object. */
async function shareWithNext(stack: TestStack): Promise<void> {
  await editState(stack, ({ resources, ...snapshot }) => ({
    ...snapshot,
    resources: resources.flatMap((state) =>
      state.urn.endsWith("::old") ? [state, { ...state, urn: state.urn.replace(/old$/, "next") }] : [state],
    ),
  }));
}

it("an instance whose resource was renamed in the state is deleted by the next destroy", async () => {
  const stack = new TestStack();
  await stack.up(declareAll("Instance", { old: smallInstance }));
  stack.endPlugin();
  await editState(stack, ({ resources, ...snapshot }) => ({
    ...snapshot,
    resources: resources.map((state) => ({ ...state, urn: state.urn.replace(/::old$/, "::next") })),
  }));
  await stack.clock.advance(300_000);
  expect(failuresOf(await stack.destroy())).toEqual([]);
  expect([existing(stack), entriesIn(stack)]).toEqual([[], []]);
});

it("an instance that two resources in the state have is not deleted for the replacement of one of them", async () => {
  const stack = new TestStack();
  const prod = { ...smallInstance, label: "prod" };
  await stack.up(declareAll("Instance", { old: prod }));
  await shareWithNext(stack);
  stack.endPlugin();
  await stack.clock.advance(300_000);
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await stack.up(declareAll("Instance", { old: prod, next: prod })))).toEqual([]);
  stack.endPlugin();
  const moved = { ...prod, region: "eu-west" };
  const refused =
    /^instance 1 cannot be replaced, because another resource in the state also manages it\. Nothing was changed\./;
  for (const program of [
    declareAll("Instance", { old: moved, next: prod }),
    declareAll("Instance", { old: moved }),
  ]) {
    expect(failuresOf(await stack.preview(program))).toEqual([expect.stringMatching(refused)]);
    expect(failuresOf(await stack.up(program))).toEqual([expect.stringMatching(refused)]);
  }
  expect([existing(stack), entriesIn(stack), deletesIn(stack)]).toEqual([["1"], ["next 1", "old 1"], []]);

  await editState(stack, ({ resources, ...snapshot }) => ({
    ...snapshot,
    resources: resources.filter(({ urn }) => !urn.endsWith("::next")),
  }));
  expect(failuresOf(await stack.up(declareAll("Instance", { old: moved })))).toEqual([]);
  expect([existing(stack), entriesIn(stack)]).toEqual([["2"], ["old 2"]]);
});

it("an instance that two resources in the state have stays if the replacement of one of them is created first", async () => {
  const stack = new TestStack();
  await stack.up(declareAll("Instance", { old: smallInstance }));
  await shareWithNext(stack);
  stack.endPlugin();
  await stack.clock.advance(300_000);
  const program = declareAll("Instance", {
    old: { ...smallInstance, region: "eu-west" },
    next: smallInstance,
  });
  expect(failuresOf(await stack.up(program))).toEqual([]);
  expect([existing(stack), entriesIn(stack).sort()]).toEqual([
    ["1", "2"],
    ["next 1", "old 2"],
  ]);
});

it("an id that a restarted service has used again is that of another object", async () => {
  const stack = new TestStack();
  await stack.up(declareAll("Instance", { db: smallInstance, web: smallInstance }));
  stack.endPlugin();
  const { emulator } = stack;
  await stack.clock.advance(300_000);
  stack.emulator = createEmulator({ clock: stack.clock, seed: 1 });
  const api = declareAll("Instance", { api: { ...smallInstance, label: "api" } });
  const targets = [urnOfWeb.replace(/web$/, "api")];
  expect(failuresOf(await stack.up(api, { targets }))).toEqual([]);
  expect(entriesIn(stack).sort()).toEqual(["api 1", "db 2", "web 1"]);
  await stack.clock.advance(300_000);
  // The instances of `db` and `web` are in the other service.
  const destroyed = await stack.destroy();
  expect(failuresOf(destroyed).sort()).toEqual([
    expect.stringMatching(/^There is no instance 2 at .* instance 1 there is not the one in the state/),
    expect.stringMatching(/^instance 1 at .* is not the one in the state/),
  ]);
  expect([existing(stack), entriesIn(stack).sort()]).toEqual([[], ["db 2", "web 1"]]);
  stack.emulator = emulator;
  expect(failuresOf(await stack.destroy())).toEqual([]);
  expect([existing(stack), entriesIn(stack)]).toEqual([[], []]);
});

it("the only entry of an object is that of its resource, whatever the URN was when the run started", () => {
  const entry = (urn: string) => ({ kind: "instance", id: "1", owner: shortHash(urn) });
  const isInOther = (...urns: string[]) =>
    createClaims(urns.map(entry)).isInOtherEntry("instance", { id: "1" }, ["a", "b"]);
  expect([isInOther("c"), isInOther("c", "c"), isInOther("a", "b")]).toEqual([false, false, false]);
  expect([isInOther("a", "c"), isInOther("c", "d")]).toEqual([true, true]);
});

it("a replaced object that could not be deleted is deleted by the next run, which refreshes first", async () => {
  const stack = new TestStack();
  await stack.up(webInstance());
  const fault = stack.emulator.control.faults.add({ operation: "instances.delete", effect: { status: 403 } });
  const moved = webInstance({ region: "eu-west" });
  expect(failuresOf(await stack.up(moved))).toHaveLength(1);
  stack.emulator.control.faults.clear(fault);
  expect(entriesIn(stack)).toEqual(["web 2", "web 1"]);
  expect(failuresOf(await stack.up(moved, { refreshFirst: true }))).toEqual([]);
  expect([existing(stack), entriesIn(stack)]).toEqual([["2"], ["web 2"]]);
});

it("the object of a resource is deleted if only the engine knows why it is replaced", async () => {
  const stack = new TestStack();
  await stack.up(webInstance());
  const { inputs, outputs } = revealedEntry(stack, "web");
  const lifecycle = resourceTypes.Instance.lifecycle(stack.services());
  await stack.clock.run(lifecycle.check(inputs, inputs));
  expect(await stack.clock.run(lifecycle.diff("1", outputs, inputs))).toMatchObject({
    replaces: [],
  });
  await stack.clock.run(lifecycle.check({}, { ...inputs, label: "next" }));
  await stack.clock.run(lifecycle.create({ ...inputs, label: "next" }));
  await stack.clock.run(lifecycle.delete("1", outputs));
  expect(existing(stack)).toEqual(["2"]);
});

it("the object of a resource is deleted by a requested replacement that refreshes first", async () => {
  const stack = new TestStack();
  await stack.up(webInstance());
  const outcome = await stack.up(webInstance(), { refreshFirst: true, replace: [urnOfWeb] });
  expect(stepsOf(outcome)).toEqual(["createReplacement web", "deleteReplaced web"]);
  expect([existing(stack), entriesIn(stack)]).toEqual([["2"], ["web 2"]]);
});

describe("a plugin that does not know the objects of the state, as under the Pulumi CLI", () => {
  it("deletes the object of a resource", async () => {
    const stack = new TestStack({ knowsState: false });
    await stack.up(webInstance());
    stack.endPlugin();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(existing(stack)).toEqual([]);
  });

  it("does not delete an instance that another resource has adopted", async () => {
    const stack = new TestStack({ knowsState: false });
    await stack.up(webInstance());
    stack.endPlugin();
    const both = declareAll("Instance", { web: smallInstance, shop: { adopt: 1 } });
    const shopUrn = urnOfWeb.replace("::web", "::shop");
    expect(failuresOf(await stack.up(both, { targets: [shopUrn] }))).toEqual([]);
    stack.endPlugin();
    expect(failuresOf(await stack.destroy({ targets: [urnOfWeb] })).join()).toContain(
      `${shopUrn} adopted it`,
    );
    expect(existing(stack)).toEqual(["1"]);
  });

  it("takes over no instance that the program keeps for another resource", async () => {
    const stack = await killedReplacement({ knowsState: false });
    await runElsewhere(stack, declareAll("Instance", { web: smallInstance, shop: { adopt: 2 } }));
    const lifecycle = resourceTypes.Instance.lifecycle(stack.services());
    const [web, shop] = [revealedEntry(stack, "web"), revealedEntry(stack, "shop")];
    await stack.clock.run(lifecycle.check(shop.inputs, shop.inputs));
    await stack.clock.run(lifecycle.diff("2", shop.outputs, shop.inputs));
    const created = await stack.clock.run(
      lifecycle.create({ ...web.inputs, label: "moved", region: "eu-west" }),
    );
    expect([created.id, existing(stack)]).toEqual(["3", ["1", "2", "3"]]);
  });
});

it("backups stay, with a warning, when a schedule that was renamed on another machine leaves the state", async () => {
  const stack = new TestStack();
  const schedule = { instanceId: 1, day: "Saturday", window: "W0" };
  await stack.up(declareAll("Instance", { web: { ...smallInstance, label: "web" } }));
  const program =
    (name: string, inputs: object, aliases: readonly { readonly urn: string }[] = []): ProgramFunction =>
    async (register) => {
      await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
      await register(declare("BackupSchedule", name, { ...schedule, ...inputs }, { aliases }));
      return {};
    };
  expect(failuresOf(await stack.up(program("weekly", {})))).toEqual([]);
  stack.endPlugin();
  const urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:BackupSchedule::weekly";
  await runElsewhere(stack, program("nightly", { day: "Sunday" }, [{ urn }]));
  await stack.clock.advance(300_000);
  expect(
    failuresOf(await stack.up(declareAll("Instance", { web: { ...smallInstance, label: "web" } }))),
  ).toEqual([]);
  expect(stack.emulator.control.world().instances).toMatchObject([{ backups: { enabled: true } }]);
  expect(warningsOf(stack)).toContainEqual(
    expect.stringMatching(/backup schedule 1 is not deleted, .*::weekly manages it now.* delete or adopt/),
  );
});

it("an instance that a resource with an explicit provider has just adopted is not deleted", async () => {
  const stack = new TestStack();
  await stack.up(webInstance());
  stack.endPlugin();
  // Each explicit provider has a plugin process of its own, which knows nothing of the state.
  const services = { ...stack.services(), claims: createClaims() };
  const adopting = resourceTypes.Instance.lifecycle(services);
  const origin = { project: "project", stack: "dev", type: "Instance", name: "next" };
  const { inputs } = await stack.clock.run(adopting.check({}, { adopt: 1, origin }));
  await stack.clock.run(adopting.create(inputs));
  const other = resourceTypes.Instance.lifecycle(stack.services());
  await expect(stack.clock.run(other.delete("1", revealedEntry(stack, "web").outputs))).rejects.toThrow(
    /::next adopted it/,
  );
  expect(existing(stack)).toEqual(["1"]);
});

it("an instance that an earlier create of the resource created is named if another resource seems to have it", async () => {
  const stack = await killedCreate();
  await dropPendingOperations(stack);
  await stack.up(declareAll("Instance", { shop: { adopt: 1 } }));
  stack.endPlugin();
  const withoutShop = (name: string) => !name.endsWith("::shop");
  await editState(stack, (snapshot) => ({
    ...snapshot,
    resources: snapshot.resources.filter(({ urn }) => withoutShop(urn)),
  }));
  const [question] = await recover(stack);
  expect(question?.case).toMatchObject({ certainty: "question", found: expect.stringContaining("1") });
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  expect(stack.messages).toContainEqual({
    ...{ kind: "warn", about: "web" },
    message: expect.stringMatching(
      /^instance 1 was created by an earlier create of this resource, and is not taken over/,
    ),
  });
});

it("an instance whose adoption failed is found again by the next create", async () => {
  const stack = await unresolvedCreate();
  const fault = stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
  expect(failuresOf(await stack.up(webInstance({ adopt: 1, label: "web" })))).toHaveLength(1);
  stack.emulator.control.faults.clear(fault);
  stack.endPlugin();
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  expect([existing(stack), entriesIn(stack)]).toEqual([["1"], ["web 1"]]);
});

it.each([true, false])(
  "an instance whose adoption failed after its create was unresolved is in the state (the plugin knows it: %s)",
  async (knowsState) => {
    const stack = await unresolvedCreate({ knowsState });
    const fault = stack.emulator.control.faults.add({
      operation: "instances.update",
      effect: { status: 403 },
    });
    expect(failuresOf(await stack.up(webInstance({ adopt: 1, label: "web" }))).join()).toMatch(
      /instance 1 exists and is in the state/,
    );
    stack.endPlugin();
    stack.emulator.control.faults.clear(fault);
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(existing(stack)).toEqual([]);
  },
);

it.each([true, false])(
  "an instance of an unresolved create is deleted by destroy before lists contain it (on another machine: %s)",
  async (isElsewhere) => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "instances.create", when: "after", effect: { reset: true } });
    faults.add({ operation: "instances.list", effect: { staleList: 60_000 } });
    await stack.up(webInstance({ timeouts: { create: "20s" } }));
    expect([entriesIn(stack), existing(stack)]).toEqual([[expect.stringMatching(/^web unresolved-/)], ["1"]]);
    stack.endPlugin();
    if (isElsewhere) stack.changeMachine();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect([entriesIn(stack), existing(stack)]).toEqual([[], []]);
  },
);

it("an id that a refresh found to be free may be that of a created instance", async () => {
  const settings = { uniqueLabels: false };
  const stack = new TestStack({ settings });
  await stack.up(webInstance());
  stack.endPlugin();
  stack.emulator = createEmulator({ clock: stack.clock, seed: 1, settings });
  const lost = { operation: "instances.create", when: "after", count: 1, effect: { reset: true } } as const;
  stack.emulator.control.faults.add(lost);
  const outcome = await stack.up(webInstance(), { refreshFirst: true, allowEmpty: true });
  expect([failuresOf(outcome), existing(stack)]).toEqual([[], ["1"]]);
});
