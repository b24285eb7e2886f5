import { VirtualClock } from "../../../src/clock";
import { createRenderer, type EngineEvent, type RendererOptions } from "../../../src/engine";
import { Secret } from "../../../src/state";
import { pair, thing, World } from "../world";

function show(
  events: readonly EngineEvent[],
  mode: RendererOptions["mode"] = "plain",
  more: Partial<RendererOptions> = {},
) {
  let text = "";
  const renderer = createRenderer({
    output: { write: (part) => (text += part), columns: 60, rows: 10 },
    clock: new VirtualClock(),
    mode,
    ...more,
  });
  for (const event of events) renderer.listener(event);
  renderer.close();
  return text;
}

describe("plain lines", () => {
  it("say what was done, what changed by field, and a summary", async () => {
    const world = new World();
    await world.up(pair());
    const outcome = await world.up(pair("south", "y"));
    expect(show(outcome.events)).toBe(
      `Updating stack dev of project project
 +- first (Thing) replaced in 0.0s
      region: "north" → "south" (replaces)
  ~ second (Thing) updated in 0.0s
      peer: "10.0.0.1" → "10.0.0.3"
      label: "x" → "y"
  - first (Thing) the replaced one is deleted in 0.0s
Outputs:
  ~ address: "10.0.0.1" → "10.0.0.3"
+ 0 created, ~ 1 updated, +- 1 replaced, - 0 deleted, 0 unchanged in 0.0s
`,
    );
  });

  it("say in a preview what would be done, field by field when asked", async () => {
    const world = new World();
    const { events } = await world.run("preview", pair());
    const text = show(events, "plain", { detail: true });
    expect(text).toContain('  + first (Thing) to create\n      name: "first"\n      region: "north"\n');
    expect(text).toContain("peer: [unknown]");
    expect(text).toContain("+ 2 to create, ~ 0 to update");
    expect(text).not.toContain("__provider");
  });

  it("show secrets as [secret], in steps, outputs and JSON", async () => {
    const world = new World();
    const program = (password: string) => async (register: Parameters<ReturnType<typeof pair>>[0]) => {
      await register(
        thing("a", { password: new Secret(password), nested: { key: new Secret(`${password}-inner`) } }),
      );
      return { password: new Secret(password) };
    };
    await world.up(program("canary-one"));
    const { events } = await world.up(program("canary-two"));
    for (const mode of ["plain", "json", "live"] as const) {
      const text = show(events, mode, { detail: true });
      expect(text).toContain("[secret]");
      expect(text).not.toContain("canary");
    }
    expect(show(events)).toContain("password: [secret] → another [secret]");
    expect(show(events)).toContain("nested.key: [secret] → another [secret]");
  });

  it("say an error once, with its resource", async () => {
    const world = new World();
    world.onCreate = async () => {
      throw new Error("no room\nin region north");
    };
    const text = show((await world.up(pair())).events);
    expect(text).toContain("  ! first (Thing) creating failed after 0.0s: no room\n      in region north\n");
    expect(text.match(/no room/g)).toHaveLength(1);
    expect(text).toContain("Failed. + 0 created");
  });

  it("remind of what is waited for at most every ten seconds", async () => {
    const world = new World();
    const events: EngineEvent[] = [];
    world.onCreate = async (inputs) => {
      for (let look = 0; look < 25; look++) {
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
});

it("JSON is one event a line", async () => {
  const world = new World();
  const lines = show((await world.up(pair())).events, "json")
    .trim()
    .split("\n");
  const kinds = lines.map((line) => JSON.parse(line).kind);
  expect(kinds[0]).toBe("started");
  expect(kinds.at(-1)).toBe("finished");
});

it("a terminal shows what is under way, with its time and what it waits for, and keeps what is done", async () => {
  const clock = new VirtualClock();
  const frames: string[] = [];
  const renderer = createRenderer({
    output: { write: (part) => frames.push(part), isTTY: true, columns: 60, rows: 10 },
    clock,
    mode: "auto",
    color: false,
  });
  const world = new World();
  const { events } = await world.up(pair());
  const time = clock.now();
  for (const event of events) {
    renderer.listener("time" in event ? { ...event, time } : event);
    if (event.kind === "stepStarted" && event.step.name === "first") {
      renderer.listener({
        kind: "message",
        severity: "info",
        message: "waiting for running (provisioning)",
        urn: event.step.urn,
        ephemeral: true,
        time,
      });
      await clock.advance(3000);
    }
  }
  renderer.close();
  expect(frames.join("")).toMatch(/\+ first \(Thing\) creating 3\.0s · waiting for running/);
  expect(frames.join("")).toContain("+ 2 created");
  expect(clock.next()).toBeUndefined();
});
