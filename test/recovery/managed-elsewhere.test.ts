import { verdictOf } from "../../src/recovery";
import type { ResourceState } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { declareAll } from "../resources/declare-all";
import { failuresOf, smallInstance, stepsOf, webInstance } from "../resources/programs";
import { editState, killedCreate, pendingOf } from "./killed-stack";
import { choose, recover } from "./recovering";

const wwwUrn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::www";
const unfinished = (stack: TestStack) => stack.services().intents.unfinished();
/** The instances of the state, as `name id`. */
const recorded = ({ store }: TestStack) =>
  store.snapshot.resources
    .filter(({ type }) => type.endsWith(":Instance"))
    .map(({ urn, id }) => `${urn.split("::").at(-1)} ${id}`);

/** A stack that has instance 1 as `www`, while the record of its create, as `web`, is not completed. */
async function renamedStack(): Promise<TestStack> {
  const stack = new TestStack();
  await stack.up(webInstance());
  await editState(stack, (snapshot) => ({
    ...snapshot,
    resources: snapshot.resources.map((state) =>
      state.urn.endsWith("::web") ? { ...state, urn: wwwUrn } : state,
    ),
  }));
  expect(unfinished(stack)).toMatchObject([{ id: "1", origin: { name: "web" } }]);
  return stack;
}

const editWww = (stack: TestStack, edit: (www: ResourceState) => ResourceState) =>
  editState(stack, (snapshot) => ({
    ...snapshot,
    resources: snapshot.resources.map((state) => (state.urn === wwwUrn ? edit(state) : state)),
  }));

describe("the record of a create whose object the state has under another URN", () => {
  it.each([
    ["1", {}, [], []],
    ["99", {}, ["www 99"], ["update www"]],
    ["99", { isFailed: true }, ["web 99"], []],
  ])(
    "is completed by the run that renames the resource, if it created the object, else renamed, unless it failed: %s, %j",
    async (id, changes, left, steps) => {
      const stack = new TestStack();
      await stack.up(webInstance());
      await stack.services().intents.save({ ...intentOfWeb(stack, id), ...changes });
      const renamed = await stack.up(async (register) => {
        const aliases = [{ urn: wwwUrn.replace("www", "web") }];
        await register(declare("Instance", "www", smallInstance, { aliases }));
        return {};
      });
      expect([failuresOf(renamed), stepsOf(renamed), recorded(stack)]).toEqual([[], steps, ["www 1"]]);
      expect(unfinished(stack).map((intent) => `${intent.origin.name} ${intent.id}`)).toEqual(left);
    },
  );

  it("is completed, and the object is not recorded a second time", async () => {
    const stack = await renamedStack();
    const before = stack.store.snapshot;
    const outcomes = await recover(stack);
    const found = expect.stringContaining(`It created instance 1, which the state records as ${wwwUrn}.`);
    expect(outcomes).toMatchObject([{ case: { trace: "intent", certainty: "certain", ids: ["1"], found } }]);
    expect([verdictOf(outcomes), unfinished(stack)]).toEqual(["settled", []]);
    expect(stack.store.snapshot).toBe(before);
    expect(await recover(stack)).toEqual([]);
  });

  it.each([
    ["is only read", { external: true }],
    ["has another type", { type: "aws:ec2:Instance" }],
  ])("is recorded if the other resource %s", async (_, changes) => {
    const stack = await renamedStack();
    await editWww(stack, (www) => ({ ...www, ...changes }));
    await recover(stack);
    expect(stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"))?.id).toBe("1");
  });

  it("is recorded if the other resource is only read and the record does not name the object", async () => {
    const stack = await renamedStack();
    for (const { id: _, ...intent } of unfinished(stack)) await stack.services().intents.save(intent);
    await editWww(stack, (www) => ({ ...www, external: true }));
    expect(await recover(stack)).toMatchObject([{ case: { certainty: "certain", ids: ["1"] } }]);
    expect(recorded(stack).sort()).toEqual(["web 1", "www 1"]);
  });

  it("is completed if a replacement still has to delete the object", async () => {
    const stack = await renamedStack();
    await editWww(stack, (www) => ({ ...www, delete: true }));
    expect((await recover(stack, { decide: () => undefined }))[0]?.case.found).toContain(wwwUrn);
  });

  it.each([true, false])(
    "is completed if a resource of another name has adopted the object (the plugin knows the state: %s)",
    async (knowsState) => {
      const stack = await killedCreate({ knowsState });
      expect(failuresOf(await stack.up(declareAll("Instance", { www: { adopt: 1 } })))).toEqual([]);
      stack.endPlugin();
      const outcomes = await recover(stack);
      expect(outcomes[0]?.case.found).toContain(
        `It created instance 1, which the state records as ${wwwUrn}.`,
      );
      expect([verdictOf(outcomes), pendingOf(stack), recorded(stack)]).toEqual(["settled", [], ["www 1"]]);
    },
  );

  it("is completed together with the pending create", async () => {
    const stack = await killedCreate();
    const [operation] = stack.store.snapshot.pendingOperations;
    await recover(stack);
    await editState(stack, ({ resources }) => ({
      resources: resources.map((state) => (state.id === "1" ? { ...state, urn: wwwUrn } : state)),
      pendingOperations: [operation!],
    }));
    await stack.services().intents.save(intentOfWeb(stack));
    const outcomes = await recover(stack);
    expect(outcomes[0]?.case.found).toContain(`It created instance 1, which the state records as ${wwwUrn}.`);
    expect([verdictOf(outcomes), pendingOf(stack), recorded(stack)]).toEqual(["settled", [], ["www 1"]]);
    expect(unfinished(stack)).toEqual([]);
  });
});

/** The record of the create of the first instance. */
function intentOfWeb({ address, emulator }: TestStack, id = "1") {
  const origin = { project: "project", stack: "dev", type: "Instance", name: "web" };
  const at = emulator.control.world().instances[0]?.created ?? 0;
  return { origin, address, id, before: [], at };
}

describe("a candidate of an unresolved create", () => {
  async function unresolvedStack(): Promise<TestStack> {
    const stack = new TestStack();
    await stack.up(
      declareAll("Instance", {
        a: { ...smallInstance, label: "first" },
        b: { ...smallInstance, label: "second" },
      }),
    );
    stack.endPlugin();
    return stack;
  }

  it("that the state contains by now is no longer offered", async () => {
    const stack = await unresolvedStack();
    await unresolve(stack, "1", "web");
    const [one] = await recover(stack, { isOtherMachine: true, decide: () => undefined });
    expect(one?.case.ids).toEqual(["1"]);
    expect(one?.case.found).toMatch(
      /The state now records instance 2 as \S+::[ab]\. It may have created instance 1\.$/,
    );
  });

  it("is recorded for one of two creates, and the other one is refused", async () => {
    const stack = await unresolvedStack();
    await unresolve(stack, "1", "web");
    await unresolve(stack, "2", "db");
    const outcomes = await recover(stack, { isOtherMachine: true, decide: choose(/^Record instance 1 /) });
    const failures = outcomes.flatMap(({ failure }) => failure ?? []);
    expect(failures).toEqual([
      expect.stringMatching(/^1 is already in the state, as \S+\. It was not recorded/),
    ]);
    expect(stack.store.snapshot.resources.filter(({ id }) => id === "1")).toHaveLength(1);
    expect(verdictOf(outcomes)).toBe("incomplete");
  });
});

/** Replaces an instance of the state by an unresolved create of another name, with instances 1 and 2 as candidates. */
function unresolve(stack: TestStack, id: string, to: string): Promise<void> {
  const unresolved = { candidates: ["1", "2"], reason: "The connection broke." };
  return editState(stack, (snapshot) => ({
    ...snapshot,
    resources: snapshot.resources.map((state) =>
      state.id === id
        ? {
            ...state,
            urn: state.urn.replace(/::\w+$/, `::${to}`),
            id: `unresolved-${to}`,
            outputs: { unresolved, applied: state.inputs },
          }
        : state,
    ),
  }));
}
