import type { EngineEvent, ProgramFunction } from "../../../src/engine";
import { changesOfStep } from "../../../src/engine/display/step-changes";
import { pair, thing, World } from "../world";
import { show } from "./show";

it("prints the steps, the changed properties, the outputs and a summary", async () => {
  const world = new World();
  await world.up(pair());
  const { events } = await world.up(pair("south", "y"));
  expect(show(events)).toBe(
    `Updating stack dev of project project
 +- first (Thing) replaced in 0.0s
      ~ region: "north" → "south" (replaces)
  ~ second (Thing) updated in 0.0s
      ~ peer: "10.0.0.1" → "10.0.0.3"
      ~ label: "x" → "y"
  - first (Thing) original deleted in 0.0s
Outputs:
  ~ address: "10.0.0.1" → "10.0.0.3"
~ 1 updated, +- 1 replaced in 0.0s
`,
  );
});

describe("an object that `retainOnDelete` keeps", () => {
  const program =
    (region: string): ProgramFunction =>
    async (register) => {
      await register(thing("kept", { region }, { retainOnDelete: true }));
      return {};
    };

  it("is not shown as deleted when its resource leaves the program", async () => {
    const world = new World();
    await world.up(program("north"));
    const { events: planned } = await world.run("preview", async () => ({}));
    expect(show(planned)).toContain("  -  kept (Thing)  to remove from the state without deleting\n");
    expect(show(planned)).toContain("\n- 1 to remove from the state without deleting in 0.0s\n");
    const up = await world.up(async () => ({}));
    expect(show(up.events)).toContain("  - kept (Thing) removed from the state without deleting in 0.0s\n");
    expect(show(up.events)).toContain("\n- 1 removed from the state without deleting in 0.0s\n");
    expect(up.counts).toMatchObject({ deleted: 0, retained: 1 });
    expect(world.things.size).toBe(1);
  });

  it("is not shown as deleted when it is replaced", async () => {
    const world = new World();
    await world.up(program("north"));
    const { events, counts } = await world.up(program("south"));
    expect(show(events)).toContain("  - kept (Thing) removed from the state without deleting in 0.0s\n");
    expect(show(events)).toContain("\n+- 1 replaced, - 1 removed from the state without deleting in 0.0s\n");
    expect(counts).toMatchObject({ replaced: 1, retained: 1 });
    expect(world.things.size).toBe(2);
  });
});

it("prints a preview as a tree by parents, in the same order whatever came first", async () => {
  const world = new World();
  const { events } = await world.run("preview", async (register) => {
    const web = await register({ type: "my:index:Group", name: "web", custom: false });
    const inner = await register({ type: "my:index:Group", name: "inner", custom: false, parent: web.urn });
    await register(thing("node-10", {}, { parent: web.urn }));
    await register(thing("node-9", {}, { parent: web.urn }));
    await register(thing("deep", {}, { parent: inner.urn }));
    await register(thing("alone"));
    return {};
  });
  expect(show(events)).toBe(
    `Previewing stack dev of project project
  +  alone (Thing)       to create
  +  web (Group)         to create
  +  ├─ inner (Group)    to create
  +  │  └─ deep (Thing)  to create
  +  ├─ node-9 (Thing)   to create
  +  └─ node-10 (Thing)  to create

+ 6 to create in 0.0s
`,
  );
});

it("shows an unchanged parent with changed children, and all unchanged resources on request", async () => {
  const world = new World();
  const program =
    (label: string): Parameters<World["up"]>[0] =>
    async (register) => {
      const web = await register({ type: "my:index:Group", name: "web", custom: false });
      await register(thing("changed", { label }, { parent: web.urn }));
      await register(thing("same"));
      return {};
    };
  await world.up(program("x"));
  const { events } = await world.run("preview", program("y"));
  expect(show(events)).toBe(
    `Previewing stack dev of project project
     web (Group)         unchanged
  ~  └─ changed (Thing)  to update
           ~ label: "x" → "y"

~ 1 to update, 2 unchanged in 0.0s
`,
  );
  expect(show(events, "plain", { showSames: true })).toContain("     same (Thing)        unchanged\n");
});

it("prints that nothing changed", async () => {
  const world = new World();
  await world.up(pair());
  const { events } = await world.up(pair());
  expect(show(events)).toContain("Nothing changed, 2 unchanged in 0.0s\n");
  expect(show((await world.run("preview", pair())).events)).toContain("Nothing to change, 2 unchanged");
});

it("shows all properties before and after on request", async () => {
  const world = new World();
  const program =
    (cpu: number, tags: readonly string[]): Parameters<World["up"]>[0] =>
    async (register) => {
      await register(thing("a", { alerts: { cpu, io: 10 }, tags }));
      return {};
    };
  const created = show((await world.run("preview", program(1, ["x"]))).events, "plain", { detail: true });
  expect(created).toContain('          region: "north"\n          alerts:\n              cpu: 1\n');
  expect(created).not.toContain("__provider");
  await world.up(program(1, ["x"]));
  const { events } = await world.run("preview", program(2, ["x", "y"]));
  expect(show(events, "plain", { detail: true })).toContain(
    `        [id 1]
        [urn:pulumi:dev::project::pulumi-nodejs:dynamic/test:Thing::a]
          name: "a"
          region: "north"
        ~ alerts:
            ~ cpu: 1 → 2
              io: 10
        ~ tags:
              [0]: "x"
            + [1]: "y"
`,
  );
  const destroyed = show((await world.run("destroy")).events, "plain", { detail: true });
  expect(destroyed).toContain("      [id 1]\n");
  expect(destroyed).toContain('        region: "north"\n');
});

it("hides the values that hideDiffs names, even in a refresh, which runs no program", async () => {
  const world = new World();
  const hideDiffs = ["label", "alerts.cpu", 'tags[0]["a b"]', "region", '["a\\"b"]', "unparsable["];
  const program =
    (value: number, more = {}): Parameters<World["up"]>[0] =>
    async (register) => {
      const inputs = {
        label: value,
        alerts: { cpu: value, io: value },
        tags: [{ "a b": value }, value],
        ...more,
      };
      await register(thing("a", inputs, { hideDiffs }));
      return {};
    };
  await world.up(program(1));
  expect(world.state("a")?.hideDiff).toEqual(hideDiffs);
  const { events } = await world.run("preview", program(2, { 'a"b': 2 }));
  expect(show(events)).toContain(
    `~ label: (hidden)
        ~ alerts.cpu: (hidden)
        ~ alerts.io: 1 → 2
        ~ tags[0]["a b"]: (hidden)
        ~ tags[1]: 1 → 2
        + a"b: (hidden)
`,
  );
  expect(show(events, "plain", { detail: true })).toContain(
    `region: "north"
        ~ label: (hidden)
        ~ alerts:
            ~ cpu: (hidden)
            ~ io: 1 → 2
        ~ tags:
            ~ [0]:
                ~ "a b": (hidden)
            ~ [1]: 1 → 2
        + "a\\"b": (hidden)
`,
  );
  world.things.set("1", { ...world.things.get("1"), label: 3 });
  expect(show((await world.run("refresh")).events)).toContain("~ label: (hidden)\n");
  expect(show((await world.run("destroy")).events, "plain", { detail: true })).toContain("label: 1\n");
});

it("counts further changes to a resource with very many", async () => {
  const world = new World();
  const program =
    (value: number): Parameters<World["up"]>[0] =>
    async (register) => {
      const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, value]));
      await register(thing("a", many));
      return {};
    };
  await world.up(program(1));
  const { events } = await world.up(program(2));
  expect(show(events)).toContain("~ field11: 1 → 2\n      and 18 more; --diff shows all\n");
  expect(show(events, "plain", { detail: true })).toContain("~ field29: 1 → 2\n");
});

it("prints why a resource is replaced when none of its properties explains it", async () => {
  const world = new World();
  await world.up(pair());
  const { events } = await world.up(pair(), {
    replace: ["urn:pulumi:dev::project::pulumi-nodejs:dynamic/test:Thing::first"],
  });
  expect(show(events)).toContain(
    " +- first (Thing) replaced in 0.0s\n      (requested with --replace)\n  ~ second",
  );
});

it("prints an error once, with its resource", async () => {
  const world = new World();
  world.onCreate = async () => {
    throw new Error("no room\nin region north");
  };
  const text = show((await world.up(pair())).events);
  expect(text).toContain("  ! first (Thing) creating failed after 0.0s: no room\n      in region north\n");
  expect(text.match(/no room/g)).toHaveLength(1);
  expect(text).toContain("Failed: nothing changed in 0.0s");
});

it("does not say how long a step of a preview took that failed", async () => {
  const world = new World();
  world.onRead = async () => {
    throw new Error("no access");
  };
  const program: ProgramFunction = async (_register, { read }) => {
    const first = thing("first");
    await read({ ...first, inputs: first.inputs ?? {}, id: "1" });
    return {};
  };
  const [previewed, done] = [await world.run("preview", program), await world.up(program)];
  expect(show(previewed.events)).toMatch(/first \(Thing\) {2}reading failed\n/);
  expect(show(done.events)).toContain("first (Thing) reading failed after 0.0s: no access\n");
});

it("does not say that there is nothing to change after a preview that failed", async () => {
  const world = new World();
  const failing: ProgramFunction = async () => {
    throw new Error("no region");
  };
  expect(show((await world.run("preview", failing)).events)).toMatch(/\nFailed in 0\.0s\n$/);
  expect(show((await world.run("preview", async () => ({}))).events)).toMatch(
    /\nNothing to change in 0\.0s\n/,
  );
});

it("counts objects that were created and are not ready, and does not say that nothing changed", async () => {
  const world = new World();
  world.onCreate = async (inputs, id) => {
    throw Object.assign(new Error("slow"), { id, properties: inputs, reasons: ["booting"] });
  };
  const { events, counts } = await world.up(async (register) => {
    await register(thing("new"));
    return {};
  });
  expect(counts).toEqual({
    created: 0,
    updated: 0,
    replaced: 0,
    deleted: 0,
    unchanged: 0,
    read: 0,
    unready: 1,
  });
  expect(show(events)).toContain("\nFailed: 1 not ready in 0.0s\n1 resource of this stack exists now.\n");
  const unready = await world.run("refresh");
  expect(unready.counts.unready).toBeUndefined();
});

it("does not say that nothing changed if the outcome of a deletion or of another step is unknown", async () => {
  const world = new World();
  await world.up(pair());
  world.onDelete = async () => {
    throw new Error("busy");
  };
  const { events } = await world.run("destroy");
  expect(show(events)).toMatch(/\nFailed in 0\.0s\nDeletion failed, /);
  const cutOff = (operation: "creating" | "updating" | "deleting") =>
    events.map((event) => {
      const [resource] = (event.kind === "finished" && event.remains?.undeleted) || [];
      if (event.kind !== "finished" || !event.remains || !resource) return event;
      const remains = {
        ...event.remains,
        undeleted: [],
        cutOff: [{ ...resource, operation }],
      };
      return { ...event, remains };
    });
  expect(show(cutOff("creating"))).toMatch(
    /\nFailed in 0\.0s\nInterrupted while creating .*: the outcome is unknown\.\n1 other resource of this stack/,
  );
  expect(show(cutOff("updating"))).toMatch(/: the outcome is unknown\.\n1 resource of this stack/);
  expect(show(cutOff("deleting"))).toMatch(
    /\nFailed in 0\.0s\nInterrupted while deleting .*: the outcome is unknown\.\n1 other resource of this stack/,
  );
});

it("prints a resource's warnings in the tree of a preview and the stack's errors below it", async () => {
  const world = new World();
  const { events } = await world.run("preview", async (register, { log }) => {
    const { urn } = await register(thing("a"));
    log("warning", "about a", urn);
    log("info", "in passing");
    throw new Error("the program broke");
  });
  const text = show(events);
  expect(text).toContain(
    "in passing\n  +  a (Thing)  to create\n        warning: about a\n\nerror: the program broke\n",
  );
  expect(text.match(/the program broke/g)).toHaveLength(1);
});

it("prints the drift that a refresh found and the resources that no longer exist", async () => {
  const world = new World();
  await world.up(pair());
  world.things.delete("2");
  world.things.set("1", { region: "north", name: "renamed" });
  const { events } = await world.run("refresh");
  const text = show(events);
  expect(text).toContain('  ~ first (Thing) drifted in 0.0s\n      ~ name: "first" → "renamed"\n');
  expect(text).toContain("  - second (Thing) removed from the state in 0.0s\n");
  expect(text).toContain("~ 1 drifted, - 1 removed from the state in");
  const again = show((await world.run("refresh")).events);
  expect(again).toContain('  ~ first (Thing) drifted in 0.0s\n      ~ name: "first" → "renamed"\n');
});

it("prints what follows the drift that a refresh found", async () => {
  const world = new World();
  await world.up(pair());
  world.things.delete("2");
  world.things.set("1", { region: "north", name: "renamed" });
  const repaired = show((await world.run("preview", pair("south"), { refreshFirst: true })).events);
  expect(repaired).toContain(
    ` +-  first (Thing)   drifted, to replace
        ~ name: "first" → "renamed"
        ~ region: "north" → "south" (replaces)
  +  second (Thing)  to remove from the state, to create
        (it no longer exists)
`,
  );
  const removed = show((await world.run("preview", async () => ({}), { refreshFirst: true })).events);
  expect(removed).toContain("  -  first (Thing)   drifted, to delete\n");
});

it("prints a reminder of a step in progress at most every ten seconds", async () => {
  const world = new World();
  const events: EngineEvent[] = [];
  world.onCreate = async (inputs) => {
    for (let second = 0; second < 25; second++) {
      await world.clock.sleep(1000);
      events.push({
        kind: "message",
        severity: "info",
        message: "waiting for running",
        urn: `urn:pulumi:dev::project::pulumi-nodejs:dynamic/test:Thing::${inputs.name}`,
        ephemeral: true,
        time: world.clock.now(),
      });
    }
  };
  await world.up(async (register) => ({ id: (await register(thing("a"))).id }), {
    listener: (event) => events.push(event),
  });
  const lines = show(events)
    .split("\n")
    .filter((line) => line.includes("still"));
  expect(lines).toEqual([
    "    a (Thing) still creating, 10s: waiting for running",
    "    a (Thing) still creating, 20s: waiting for running",
  ]);
});

it("prints existing resources, steps that were not started and the next run's work after a failed run", async () => {
  const world = new World();
  await world.up(pair());
  world.onDelete = async () => {
    throw new Error("busy");
  };
  await world.up(pair("south"));
  const { events } = await world.up(async () => ({}), { parallel: 1 });
  expect(show(events)).toBe(
    `Updating stack dev of project project
    warning: The program registers no resource, so this run deletes everything in this stack: 3 resources.
  ! first (Thing) deleting original failed after 0.0s: busy
Outputs:
    address: "10.0.0.3"
Failed: nothing changed in 0.0s
2 resources of this stack exist now.
Not started: second (Thing).
Replaced, but not deleted yet; the next \`up\` or \`destroy\` deletes: first (Thing), id 1.
`,
  );
});

it("names resources whose deletion was not confirmed, with their ids", async () => {
  const world = new World();
  await world.up(pair());
  world.onDelete = async () => {
    throw new Error("interrupted");
  };
  const { events } = await world.run("destroy");
  expect(show(events)).toContain(`
Deletion failed, and its error says whether the object still exists: second (Thing), id 2.
1 other resource of this stack exists now.
Not started: first (Thing).
`);
});

it("lists the drift that an update corrects without the properties of ignoreChanges", async () => {
  const world = new World();
  const inputs = { label: "x", limits: { cpu: 50, io: 60 }, note: "ours" };
  const program: ProgramFunction = async (register) => {
    await register(thing("web", inputs, { ignoreChanges: ["note", "limits.cpu"] }));
    return {};
  };
  await world.up(program);
  world.things.set("1", { label: "y", limits: { cpu: 1, io: 2 }, note: "theirs" });
  const refresh = await world.run("refresh", program);
  expect(show(refresh.events)).toContain("theirs");
  const { events } = await world.run("preview", program);
  expect(show(events)).toBe(
    `Previewing stack dev of project project
  ~  web (Thing)  to update
        ~ label: "y" → "x"
        ~ limits.io: 2 → 60

~ 1 to update in 0.0s
`,
  );
});

it("lists after an update only the drift that it has corrected, and in the preview all that it may correct", async () => {
  const world = new World();
  const program: ProgramFunction = async (register) => {
    await register(thing("web", { label: "x", size: "small", limits: { cpu: 50 } }));
    return {};
  };
  await world.up(program);
  const live = { label: "y", size: "large", limits: { cpu: 1, io: 2 } };
  world.things.set("1", live);
  await world.run("refresh", program);
  Object.assign(world.provider, {
    update: async () => ({ outs: { ...live, label: "x", limits: { cpu: 50, io: 2 } } }),
  });
  expect(show((await world.run("preview", program)).events)).toContain(`
        ~ label: "y" → "x"
        ~ size: "large" → "small"
        ~ limits.cpu: 1 → 50

~ 1 to update`);
  const { events } = await world.up(program);
  expect(show(events)).toContain(`
  ~ web (Thing) updated in 0.0s
      ~ label: "y" → "x"
      ~ limits.cpu: 1 → 50
~ 1 updated`);
  const planned = events.flatMap((event) =>
    event.kind === "stepStarted" && event.step.kind === "update" ? changesOfStep(event.step) : [],
  );
  expect(planned.map(({ path, after }) => [path, after])).toEqual([
    ["label", "x"],
    ["size", "small"],
    ["limits.cpu", 50],
  ]);
});
