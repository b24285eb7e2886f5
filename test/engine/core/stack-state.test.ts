import { StackState } from "../../../src/engine/core/stack-state";
import { newResource, type ResourceState } from "../../../src/state";
import { type, urnOf } from "../world";

const resource = (name: string, more: Partial<ResourceState> = {}): ResourceState => ({
  ...newResource({ urn: urnOf(name), type, custom: true }),
  id: name,
  ...more,
});

/** The state of a run that started with these resources. */
function stateOf(...resources: readonly ResourceState[]) {
  const state = new StackState({ resources, pendingOperations: [] }, async () => undefined);
  const entry = (name: string) => state.base.find((one) => one.state.urn === urnOf(name))!;
  const ids = () => state.snapshot().resources.map(({ id }) => id);
  return { state, entry, ids };
}

describe("the state during a run", () => {
  it("lists entries that the run added before those that it has not reached yet, and none that it removed", () => {
    const { state, entry, ids } = stateOf(resource("a"), resource("b"));
    state.add(resource("c"));
    state.remove(entry("a"));
    expect(ids()).toEqual(["c", "b"]);
    expect(state.added.map(({ id }) => id)).toEqual(["c"]);
    expect([state.isRemoved(entry("a")), state.isRemoved(entry("b"))]).toEqual([true, false]);
  });

  it("finds the last state that it added for a URN, unless that was removed", () => {
    const { state } = stateOf(resource("a", { id: "before" }));
    expect(state.addedState(urnOf("a"))).toBeUndefined();
    state.add(resource("a", { id: "first" }));
    const last = state.add(resource("a", { id: "last" }));
    state.add(resource("b"));
    expect(state.addedState(urnOf("a"))?.id).toBe("last");
    state.remove(last);
    expect(state.addedState(urnOf("a"))?.id).toBe("first");
  });

  it("finds the current entry of a URN: an added one first, and none that waits for its deletion", () => {
    const { state, entry } = stateOf(resource("a", { id: "before" }), resource("b", { delete: true }));
    expect(state.currentEntry(urnOf("a"))).toBe(entry("a"));
    expect(state.currentEntry(urnOf("b"))).toBeUndefined();
    const added = state.add(resource("a", { id: "after" }));
    expect(state.currentEntry(urnOf("a"))).toBe(added);
    state.remove(added);
    state.remove(entry("a"));
    expect(state.currentEntry(urnOf("a"))).toBeUndefined();
  });

  it("sets only the outputs of entries that the run added", () => {
    const { state, entry } = stateOf(resource("a"));
    const added = state.add(resource("b"));
    expect(state.setOutputs(urnOf("a"), { x: 1 })).toBe(false);
    expect(state.setOutputs(urnOf("b"), { x: 1 })).toBe(true);
    expect([entry("a").state.outputs, added.state.outputs]).toEqual([{}, { x: 1 }]);
  });

  it("knows which entries can be deleted, and their places", () => {
    const { state, entry } = stateOf(resource("a"), resource("b"));
    state.remove(entry("a"));
    const replaced = state.add(resource("c", { delete: true }));
    state.add(resource("d"));
    expect(state.deletable).toEqual([entry("b"), replaced]);
    expect([state.positionOf(entry("b")), state.positionOf(replaced)]).toEqual([1, 2]);
    const copy = state.carryOver(entry("b"));
    expect([state.positionOf(copy), state.isRemoved(entry("b"))]).toEqual([1, true]);
  });

  it("knows which originals an earlier run could not delete", () => {
    const { state, entry } = stateOf(
      resource("plain"),
      resource("left", { delete: true }),
      resource("read", { delete: true, external: true }),
      resource("pending", { delete: true, pendingReplacement: true }),
    );
    expect(["plain", "left", "read", "pending"].map((name) => state.isLeftOver(entry(name)))).toEqual([
      ...[false, true, false, false],
    ]);
  });

  it("is sorted by dependencies once an entry was carried over", () => {
    const { state, entry, ids } = stateOf(resource("a"), resource("b"));
    state.add(resource("user", { dependencies: [urnOf("a")] }));
    expect(ids()).toEqual(["user", "a", "b"]);
    state.carryOver(entry("a"));
    expect(ids()).toEqual(["a", "user", "b"]);
  });

  it("writes renamed URNs in every reference once their resources are in the state", () => {
    const providerType = "pulumi:providers:pulumi-nodejs";
    const { state } = stateOf(
      resource("user", {
        parent: urnOf("old"),
        dependencies: [urnOf("old"), urnOf("kept")],
        propertyDependencies: { peer: [urnOf("old")] },
        deletedWith: urnOf("old"),
        provider: `${urnOf("old", providerType)}::17`,
      }),
    );
    state.renameUrn(urnOf("old"), urnOf("new"));
    state.renameUrn(urnOf("old", providerType), urnOf("new", providerType));
    state.begin({ type: "updating", resource: resource("pending", { dependencies: [urnOf("old")] }) });
    expect(state.snapshot().resources[0]?.parent).toBe(urnOf("old"));
    state.add(resource("new"));
    state.add({ ...resource("new"), urn: urnOf("new", providerType) });
    const { resources, pendingOperations } = state.snapshot();
    expect(resources.at(-1)).toMatchObject({
      parent: urnOf("new"),
      dependencies: [urnOf("new"), urnOf("kept")],
      propertyDependencies: { peer: [urnOf("new")] },
      deletedWith: urnOf("new"),
      provider: `${urnOf("new", providerType)}::17`,
    });
    expect(pendingOperations[0]?.resource.dependencies).toEqual([urnOf("new")]);
  });

  it("renames the children of a renamed resource, except what an earlier run was creating", () => {
    const child = {
      ...resource("child"),
      urn: urnOf("child", `my:Old$${type}`),
      parent: urnOf("a", "my:Old"),
    };
    const pendingOperations = [{ type: "creating", resource: child }] as const;
    const state = new StackState({ resources: [child], pendingOperations }, async () => undefined);
    state.begin({ type: "deleting", resource: child });
    state.renameUrn(urnOf("a", "my:Old"), urnOf("a", "my:New"));
    expect(state.renamedUrns().get(child.urn) ?? child.urn).toBe(child.urn);
    state.add(newResource({ urn: urnOf("a", "my:New"), type: "my:New", custom: false }));
    const renamed = { urn: urnOf("child", `my:New$${type}`), parent: urnOf("a", "my:New") };
    expect(state.renamedUrns().get(child.urn) ?? child.urn).toBe(renamed.urn);
    const snapshot = state.snapshot();
    expect(snapshot.resources[1]).toMatchObject(renamed);
    expect(snapshot.pendingOperations.map(({ resource: { urn, parent } }) => ({ urn, parent }))).toEqual([
      { ...renamed, urn: child.urn },
      renamed,
    ]);
  });
});

describe("pending operations", () => {
  it("are in the state until they end", () => {
    const { state } = stateOf();
    const operation = state.begin({ type: "updating", resource: resource("a") });
    expect(state.snapshot().pendingOperations).toHaveLength(1);
    state.end(operation);
    expect(state.snapshot().pendingOperations).toEqual([]);
  });

  it("of an earlier run end with a create that failed if the provider no longer has the intent", () => {
    const pendingOperations = [{ type: "creating" as const, resource: resource("a") }];
    let hasIntent = true;
    const state = new StackState({ resources: [], pendingOperations }, async () => undefined, {
      hasIntent: () => hasIntent,
    });
    state.resolvePendingCreate(urnOf("a"), { hasFailed: true });
    expect(state.snapshot().pendingOperations).toHaveLength(1);
    hasIntent = false;
    state.resolvePendingCreate(urnOf("a"), { hasFailed: true });
    expect(state.snapshot().pendingOperations).toEqual([]);
  });

  it("of an earlier run stay if they are creates, until one with an intent is resolved or the user clears them", () => {
    const pendingOperations = (["creating", "updating"] as const).flatMap((kind) =>
      ["a", "b"].map((name) => ({ type: kind, resource: resource(name) })),
    );
    const before = { resources: [], pendingOperations };
    const options = { hasIntent: ({ id }: ResourceState) => id === "a" };
    const state = new StackState(before, async () => undefined, options);
    const names = () => state.snapshot().pendingOperations.map((one) => `${one.type} ${one.resource.id}`);
    expect(names()).toEqual(["creating a", "creating b"]);
    expect(pendingOperations.map((one) => state.hasIntent(one))).toEqual([true, false, false, false]);
    state.resolvePendingCreate(urnOf("b"));
    expect(names()).toEqual(["creating a", "creating b"]);
    state.resolvePendingCreate(urnOf("a"));
    expect(names()).toEqual(["creating b"]);
    const cleared = new StackState(before, async () => undefined, { clearPendingCreates: true });
    expect(cleared.snapshot().pendingOperations).toEqual([]);
  });
});

describe("writing the state", () => {
  it("writes once for all changes during a write", async () => {
    const written: (readonly string[])[] = [];
    const during: Promise<void>[] = [];
    const state = new StackState({ resources: [], pendingOperations: [] }, async ({ resources }) => {
      written.push(resources.map(({ id }) => id));
      if (written.length > 1) return;
      for (const name of ["b", "c"]) {
        state.add(resource(name));
        during.push(state.commit());
      }
    });
    state.add(resource("a"));
    await state.commit();
    await Promise.all(during);
    expect(written).toEqual([["a"], ["a", "b", "c"]]);
  });

  it("sorts entries whose order is not valid, so that they keep their references", async () => {
    const written: (readonly ResourceState[])[] = [];
    const before = { resources: [], pendingOperations: [] };
    const state = new StackState(before, async ({ resources }) => void written.push(resources));
    state.add(resource("user", { dependencies: [urnOf("a")] }));
    state.add(resource("a"));
    await expect(state.commit()).rejects.toThrow(`${urnOf("user")} depends on ${urnOf("a")}`);
    expect(written).toMatchObject([[{ id: "a" }, { id: "user", dependencies: [urnOf("a")] }]]);
  });

  it("writes no state that it cannot repair", async () => {
    const written: (readonly ResourceState[])[] = [];
    const before = { resources: [], pendingOperations: [] };
    const state = new StackState(before, async ({ resources }) => void written.push(resources));
    state.add(resource("a"));
    state.add(resource("a", { id: "again" }));
    await expect(state.commit()).rejects.toThrow(/is listed twice\. It was not saved/);
    expect(written).toEqual([]);
  });

  it("has recorded entries that it only carried over under another URN", async () => {
    let isFull = false;
    const child = {
      ...resource("child"),
      urn: urnOf("child", `my:Old$${type}`),
      parent: urnOf("a", "my:Old"),
    };
    const former = newResource({ urn: urnOf("a", "my:Old"), type: "my:Old", custom: false });
    const state = new StackState({ resources: [former, child], pendingOperations: [] }, async () => {
      if (isFull) throw new Error("the disk is full");
    });
    const [parent, entry] = state.base;
    state.renameUrn(former.urn, urnOf("a", "my:New"));
    state.remove(parent!);
    state.add({ ...former, urn: urnOf("a", "my:New") });
    state.carryOver(entry!);
    await state.commit();
    isFull = true;
    state.add(resource("lost"));
    await expect(state.commit()).rejects.toThrow("the disk is full");
    expect(state.unrecorded.map(({ id }) => id)).toEqual(["lost"]);
  });

  it("knows the objects that it could not record", async () => {
    let isFull = false;
    const state = new StackState({ resources: [], pendingOperations: [] }, async () => {
      if (isFull) throw new Error("the disk is full");
    });
    state.add(resource("saved"));
    await state.commit();
    isFull = true;
    const providerType = "pulumi:providers:pulumi-nodejs";
    for (const lost of [
      resource("lost"),
      resource("component", { custom: false, id: "" }),
      resource("read", { external: true }),
      resource("without id", { id: "" }),
      resource("provider", { type: providerType }),
    ])
      state.add(lost);
    await expect(state.commit()).rejects.toThrow("the disk is full");
    expect(state.unrecorded.map(({ id }) => id)).toEqual(["lost"]);
    isFull = false;
    await state.commit();
    expect(state.unrecorded).toEqual([]);
  });
});
