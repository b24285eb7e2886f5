import { type EngineEvent, MemoryStore, type ProgramFunction } from "../../../src/engine";
import { newResource, type ResourceState, Secret } from "../../../src/state";
import { errorsOf, pair, programWith, stepOf, stepsOf, thing, type, urnOf, World } from "../world";

describe("up", () => {
  it("creates in the order of dependencies and stores the outputs", async () => {
    const world = new World();
    const outcome = await world.up(pair());
    expect(outcome.result).toBe("succeeded");
    expect(stepsOf(outcome)).toEqual(["create first", "create second"]);
    expect(world.state("second")?.inputs.peer).toBe("10.0.0.1");
    expect(world.state("second")?.dependencies).toEqual([urnOf("first")]);
    expect(outcome.outputs).toEqual({ address: "10.0.0.1" });
    expect(world.store.snapshot.resources.map(({ type }) => type).slice(0, 2)).toEqual([
      "pulumi:pulumi:Stack",
      "pulumi:providers:pulumi-nodejs",
    ]);
    expect(world.store.snapshot.pendingOperations).toEqual([]);
  });

  it("does nothing the second time and keeps the provider's id", async () => {
    const world = new World();
    await world.up(pair());
    const provider = world.state("default")?.id;
    const outcome = await world.up(pair());
    expect(stepsOf(outcome)).toEqual(["same first", "same second"]);
    expect(world.calls).toEqual([]);
    expect(outcome.counts).toMatchObject({ unchanged: 2, created: 0, updated: 0 });
    expect(world.state("default")?.id).toBe(provider);
  });

  it("keeps the times at which a resource was created and changed while nothing changes", async () => {
    const world = new World();
    await world.up(pair());
    const { created, modified } = world.state("second") ?? {};
    expect(Date.parse(created ?? "")).toBe(world.clock.now());
    await world.clock.advance(60_000);
    await world.up(pair());
    expect(world.state("second")).toMatchObject({ created, modified });
  });

  it("stores new inputs and keeps old outputs if the diff reports no changes", async () => {
    const world = new World();
    await world.up(async (register) => ({ id: (await register(thing("a", { note: "old" }))).id }));
    world.provider.diff = async () => ({ changes: false });
    await world.up(async (register) => ({ id: (await register(thing("a", { note: "new" }))).id }));
    expect(world.state("a")?.inputs.note).toBe("new");
    expect(world.state("a")?.outputs.note).toBe("old");
  });

  it("updates in place and reports the changed properties", async () => {
    const world = new World();
    await world.up(pair());
    const outcome = await world.up(pair("north", "y"));
    expect(stepsOf(outcome)).toEqual(["same first", "update second"]);
    expect(stepOf(outcome, "update", "second")?.changed).toEqual(["label"]);
    expect(world.state("second")?.outputs.label).toBe("y");
  });

  it("deletes what the program no longer declares, dependents first", async () => {
    const world = new World();
    await world.up(pair());
    const outcome = await world.up(async () => ({}));
    expect(world.calls).toEqual(["delete 2", "delete 1"]);
    expect(outcome.counts.deleted).toBe(2);
    expect(world.store.snapshot.resources.map(({ type }) => type)).toEqual(["pulumi:pulumi:Stack"]);
  });

  it("rejects a URN that is declared twice and a parent that is not registered", async () => {
    const world = new World();
    const twice = await world.up(async (register) => {
      await register(thing("a"));
      await register(thing("a"));
      return {};
    });
    expect(twice.result).toBe("failed");
    expect(errorsOf(twice).join()).toContain("declares this type and name twice");
    const orphan = await world.up(async (register) => {
      await register(thing("b", {}, { parent: urnOf("nobody") }));
      return {};
    });
    expect(errorsOf(orphan).join()).toContain("is not registered");
    expect(world.things.size).toBe(1);
  });

  it("rejects unsupported providers by name", async () => {
    const world = new World();
    const outcome = await world.up(async (register) => {
      await register({ type: "aws:s3:Bucket", name: "b" });
      return {};
    });
    expect(errorsOf(outcome).join()).toContain('needs the provider "aws"');
  });

  it("reports only the reasons of check failures and creates nothing", async () => {
    const world = new World();
    world.onCheck = async (_olds, news) => ({
      inputs: news,
      failures: [{ reason: "region is not valid" }],
    });
    const outcome = await world.up(pair());
    expect(errorsOf(outcome)).toEqual(["region is not valid"]);
    expect(world.calls).toEqual([]);
  });

  it("passes old inputs to check only for existing resources", async () => {
    const world = new World();
    const seen: string[] = [];
    world.onCheck = async (olds, news) => {
      seen.push(`${news.name}: ${olds.name ?? "none"} ${olds.region ?? ""}`.trim());
      return { inputs: news };
    };
    await world.up(async (register) => ({ id: (await register(thing("a"))).id }));
    await world.up(async (register) => ({ id: (await register(thing("a"))).id }));
    await world.up(async (register) => ({ id: (await register(thing("a", { region: "south" }))).id }));
    // The replacement is checked again, as a new resource.
    expect(seen).toEqual(["a: none", "a: a north", "a: a north", "a: none"]);
  });

  it("runs at most `parallel` calls at a time", async () => {
    const world = new World();
    let running = 0;
    let most = 0;
    world.onCreate = async () => {
      most = Math.max(most, ++running);
      await world.clock.sleep(1000);
      running--;
    };
    const outcome = await world.up(
      async (register) => {
        await Promise.all(Array.from({ length: 10 }, (_, at) => register(thing(`t${at}`))));
        return {};
      },
      { parallel: 3 },
    );
    expect(most).toBe(3);
    expect(outcome.counts.created).toBe(10);
  });

  it("runs at most `parallel` calls at a time, with those that find out what a replacement also replaces", async () => {
    const world = new World();
    await world.up(pair());
    Object.assign(world, { deleteFirst: true, replacing: ["region", "peer"] });
    let running = 0;
    let most = 0;
    const call = async () => {
      most = Math.max(most, ++running);
      await world.clock.sleep(1000);
      running--;
    };
    Object.assign(world, { onCreate: call, onDelete: call, onDiff: call });
    const program: ProgramFunction = async (register, more) => {
      const others = programWith(...Array.from({ length: 5 }, (_, at) => thing(`t${at}`)));
      await Promise.all([others(register, more), pair("south")(register, more)]);
      return {};
    };
    const outcome = await world.up(program, { parallel: 1 });
    expect([outcome.result, outcome.counts.replaced]).toEqual(["succeeded", 2]);
    expect(most).toBe(1);
  });

  it("warns of a create that an earlier run left pending and keeps it", async () => {
    const world = new World();
    const resource = newResource({
      urn: urnOf("lost"),
      type: "pulumi-nodejs:dynamic/test:Thing",
      custom: true,
    });
    world.store = new MemoryStore({
      snapshot: {
        resources: [],
        pendingOperations: [
          { type: "creating", resource },
          { type: "updating", resource },
        ],
      },
    });
    const outcome = await world.up(pair());
    const warnings = outcome.events.filter(
      (event) => event.kind === "message" && event.severity === "warning",
    );
    expect(warnings).toHaveLength(2);
    expect(world.store.snapshot.pendingOperations.map(({ type }) => type)).toEqual(["creating"]);
  });
});

describe("a create that an earlier run left pending", () => {
  const worldWithPendingCreate = () => {
    const world = new World();
    const resource = newResource({ urn: urnOf("first"), type, custom: true });
    world.store = new MemoryStore({
      snapshot: { resources: [], pendingOperations: [{ type: "creating", resource }] },
    });
    return world;
  };
  const messagesAbout = (outcome: { readonly events: readonly EngineEvent[] }) =>
    outcome.events.flatMap((event) =>
      event.kind === "message" && event.urn === urnOf("first") ? [`${event.severity}: ${event.message}`] : [],
    );

  it("is resolved by the next create if the provider has an intent", async () => {
    const world = worldWithPendingCreate();
    const isFirst = ({ urn }: { readonly urn: string }) => urn === urnOf("first");
    const preview = await world.run("preview", pair(), { hasIntent: isFirst });
    expect(messagesAbout(preview).join()).toMatch(/^info: .*`up` searches the service for it/);
    const destroy = await world.run("destroy", undefined, { hasIntent: isFirst });
    expect(messagesAbout(destroy).join()).toContain("`nodecloud recover` searches for it");
    expect(world.store.snapshot.pendingOperations).toHaveLength(1);
    expect(messagesAbout(await world.up(pair(), { hasIntent: isFirst }))).toEqual([
      "info: An earlier run was interrupted while creating this resource. If the program declares it, this run searches the service for it, and creates it only if it does not exist.",
    ]);
    expect(world.store.snapshot.pendingOperations).toEqual([]);
    expect(messagesAbout(await world.up(pair(), { hasIntent: isFirst }))).toEqual([]);
  });

  it.each(["preview", "up"] as const)(
    "is reported after a %s of a program that does not declare it",
    async (operation) => {
      const world = worldWithPendingCreate();
      const hasIntent = ({ urn }: { readonly urn: string }) => urn === urnOf("first");
      const outcome = await world.run(operation, async () => ({}), { hasIntent });
      expect(messagesAbout(outcome).at(-1)).toBe(
        "warning: An earlier run was interrupted while creating this resource, and the program does not declare it. It may exist without being in the state. `nodecloud recover` searches for it and records it.",
      );
      expect(messagesAbout(await world.run(operation, async () => ({})))).toHaveLength(1);
      expect(world.store.snapshot.pendingOperations).toHaveLength(1);
    },
  );

  it.each([
    { kept: {}, hasWarning: true },
    { kept: { delete: true }, hasWarning: false },
    { kept: { pendingReplacement: true }, hasWarning: false },
  ])(
    "is reported as a second one if it was to replace one that is kept (%j)",
    async ({ kept, hasWarning }) => {
      const world = new World();
      await world.up(pair());
      const { resources } = world.store.snapshot;
      const first = resources.find(({ urn }) => urn === urnOf("first"))!;
      const changed = resources.map((state) => (state === first ? { ...state, ...kept } : state));
      await world.store.save({
        resources: changed,
        pendingOperations: [{ type: "creating", resource: first }],
      });
      const messages = messagesAbout(await world.run("preview", pair(), { hasIntent: () => true })).join();
      const second =
        /^warning: .* creating a replacement of this resource, .* `nodecloud recover` searches for it/;
      expect(second.test(messages)).toBe(hasWarning);
      const undeclared = await world.run("preview", async () => ({}), { hasIntent: () => true });
      expect(/the program does not declare it/.test(messagesAbout(undeclared).join())).toBe(!hasWarning);
    },
  );

  it.each([
    { owners: [["alice"], ["alice"]], isRunning: true },
    { owners: [["alice"], []], isRunning: true },
    { owners: [[], ["alice", "bob"]], isRunning: true },
    { owners: [[], []], isRunning: false },
  ])(
    "may belong to a run in progress, which a preview reports (locks: $owners)",
    async ({ owners, isRunning }) => {
      const world = worldWithPendingCreate();
      const asked = [...owners];
      Object.assign(world.store, { lockOwners: async () => asked.shift() ?? [] });
      const messages = messagesAbout(await world.run("preview", pair())).join();
      const running =
        /^info: Another run is creating this resource, or was killed .*`nodecloud cancel --stack dev`\. Lock: alice(; bob)?\.$/;
      expect(running.test(messages)).toBe(isRunning);
      expect(/^warning: An earlier run was interrupted/.test(messages)).toBe(!isRunning);
      Object.assign(world.store, { lockOwners: async () => ["itself"] });
      expect(messagesAbout(await world.up(pair())).join()).toMatch(
        /^warning: An earlier run was interrupted/,
      );
    },
  );

  it("stays with instructions if there is no intent, until the user clears it", async () => {
    const world = worldWithPendingCreate();
    expect(messagesAbout(await world.up(pair())).join()).toMatch(
      /^warning: .*refresh --clear-pending-creates/,
    );
    expect(world.store.snapshot.pendingOperations).toHaveLength(1);
    expect(messagesAbout(await world.run("refresh", undefined, { clearPendingCreates: true }))).toEqual([]);
    expect(world.store.snapshot.pendingOperations).toEqual([]);
  });
});

describe("preview", () => {
  it("changes nothing, makes no changing call and passes unknowns on", async () => {
    const world = new World();
    const seen: unknown[] = [];
    world.onCheck = async (_olds, news) => {
      seen.push(news.peer);
      return { inputs: news };
    };
    const outcome = await world.run("preview", pair());
    expect(stepsOf(outcome)).toEqual(["create first", "create second"]);
    expect(world.calls).toEqual([]);
    expect(world.store.writes).toBe(0);
    expect(seen).toEqual([undefined, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"]);
  });

  it("passes unknowns at any depth, secret or not", async () => {
    const world = new World();
    const seen: unknown[] = [];
    world.onCheck = async (_olds, news) => {
      if (news.name === "second") seen.push(news.nested);
      return { inputs: news };
    };
    const program: ProgramFunction = async (register, { output }) => {
      const address = output(await register(thing("first")), "address");
      const nested = { list: ["known", address], map: { deep: { secret: new Secret(address), plain: 1 } } };
      await register(thing("second", { nested }));
      return { nested };
    };
    const previewed = await world.run("preview", program);
    const placeholder = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(seen).toEqual([
      { list: ["known", placeholder], map: { deep: { secret: placeholder, plain: 1 } } },
    ]);
    expect(stepsOf(previewed)).toEqual(["create first", "create second"]);
    await world.up(program);
    expect(seen[1]).toEqual({ list: ["known", "10.0.0.1"], map: { deep: { secret: "10.0.0.1", plain: 1 } } });
  });

  it("plans dependents of an update with unknown inputs", async () => {
    const world = new World();
    world.replacing = ["peer"];
    await world.up(pair());
    const outcome = await world.run("preview", pair("south"));
    expect(stepsOf(outcome)).toEqual(["update first", "createReplacement second", "deleteReplaced second"]);
    expect(world.names()).toEqual(["first", "second"]);
  });
});

describe("refresh", () => {
  it("stores the live values and reports drift", async () => {
    const world = new World();
    await world.up(pair());
    world.things.set("1", { ...world.things.get("1"), region: "moon" });
    const outcome = await world.run("refresh");
    expect(stepOf(outcome, "refresh", "first")?.changed).toEqual(["region"]);
    expect(world.state("first")?.outputs.region).toBe("moon");
    expect(world.state("first")?.inputs.region).toBe("north");
  });

  it("reports only the drift that an `up` would correct", async () => {
    const world = new World();
    await world.up(pair());
    world.things.set("1", { ...world.things.get("1"), load: 7 });
    const noise = await world.run("refresh");
    expect(stepOf(noise, "same", "first")?.new?.outputs.load).toBe(7);
    expect(noise.counts.updated).toBe(0);
    expect(world.state("first")?.outputs.load).toBe(7);
    world.things.set("1", { ...world.things.get("1"), region: "moon" });
    for (let times = 0; times < 2; times++) {
      const drift = await world.run("refresh");
      expect(stepOf(drift, "refresh", "first")?.changed).toEqual(["region"]);
      expect(drift.counts.updated).toBe(1);
    }
  });

  it("keeps the state of a resource whose drift cannot be determined", async () => {
    const world = new World();
    await world.up(pair());
    world.things.set("1", { ...world.things.get("1"), region: "moon" });
    world.provider.diff = async () => {
      throw new Error("cannot compare");
    };
    expect(errorsOf(await world.run("refresh"))).toEqual(["cannot compare", "cannot compare"]);
    expect(world.state("first")?.outputs.region).toBe("north");
  });

  it("removes a resource that no longer exists and every reference to it", async () => {
    const world = new World();
    await world.up(async (register, { output }) => {
      const first = await register(thing("first"));
      const peer = output(first, "address");
      const propertyDependencies = { peer: [first.urn] };
      await register(thing("second", { peer }, { propertyDependencies, deletedWith: first.urn }));
      return {};
    });
    world.things.delete("1");
    const outcome = await world.run("refresh");
    expect([outcome.result, errorsOf(outcome)]).toEqual(["succeeded", []]);
    expect(stepOf(outcome, "delete", "first")?.reason).toBe("it no longer exists");
    expect(world.names()).toEqual(["second"]);
    expect(world.state("second")).toMatchObject({ dependencies: [], deletedWith: "" });
    expect(world.state("second")?.propertyDependencies).toEqual({});
    await world.run("destroy");
    expect(world.calls).toEqual(["delete 2"]);
  });

  it("removes `deletedWith` only if the resource that it names no longer exists", async () => {
    const world = new World();
    await world.up(async (register) => {
      const gone = await register(thing("gone"));
      const kept = await register(thing("kept"));
      await register(thing("with-gone", {}, { deletedWith: gone.urn }));
      await register(thing("with-kept", {}, { deletedWith: kept.urn, dependencies: [gone.urn] }));
      return {};
    });
    world.things.delete("1");
    await world.run("refresh");
    expect(world.names()).toEqual(["kept", "with-gone", "with-kept"]);
    expect(world.state("with-gone")?.deletedWith).toBe("");
    expect(world.state("with-kept")?.deletedWith).toBe(urnOf("kept"));
  });

  it("leaves the child of a removed resource without a parent, as the CLI does", async () => {
    const world = new World();
    await world.up(async (register) => {
      const group = await register({ type: "my:comp:Comp", name: "group", custom: false });
      const base = await register(thing("base", {}, { parent: group.urn }));
      await register(thing("child", {}, { parent: base.urn }));
      return {};
    });
    world.things.delete("1");
    expect((await world.run("refresh")).result).toBe("succeeded");
    expect(world.state("child")?.parent).toBe("");
  });

  it("reads neither components nor providers, nor deleted resources that wait for their replacements", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(pair());
    world.onCreate = async () => {
      throw new Error("no room");
    };
    await world.up(async (register) => {
      const group = await register({ type: "my:comp:Comp", name: "group", custom: false });
      await register(thing("first", { region: "south" }, { dependencies: [group.urn] }));
      return {};
    });
    expect(world.names()).toEqual(["group", "first (pending)", "second"]);
    const read: string[] = [];
    world.onRead = async (id, properties) => {
      read.push(id);
      return { id, props: properties };
    };
    await world.run("refresh");
    expect(read).toEqual(["2"]);
    expect(world.names()).toEqual(["group", "first (pending)", "second"]);
  });

  it("changes the time of modification only with the values", async () => {
    const world = new World();
    await world.up(pair());
    const created = world.state("first")?.modified;
    await world.clock.advance(60_000);
    world.things.set("1", { ...world.things.get("1"), region: "moon" });
    const outcome = await world.run("refresh");
    expect(world.state("first")?.modified).toBe(new Date(world.clock.now()).toISOString());
    expect(world.state("second")?.modified).toBe(created);
    expect(stepsOf(outcome).sort()).toEqual(["refresh first", "same second"]);
  });

  it("continues with the others if one cannot be read", async () => {
    const world = new World();
    await world.up(pair());
    const read = world.onRead;
    world.onRead = async (id, properties) => {
      if (id === "1") throw new Error("the service is down");
      return read(id, properties);
    };
    world.things.set("2", { ...world.things.get("2"), label: "outside" });
    const outcome = await world.run("refresh");
    expect(outcome.result).toBe("failed");
    expect(errorsOf(outcome)).toEqual(["the service is down"]);
    expect(world.state("second")?.outputs.label).toBe("outside");
    expect(world.state("first")).toBeDefined();
  });

  it("clears the mark of a failed initialization", async () => {
    const world = new World();
    world.onCreate = async (inputs, id) => {
      world.things.set(id, inputs);
      throw Object.assign(new Error("not ready"), {
        id,
        properties: { ...inputs },
        reasons: ["still provisioning"],
      });
    };
    await world.up(async (register) => ({ id: (await register(thing("a"))).id }));
    expect(world.state("a")?.initErrors).toEqual(["still provisioning"]);
    await world.run("refresh");
    expect(world.state("a")?.initErrors).toEqual([]);
  });
});

describe("destroy", () => {
  it("deletes everything, dependents first, without running the program", async () => {
    const world = new World();
    await world.up(pair());
    const outcome = await world.run("destroy");
    expect(world.calls).toEqual(["delete 2", "delete 1"]);
    expect(outcome.counts.deleted).toBe(2);
    expect(world.store.snapshot.resources).toEqual([]);
  });

  it("previews the deletions without making them", async () => {
    const world = new World();
    await world.up(pair());
    const outcome = await world.run("destroy", undefined, { previewOnly: true });
    expect(stepsOf(outcome)).toEqual(["delete second", "delete first"]);
    expect(world.calls).toEqual([]);
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("keeps the dependencies of a resource whose deletion failed", async () => {
    const world = new World();
    await world.up(pair());
    world.onDelete = async () => {
      throw new Error("busy");
    };
    const outcome = await world.run("destroy");
    expect(outcome.result).toBe("failed");
    expect(world.calls).toEqual(["delete 2"]);
    expect(world.names()).toEqual(["first", "second"]);
    expect(world.store.snapshot.pendingOperations).toEqual([]);
  });
});

describe("secrets", () => {
  it("marks outputs by the inputs of the same name and by additionalSecretOutputs", async () => {
    const world = new World();
    await world.up(async (register) => {
      const registered = await register(
        thing("a", { password: new Secret("hunter2") }, { additionalSecretOutputs: ["address"] }),
      );
      return { password: registered.outputs.password ?? null };
    });
    const outputs = world.state("a")!.outputs;
    expect(outputs.password).toBeInstanceOf(Secret);
    expect(outputs.address).toBeInstanceOf(Secret);
    expect(outputs.region).toBe("north");
    expect(world.things.get("1")?.password).toBe("hunter2");
  });

  it("keeps a nested secret in a map secret and its neighbors plain", async () => {
    const world = new World();
    await world.up(async (register) => {
      await register(thing("a", { login: { user: "ada", password: new Secret("hunter2") } }));
      return { login: { user: "ada", password: new Secret("hunter2") } };
    });
    const { inputs } = world.state("a")!;
    expect(inputs.login).toEqual({ user: "ada", password: new Secret("hunter2") });
    expect(world.store.snapshot.resources[0]?.outputs.login).toMatchObject({ user: "ada" });
    expect(world.things.get("1")?.login).toEqual({ user: "ada", password: "hunter2" });
    expect(JSON.stringify(world.store.snapshot)).not.toContain("hunter2");
  });

  it("keeps a list secret whole if one of its items is", async () => {
    const world = new World();
    await world.up(async (register) => {
      await register(thing("a", { keys: ["one", new Secret("two")] }));
      return {};
    });
    expect(world.state("a")?.outputs.keys).toBeInstanceOf(Secret);
  });
});

describe("a stack that has a resource of another package", () => {
  const bucket = urnOf("bucket", "aws:s3/bucket:Bucket");
  const provider = urnOf("default", "pulumi:providers:aws");
  const worldWithBucket = async (more: Partial<ResourceState> = {}) => {
    const world = new World();
    await world.up(pair());
    const { resources } = world.store.snapshot;
    const aws = { ...newResource({ urn: provider, type: "pulumi:providers:aws", custom: true }), id: "7" };
    const state = {
      ...newResource({ urn: bucket, type: "aws:s3/bucket:Bucket", custom: true }),
      ...{ id: "logs", provider: `${provider}::7`, ...more },
    };
    await world.store.save({ resources: [...resources, aws, state], pendingOperations: [] });
    return world;
  };

  it.each(["preview", "up", "refresh", "destroy"] as const)("is left alone by %s", async (operation) => {
    const world = await worldWithBucket();
    const before = world.store.snapshot;
    const outcome = await world.run(operation, pair("south"));
    expect(outcome.result).toBe("failed");
    expect(errorsOf(outcome)).toEqual([
      'It needs the provider "aws", and the embedded engine runs dynamic resources only. Nothing was done to it. Use the Pulumi CLI (--engine pulumi).',
    ]);
    expect(stepsOf(outcome)).toEqual([]);
    expect(world.calls).toEqual([]);
    expect(world.store.snapshot.resources).toEqual(before.resources);
  });

  it.each([{ excludes: [bucket] }, { targets: [urnOf("first")] }])(
    "is refreshed without that resource (%j)",
    async (options) => {
      const world = await worldWithBucket();
      expect((await world.run("refresh", undefined, options)).result).toBe("succeeded");
      expect(world.names()).toEqual(["first", "second", "bucket"]);
    },
  );

  it.each([{ external: true }, { retainOnDelete: true }])(
    "is destroyed if that resource needs no call, unless it is read before (%j)",
    async (more) => {
      const world = await worldWithBucket(more);
      for (const [operation, refreshFirst] of [
        ["refresh", false],
        ["destroy", true],
      ] as const) {
        const refused = await world.run(operation, undefined, { refreshFirst });
        expect(errorsOf(refused).join()).toMatch(/^It needs the provider "aws"/);
        expect(refused.result).toBe("failed");
      }
      expect((await world.run("destroy")).result).toBe("succeeded");
      expect(world.store.snapshot.resources).toEqual([]);
    },
  );
});
