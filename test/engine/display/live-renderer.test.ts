import { VirtualClock } from "../../../src/clock";
import { createRenderer, type EngineEvent, type Output } from "../../../src/engine";
import { pair, thing, World } from "../world";
import { show } from "./show";

/** A terminal that keeps its screen. It understands the cursor sequences of a live tree. */
class Terminal implements Output {
  readonly isTTY = true;
  readonly screens: string[] = [];
  #lines: string[] = [];

  constructor(
    public columns = 60,
    readonly rows = 10,
  ) {}

  write(text: string): void {
    const erase = new RegExp(`^${String.fromCharCode(27)}\\[(\\d+)A${String.fromCharCode(27)}\\[J`).exec(
      text,
    );
    const wrapped = (line: string) => Math.max(1, Math.ceil(line.length / this.columns));
    let up = Number(erase?.[1] ?? 0);
    while (up > 0) {
      const last = this.#lines.pop() ?? "";
      up -= wrapped(last);
      // Only the rows of a wrapped line that are below the cursor are erased.
      if (up < 0) this.#lines.push(last.slice(0, -up * this.columns));
    }
    this.#lines.push(
      ...text
        .slice(erase?.[0].length ?? 0)
        .split("\n")
        .slice(0, -1),
    );
    this.screens.push(this.screen);
  }

  get screen(): string {
    return this.#lines.join("\n");
  }
}

/** Sends events to a terminal. Waits before the first step, and three seconds after each start of a step of a resource in `slow`. */
async function replay(
  events: readonly EngineEvent[],
  terminal: Terminal,
  slow: readonly string[],
  startupTime = 0,
) {
  const clock = new VirtualClock();
  const renderer = createRenderer({ output: terminal, clock, mode: "auto", color: false, env: {} });
  for (const event of events) {
    renderer.listener("time" in event ? { ...event, time: clock.now() } : event);
    if (event.kind === "started") await clock.advance(startupTime);
    if (event.kind === "stepStarted" && slow.includes(event.step.name)) {
      const { urn } = event.step;
      const message = "waiting for running (provisioning)";
      renderer.listener({
        kind: "message",
        severity: "info",
        message,
        urn,
        ephemeral: true,
        time: clock.now(),
      });
      await clock.advance(3000);
    }
  }
  renderer.close();
  expect(clock.next()).toBeUndefined();
}

const parentAndChild: Parameters<World["up"]>[0] = async (register, { log }) => {
  const web = await register({ type: "my:index:Group", name: "web", custom: false });
  const node = await register(thing("node", {}, { parent: web.urn }));
  log("warning", "about node", node.urn);
  log("info", "said by the program");
  await register(thing("alone"));
  return { id: node.id };
};

it("draws steps in progress in a tree with time and status, and leaves the complete tree at the end", async () => {
  const terminal = new Terminal();
  await replay((await new World().up(parentAndChild)).events, terminal, ["node"]);
  expect(
    terminal.screens.some((screen) =>
      /web \(Group\) .*created.*\n.*\+ {2}└─ node \(Thing\) {2}creating 2\.\ds · waiting for r/.test(screen),
    ),
  ).toBe(true);
  expect(terminal.screen).toBe(
    `Updating stack dev of project project
    said by the program
  +  alone (Thing)    created in 0.0s
  +  web (Group)      created in 0.0s
  +  └─ node (Thing)  created in 0.0s
           warning: about node

Outputs:
  + id: "1"

+ 3 created in 0.0s`,
  );
});

it("keeps no message of the stack that is only its current status", async () => {
  const terminal = new Terminal();
  const { events } = await new World().up(parentAndChild);
  const status = { kind: "message", severity: "info", urn: "", time: 0 } as const;
  const messages = [
    { ...status, message: "reads the account", ephemeral: true },
    { ...status, message: "has read the account", ephemeral: false },
  ];
  await replay([...events.slice(0, 1), ...messages, ...events.slice(1)], terminal, ["node"]);
  expect(terminal.screen.split("\n").filter((line) => line.includes("the account"))).toEqual([
    "    has read the account",
  ]);
});

it("keeps the headline above a tree that appears later", async () => {
  const terminal = new Terminal();
  await replay((await new World().up(parentAndChild)).events, terminal, ["node"], 1000);
  expect(terminal.screens.filter((screen) => !screen.startsWith("Updating stack dev"))).toEqual([]);
});

it("animates the line of a replaced resource while the original is deleted", async () => {
  const world = new World();
  await world.up(pair());
  const terminal = new Terminal(100);
  const { events } = await world.up(pair("south"));
  const deletion = events.findIndex(
    (event) => event.kind === "stepStarted" && event.step.kind === "deleteReplaced",
  );
  await replay(events.slice(0, deletion + 1), terminal, ["first"]);
  expect(terminal.screens.at(-2)).toMatch(/^\S\+- {2}first .*, deleting original 3\.0s/m);
});

it("never draws wider or higher than the terminal and counts what does not fit", async () => {
  const world = new World();
  const { events } = await world.up(async (register) => {
    const names = Array.from({ length: 40 }, (_, at) => `thing-with-quite-a-long-name-${at}`);
    await Promise.all(names.map((name) => register(thing(name))));
    return {};
  });
  const started = events.filter(({ kind }) => kind === "started" || kind === "stepStarted");
  const terminal = new Terminal(30, 8);
  const clock = new VirtualClock();
  const renderer = createRenderer({ output: terminal, clock, mode: "live", color: false });
  for (const event of started) renderer.listener("time" in event ? { ...event, time: clock.now() } : event);
  await clock.advance(1000);
  const lines = terminal.screen.split("\n");
  expect(lines.length).toBeLessThan(8);
  expect(Math.max(...lines.slice(1).map((line) => line.length))).toBeLessThan(30);
  const drawn = lines.filter((line) => line.includes("thing-with"));
  expect(lines.at(-1)).toMatch(new RegExp(`^ +${40 - drawn.length} more in progress$`));
  renderer.close();
  expect(clock.next()).toBeUndefined();
});

it("keeps permanent lines and erases the tree when the terminal is made narrower", async () => {
  const terminal = new Terminal(60);
  const { events } = await new World().up(parentAndChild);
  const clock = new VirtualClock();
  const renderer = createRenderer({ output: terminal, clock, mode: "live", color: false });
  for (const event of events) {
    renderer.listener("time" in event ? { ...event, time: clock.now() } : event);
    if (event.kind === "stepStarted" && event.step.name === "node") {
      await clock.advance(1000);
      terminal.columns = 20;
    }
  }
  expect(terminal.screen.match(/said by the program/g)).toHaveLength(1);
  expect(terminal.screen.split("\n")[0]).toBe("Updating stack dev of project project");
  expect(terminal.screen.match(/web \(Group\)/g)).toHaveLength(1);
});

it("redraws in a second run on the same renderer", async () => {
  const world = new World();
  const terminal = new Terminal();
  const { events } = await world.up(pair());
  await replay([...events, ...events], terminal, ["second"]);
  expect(terminal.screen.match(/2 created/g)).toHaveLength(2);
});

it.each([
  ["a terminal", { isTTY: true }, {}, true],
  ["NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }, false],
  ["a dumb terminal", { isTTY: true }, { TERM: "dumb" }, false],
  ["a pipe", {}, {}, false],
])("colors with %s", async (_, output, env, colored) => {
  const { events } = await new World().up(pair());
  let text = "";
  const write = (part: string) => (text += part);
  show(events, "auto", { output: { ...output, write }, env });
  expect(text.includes("\u001b[32m")).toBe(colored);
});
