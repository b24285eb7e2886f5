import type { ProgramFunction } from "../../../src/engine";
import type { ProgramPort } from "../../../src/engine/core";
import { InProcessProgram } from "../../../src/engine/inprocess/program";
import { errorsOf, thing, World } from "../world";
import { runWithPorts } from "./run-with-ports";

/** A program of independent things. */
const things =
  (names: readonly string[], label = "x", more: Parameters<typeof thing>[2] = {}): ProgramFunction =>
  async (register) => {
    await Promise.all(names.map((name) => register(thing(name, { label }, more))));
    return {};
  };

/** A world with the things `a`, `b` and `c`, and a run of one call at a time that the first call cancels. */
async function startCancelledRun() {
  const world = new World();
  await world.up(async (register) => {
    for (const name of ["a", "b", "c"]) await register(thing(name, { label: "x" }));
    return {};
  });
  const cancel = new AbortController();
  const hook = async () => cancel.abort();
  return { world, hook, options: { parallel: 1, cancel: cancel.signal } };
}

describe("a run that is cancelled", () => {
  it("finishes the update in progress and starts no other one", async () => {
    const { world, hook, options } = await startCancelledRun();
    world.onUpdate = hook;
    const outcome = await world.up(things(["a", "b", "c"], "y"), options);
    expect(outcome.result).toBe("cancelled");
    expect(world.calls).toHaveLength(1);
    expect(["a", "b", "c"].map((name) => world.state(name)?.outputs.label).sort()).toEqual(["x", "x", "y"]);
    expect(errorsOf(outcome)).toEqual([]);
  });

  it.each(["up", "destroy"] as const)(
    "finishes the deletion in progress and starts no further deletion, in %s",
    async (operation) => {
      const { world, hook, options } = await startCancelledRun();
      world.onDelete = hook;
      const outcome = await world.run(operation, things([]), options);
      expect(outcome.result).toBe("cancelled");
      expect(world.calls).toEqual(["delete 3"]);
      expect(world.names()).toEqual(["a", "b"]);
      expect(world.store.snapshot.pendingOperations).toEqual([]);
    },
  );

  it("finishes the read in progress and starts no other", async () => {
    const { world, hook, options } = await startCancelledRun();
    const read: string[] = [];
    world.onRead = async (id) => {
      read.push(id);
      await hook();
      return {};
    };
    const outcome = await world.run("refresh", undefined, options);
    expect(outcome.result).toBe("cancelled");
    expect(read).toEqual(["1"]);
    expect(world.names()).toEqual(["b", "c"]);
  });

  it("requests no further check or diff from the provider", async () => {
    for (const method of ["check", "diff"] as const) {
      const { world, hook, options } = await startCancelledRun();
      const original = world.provider[method];
      let calls = 0;
      world.provider[method] = async (...request: never[]) => {
        calls++;
        await hook();
        return Reflect.apply(original!, world.provider, request);
      };
      const outcome = await world.up(things(["a", "b", "c"], "y"), options);
      expect([method, outcome.result, calls, world.calls]).toEqual([method, "cancelled", 1, []]);
    }
  });

  it.each(["up", "destroy"] as const)(
    "during the refresh of an %s runs no program and deletes nothing",
    async (operation) => {
      const { world, options, hook } = await startCancelledRun();
      world.onRead = async (id) => {
        await hook();
        return { id, props: {} };
      };
      const outcome = await world.run(operation, things([]), { ...options, refreshFirst: true });
      expect(outcome.result).toBe("cancelled");
      expect(world.calls).toEqual([]);
      expect(world.names()).toEqual(["a", "b", "c"]);
    },
  );

  it("before it begins does nothing", async () => {
    const world = new World();
    const outcome = await world.up(things(["a"]), { cancel: AbortSignal.abort() });
    expect([outcome.result, world.calls, world.names()]).toEqual(["cancelled", [], []]);
  });

  it("reads no resource that it does not manage", async () => {
    const { world, hook, options } = await startCancelledRun();
    world.onUpdate = hook;
    const read: string[] = [];
    world.onRead = async (id) => {
      read.push(id);
      return { id, props: {} };
    };
    await world.up(async (register, tools) => {
      const { inputs } = thing("found");
      const update = register(thing("a", { label: "y" }));
      await update.catch(() => undefined);
      await tools.read({ ...thing("found"), inputs: inputs ?? {}, id: "7" });
      return {};
    }, options);
    expect(world.calls).toEqual(["update 1"]);
    expect(read).toEqual([]);
  });

  it("creates no replacement of a resource whose dependents it deleted first", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    const program = (region: string): ProgramFunction => {
      return async (register, { output }) => {
        const root = await register(thing("root", { region }));
        const peer = output(root, "address");
        await register(thing("user", { peer }, { propertyDependencies: { peer: [root.urn] } }));
        return {};
      };
    };
    await world.up(program("north"));
    const cancel = new AbortController();
    world.onDelete = async () => cancel.abort();
    const outcome = await world.up(program("south"), { cancel: cancel.signal });
    expect(world.calls).toEqual(["delete 2"]);
    expect(world.names()).toEqual(["root", "user (pending)"]);
    expect(outcome.events.at(-1)).toMatchObject({ kind: "finished", remains: { existing: 1 } });
  });

  it("after a failure has failed", async () => {
    const world = new World();
    const cancel = new AbortController();
    world.onCreate = async () => {
      throw new Error("no room");
    };
    const outcome = await world.up(things(["a"]), {
      cancel: cancel.signal,
      listener: ({ kind }) => {
        if (kind === "stepFailed") queueMicrotask(() => cancel.abort());
      },
    });
    expect(outcome.result).toBe("failed");
  });
});

describe("a run that is stopped immediately", () => {
  it.each([
    ["create", "creating", ["a", "b"], 1],
    ["update", "updating", ["a"], 1],
    ["delete", "deleting", [], 0],
  ] as const)(
    "keeps the %s whose call was lost pending in the state",
    async (method, pending, names, existing) => {
      const world = new World();
      await world.up(things(["a"]));
      const stop = new AbortController();
      world.provider[method] = async () => {
        stop.abort();
        throw new Error("the plugin was killed");
      };
      const program = new InProcessProgram("project", "dev", things(names, method === "update" ? "y" : "x"));
      const outcome = await runWithPorts(world, "up", { program, signals: { stop: stop.signal } });
      expect(outcome.result).toBe("cancelled");
      expect(world.store.snapshot.pendingOperations).toMatchObject([{ type: pending }]);
      expect(outcome.events.at(-1)).toMatchObject({
        remains: { existing, cutOff: [{ operation: pending }] },
      });
    },
  );
});

describe("a program that does not end when the run is stopping", () => {
  const hangingProgram = (world: World) => {
    const ended: number[] = [];
    const program: ProgramPort = {
      run: async (_monitor, { signal }) => {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        ended.push(world.clock.now());
        return { ok: false, message: "killed" };
      },
    };
    return { program, ended };
  };

  it("is killed after five seconds, without an error of its own", async () => {
    const world = new World();
    const { program, ended } = hangingProgram(world);
    const startedAt = world.clock.now();
    const cancel = new AbortController();
    void world.clock.sleep(1_000).then(() => cancel.abort());
    const { result, events } = await runWithPorts(world, "up", {
      program,
      signals: { cancel: cancel.signal },
    });
    expect(result).toBe("cancelled");
    expect(ended).toEqual([startedAt + 6_000]);
    expect(errorsOf({ events })).toEqual([]);
  });

  it("is killed immediately when the run is stopped", async () => {
    const world = new World();
    const { program, ended } = hangingProgram(world);
    const startedAt = world.clock.now();
    const stop = new AbortController();
    void world.clock.sleep(1_000).then(() => stop.abort());
    await runWithPorts(world, "up", { program, signals: { stop: stop.signal } });
    expect(ended).toEqual([startedAt + 1_000]);
  });
});
