import { MemoryStore, ProviderEndedError } from "../../../src/engine";
import { emptySnapshot } from "../../../src/state";
import { errorsOf, failuresOf, oneThing, pair, programWith, stepsOf, thing, urnOf, World } from "../world";

describe("a failed initialization", () => {
  const failing = (world: World) => {
    world.onCreate = async (inputs, id) => {
      world.things.set(id, inputs);
      throw Object.assign(new Error("not ready in time"), {
        id,
        properties: { ...inputs, step: "booting" },
        reasons: ["still provisioning"],
      });
    };
  };

  it("is stored, fails the run and is resumed by an update even without a diff", async () => {
    const world = new World();
    failing(world);
    const failed = await world.up(oneThing());
    expect(failed.result).toBe("failed");
    expect(errorsOf(failed).join()).toContain("still provisioning");
    expect(world.state("a")).toMatchObject({ id: "1", initErrors: ["still provisioning"] });
    expect(world.state("a")?.outputs.step).toBe("booting");
    world.provider.diff = async () => ({ changes: false });
    const outcome = await world.up(oneThing());
    expect(stepsOf(outcome)).toEqual(["update a"]);
    expect(world.calls).toEqual(["update 1"]);
    expect(world.state("a")?.initErrors).toEqual([]);
  });

  it("is replaced if replaceOnChanges has #initerror", async () => {
    const world = new World();
    failing(world);
    await world.up(oneThing());
    world.onCreate = async () => undefined;
    await world.up(oneThing({}, { replaceOnChanges: ["#initerror"] }));
    expect(world.calls).toEqual(["create a as 2", "delete 1"]);
  });

  it("of an update keeps the old inputs with the new outputs", async () => {
    const world = new World();
    await world.up(oneThing({ label: "old" }));
    world.onUpdate = async (id, news) => {
      throw Object.assign(new Error("half done"), { id, properties: { ...news }, reasons: ["booting"] });
    };
    await world.up(oneThing({ label: "new" }));
    expect(world.state("a")?.inputs.label).toBe("old");
    expect(world.state("a")?.outputs.label).toBe("new");
    expect(world.state("a")?.initErrors).toEqual(["booting"]);
  });

  it("can be deleted because its outputs contain the provider", async () => {
    const world = new World();
    failing(world);
    await world.up(oneThing());
    await world.run("destroy");
    expect(world.calls).toEqual(["delete 1"]);
  });
});

describe("a program that throws", () => {
  it("finishes and records steps in progress, starts no new one and deletes nothing", async () => {
    const world = new World();
    await world.up(programWith(thing("leaving")));
    const begun: (() => void)[] = [];
    world.onCreate = async () => {
      for (const resolve of begun) resolve();
      await world.clock.sleep(5000);
    };
    const outcome = await world.up(
      async (register) => {
        const hasBegun = new Promise<void>((resolve) => begun.push(resolve));
        for (const name of ["a", "b", "c"]) register(thing(name)).catch(() => undefined);
        await hasBegun;
        throw new Error("wrong account");
      },
      { parallel: 1 },
    );
    expect(outcome.result).toBe("failed");
    expect(errorsOf(outcome)).toEqual(["wrong account"]);
    expect(world.calls).toEqual(["create a as 2"]);
    expect(world.names()).toEqual(["a", "leaving"]);
    const finished = outcome.events.find((event) => event.kind === "finished");
    expect(finished).toMatchObject({ remains: { notBegun: [{ name: "b" }, { name: "c" }] } });
  });
});

describe("a failed step", () => {
  it("finishes and records steps in progress, starts no new one and deletes nothing", async () => {
    const world = new World();
    await world.up(async (register) => {
      await register(thing("leaving"));
      return {};
    });
    world.onCreate = async (inputs) => {
      if (inputs.name === "bad") {
        await world.clock.sleep(1000);
        throw new Error("no room");
      }
      await world.clock.sleep(5000);
    };
    const outcome = await world.up(
      async (register) => {
        await Promise.all(["bad", "slow", "late"].map((name) => register(thing(name))));
        return {};
      },
      { parallel: 2 },
    );
    expect(outcome.result).toBe("failed");
    expect(errorsOf(outcome)).toEqual(["no room"]);
    expect(world.names().sort()).toEqual(["leaving", "slow"]);
    expect(world.calls.map((call) => call.split(" ")[1]).sort()).toEqual(["bad", "slow"]);
  });

  it("of a registration fails the run although the program catches the error, and nothing else is created", async () => {
    const world = new World();
    await world.up(programWith(thing("leaving")));
    const outcome = await world.up(async (register) => {
      const provider = `${urnOf("other", "pulumi:providers:test")}::1`;
      await register(thing("bad", {}, { provider })).catch(() => undefined);
      await register(thing("late")).catch(() => undefined);
      return {};
    });
    expect(outcome.result).toBe("failed");
    expect(errorsOf(outcome).join()).toMatch(/^Its provider .*::other is not registered\.$/);
    expect([world.calls, world.names()]).toEqual([[], ["leaving"]]);
  });

  it("of a program deletes nothing and keeps old outputs that were not registered again", async () => {
    const world = new World();
    await world.up(pair());
    const outcome = await world.up(async () => {
      throw new Error("a bug in the program");
    });
    expect(errorsOf(outcome)).toEqual(["a bug in the program"]);
    expect(world.calls).toEqual([]);
    expect(world.names()).toEqual(["first", "second"]);
    expect(outcome.outputs).toEqual({ address: "10.0.0.1" });
  });

  it("merges the outputs of the failed run into the old ones", async () => {
    const world = new World();
    await world.up(pair());
    world.onDelete = async () => {
      throw new Error("busy");
    };
    const outcome = await world.up(async () => ({ other: 1 }));
    expect(outcome.result).toBe("failed");
    expect(outcome.outputs).toEqual({ address: "10.0.0.1", other: 1 });
  });

  it("is not caused by an error that the program only logs", async () => {
    const world = new World();
    await world.up(pair());
    const outcome = await world.up(async (_register, { log }) => {
      log("error", "something looks wrong");
      return {};
    });
    expect(outcome.result).toBe("succeeded");
    expect(errorsOf(outcome)).toEqual(["something looks wrong"]);
    expect(world.calls).toEqual(["delete 2", "delete 1"]);
  });

  it("of an update leaves the old state", async () => {
    const world = new World();
    await world.up(oneThing({ label: "old" }));
    world.onUpdate = async () => {
      throw new Error("refused");
    };
    await world.up(oneThing({ label: "new" }));
    expect(world.state("a")?.inputs.label).toBe("old");
    expect(world.state("a")?.outputs.label).toBe("old");
  });

  it("is caused by outputs that cannot be serialized, after the create", async () => {
    for (const outs of [{ a: undefined }, { a: 1n }, { a: () => 1 }]) {
      const world = new World();
      world.provider.create = async () => ({ id: "1", outs });
      const outcome = await world.up(oneThing());
      expect(errorsOf(outcome)).toEqual(["Unexpected struct type."]);
      expect(world.names()).toEqual([]);
    }
    const world = new World();
    world.provider.create = async () => ({ id: 7, outs: {} });
    expect(errorsOf(await world.up(oneThing())).join()).toContain("did not return an id");
  });
});

describe("the state on disk", () => {
  it("has the pending operation before the call and the result before dependents run", async () => {
    const world = new World();
    const seen: string[] = [];
    world.onCreate = async (inputs) => {
      const { pendingOperations, resources } = world.store.snapshot;
      seen.push(
        `${inputs.name}: pending ${pendingOperations.map(({ resource }) => resource.urn.split("::").at(-1)).join()}, known ${resources.filter(({ urn }) => urn.includes("Thing")).length}`,
      );
    };
    await world.up(pair());
    expect(seen).toEqual(["first: pending first, known 0", "second: pending second, known 1"]);
  });

  it("stops the run with an error if it cannot be written", async () => {
    const world = new World();
    world.store = new MemoryStore({
      snapshot: emptySnapshot,
      onSave: () => {
        throw new Error("the disk is full");
      },
    });
    const outcome = await world.up(pair());
    expect(outcome.result).toBe("failed");
    expect(outcome.engineError?.message).toBe("the disk is full");
    expect(world.calls).toEqual([]);
  });

  it("stops the deletions, without an error of their own, if it cannot be written", async () => {
    const world = new World();
    await world.up(pair());
    const { snapshot } = world.store;
    world.store = new MemoryStore({
      snapshot,
      onSave: () => {
        throw new Error("the disk is full");
      },
    });
    const outcome = await world.run("destroy");
    expect(outcome.engineError?.message).toBe("the disk is full");
    expect(errorsOf(outcome)).toEqual(["the disk is full"]);
    expect(world.calls).toEqual([]);
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("is repaired if it is not valid, and the run fails, so that no created object is lost", async () => {
    const world = new World();
    const outcome = await world.up(async (register) => {
      await register(thing("a"));
      await register(thing("b", {}, { dependencies: [urnOf("nowhere")] }));
      await register(thing("c"));
      return {};
    });
    expect(outcome.result).toBe("failed");
    expect(outcome.engineError?.message).toContain(
      `${urnOf("b")} depends on ${urnOf("nowhere")}, which is not defined before it`,
    );
    expect(outcome.engineError?.message).toContain("saved without that reference");
    expect(world.calls).toEqual(["create a as 1", "create b as 2"]);
    expect(world.names()).toEqual(["a", "b"]);
    expect(world.state("b")?.dependencies).toEqual([]);
    expect((await world.run("destroy")).result).toBe("succeeded");
    expect(world.things.size).toBe(0);
  });

  it("stays unchanged if it cannot be written or repaired, and the ids of created objects are reported", async () => {
    const world = new World();
    await world.up(oneThing());
    const lost = { ...world.store.snapshot };
    const provider = lost.resources.find(({ type }) => type.startsWith("pulumi:providers:"));
    world.store = new MemoryStore({
      snapshot: lost,
      onSave: (_snapshot, writes) => {
        if (writes > 1) throw new Error("the disk is full");
      },
    });
    const outcome = await world.up(async (register) => {
      await register(thing("a"));
      await register(thing("b"));
      return {};
    });
    expect(provider).toBeDefined();
    expect(outcome.result).toBe("failed");
    const [said] = errorsOf(outcome);
    expect(said).toContain("the disk is full");
    expect(said?.split("\n").slice(2)).toEqual([`  ${urnOf("b")}: id 2`]);
    expect(world.store.snapshot.pendingOperations).toMatchObject([
      { type: "creating", resource: { urn: urnOf("b") } },
    ]);
  });

  it("is written for many resources at a time", async () => {
    const world = new World();
    const disk = new MemoryStore();
    const write = disk.save.bind(disk);
    disk.save = async (snapshot) => {
      await world.clock.sleep(20);
      await write(snapshot);
    };
    world.store = disk;
    world.onCreate = async () => world.clock.sleep(100);
    await world.up(
      async (register) => {
        await Promise.all(Array.from({ length: 1000 }, (_, at) => register(thing(`t${at}`))));
        return {};
      },
      { parallel: 100 },
    );
    expect(world.names()).toHaveLength(1000);
    expect(world.store.writes).toBeLessThan(60);
  });
});

describe("cancelling", () => {
  it("finishes and records steps in progress and starts no new one", async () => {
    const world = new World();
    const cancel = new AbortController();
    world.onCreate = async (inputs) => {
      if (inputs.name === "first") cancel.abort();
      await world.clock.sleep(1000);
    };
    const outcome = await world.up(pair(), { cancel: cancel.signal });
    expect(outcome.result).toBe("cancelled");
    expect(world.names()).toEqual(["first"]);
    expect(world.state("first")?.urn).toBe(urnOf("first"));
    expect(world.store.snapshot.pendingOperations).toEqual([]);
  });
});

describe.each(["up", "destroy"] as const)("a refresh that fails before an %s", (operation) => {
  it("leaves everything as it is", async () => {
    const world = new World();
    await world.up(pair());
    world.onRead = async () => {
      throw new Error("the service is down");
    };
    const outcome = await world.run(operation, pair("south"), { refreshFirst: true });
    expect(outcome.result).toBe("failed");
    expect(world.calls).toEqual([]);
    expect(world.things.size).toBe(2);
  });
});

it("a create that is not sent because the state cannot be written leaves no pending operation", async () => {
  const world = new World();
  let isFull = true;
  world.store = new MemoryStore({
    onSave: ({ pendingOperations }) => {
      if (pendingOperations.length === 0 || !isFull) return;
      isFull = false;
      throw new Error("The disk is full.");
    },
  });
  expect((await world.up(oneThing())).result).toBe("failed");
  expect(world.calls).toEqual([]);
  expect(world.store.snapshot.pendingOperations).toEqual([]);
});

it("a create that cannot be recorded on this machine fails, and nothing is created", async () => {
  const world = new World();
  const recordCreate = () => Promise.reject(new Error("disk full"));
  const outcome = await world.up(oneThing(), { recordCreate });
  expect(outcome.result).toBe("failed");
  expect(failuresOf(outcome)).toEqual(["create a"]);
  expect(errorsOf(outcome)).toEqual([
    "its create could not be recorded on this machine (disk full), so nothing was created. Fix this and run `up` again",
  ]);
  expect(world.calls).toEqual([]);
  expect(world.store.snapshot.pendingOperations).toEqual([]);
});

describe("a provider that ends during a call", () => {
  const ended = () => Promise.reject(new ProviderEndedError("the provider ended"));
  const pendingOf = ({ store }: World) =>
    store.snapshot.pendingOperations.map(
      ({ type, resource }) => `${type} ${resource.urn.split("::").at(-1)}`,
    );

  it("leaves its creates pending, but not those that failed in another way", async () => {
    const world = new World();
    world.onCreate = async ({ name }) => {
      await world.clock.sleep(name === "refused" ? 1 : 1000);
      if (name === "refused") throw new Error("no room");
      await ended();
    };
    const outcome = await world.up(async (register) => {
      await Promise.all(["refused", "one", "two"].map((name) => register(thing(name))));
      return {};
    });
    expect(outcome.result).toBe("failed");
    expect(errorsOf(outcome)).toEqual(["no room", "the provider ended", "the provider ended"]);
    expect(pendingOf(world)).toEqual(["creating one", "creating two"]);
    expect(world.names()).toEqual([]);
    const preview = await world.run("preview", oneThing());
    expect(preview.events).toContainEqual(
      expect.objectContaining({ kind: "message", severity: "warning", urn: urnOf("one") }),
    );
    world.onCreate = async () => undefined;
    await world.up(programWith(thing("one"), thing("two")), {
      hasIntent: ({ urn }) => urn === urnOf("one"),
    });
    expect(pendingOf(world)).toEqual(["creating two"]);
  });

  it("leaves the replacement pending, and the original", async () => {
    const world = new World();
    await world.up(oneThing());
    world.onCreate = ended;
    await world.up(oneThing({ region: "south" }));
    expect(pendingOf(world)).toEqual(["creating a"]);
    expect(world.state("a")?.id).toBe("1");
  });

  it("leaves no update or delete pending, because the state has their resources", async () => {
    const world = new World();
    await world.up(oneThing());
    world.onUpdate = ended;
    world.onDelete = ended;
    expect((await world.up(oneThing({ label: "new" }))).result).toBe("failed");
    expect(pendingOf(world)).toEqual([]);
    expect((await world.run("destroy")).result).toBe("failed");
    expect(pendingOf(world)).toEqual([]);
    expect(world.names()).toEqual(["a"]);
  });
});
