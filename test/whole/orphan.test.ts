import { randomBytes } from "node:crypto";
import { realClock } from "../../src/clock";
import { createEmulator, type Emulator } from "../../src/emulator";
import { processesIn } from "../cli/command";
import { Project, reaching } from "./project";

const instance = `
const { Instance } = require("pulumi-nodecloud");
new Instance("web", { region: "us-east", type: "g1-nano-1", image: "node/debian12", rootPass: "correct-horse-battery" });
`;
const image = `
const { Image } = require("pulumi-nodecloud");
new Image("golden", { file: "disk.img", region: "us-east" });
`;
const faults = (emulator: Emulator) => emulator.control.faults;

/** What a plugin waits for, and how to see that it does. */
const waits: Readonly<Record<string, [string, (emulator: Emulator) => void, string]>> = {
  "an instance to be running": [instance, () => undefined, "instances.create"],
  "a rate limit": [
    instance,
    (emulator) =>
      void faults(emulator).add({
        ...{ operation: "instances.create", effect: { status: 429, headers: { "Retry-After": "600" } } },
      }),
    "instances.create",
  ],
  "an upload": [image, () => undefined, "images.upload"],
  "what a lost answer made": [
    instance,
    (emulator) => void faults(emulator).add({ operation: "instances.create", effect: { status: 500 } }),
    "instances.create",
  ],
};

it.each(Object.entries(waits))(
  "a plugin that waits for %s ends within 5 s of its engine, and sends nothing more",
  async (_, [program, prepare, operation]) => {
    const emulator = createEmulator({});
    const server = await emulator.listen();
    const project = new Project({ "index.js": program });
    project.write("disk.img", randomBytes(1_000_000));
    prepare(emulator);
    try {
      const running = project.start(["up", "--engine", "embedded", "--yes"], { env: reaching(server) });
      await until(() => emulator.control.requests().some((request) => request.operation === operation));
      await realClock.sleep(500);
      running.process.kill("SIGKILL");
      await running.ended;
      const killed = realClock.now();
      const before = unsafe(emulator);
      await until(() => processesIn(project.folder).length === 0);
      expect(realClock.now() - killed).toBeLessThan(5000);
      expect(unsafe(emulator)).toBe(before);
    } finally {
      for (const pid of processesIn(project.folder)) process.kill(pid, "SIGKILL");
      await server.close();
      project.remove();
    }
  },
  60_000,
);

function unsafe(emulator: Emulator): number {
  return emulator.control.requests().filter(({ method }) => method !== "GET").length;
}

async function until(holds: () => boolean): Promise<void> {
  for (let polls = 0; !holds(); polls++) {
    if (polls > 400) throw new Error("It did not come about within twenty seconds.");
    await realClock.sleep(50);
  }
}
