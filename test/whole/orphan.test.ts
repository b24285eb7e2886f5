import { randomBytes } from "node:crypto";
import { realClock } from "../../src/clock";
import { createEmulator, type Emulator } from "../../src/emulator";
import { processesIn } from "../cli/command";
import { connectionTo, Project, until } from "./project";

const instance = `
const { Instance } = require("pulumi-nodecloud");
new Instance("web", { region: "us-east", type: "g1-nano-1", image: "node/debian12", rootPass: "correct-horse-battery" });
`;
const image = `
const { Image } = require("pulumi-nodecloud");
new Image("golden", { file: "disk.img", region: "us-east" });
`;
const faults = (emulator: Emulator) => emulator.control.faults;

/** What a plugin may wait for: the program, the faults, and the request after which it waits. */
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
  "the result of a lost response": [
    instance,
    (emulator) => void faults(emulator).add({ operation: "instances.create", effect: { status: 500 } }),
    "instances.create",
  ],
};

it.each(Object.entries(waits))(
  "a plugin that waits for %s ends within 5 s after its engine, and sends no further changes",
  async (_, [program, prepare, operation]) => {
    const emulator = createEmulator({});
    const server = await emulator.listen();
    const project = new Project({ "index.js": program });
    project.write("disk.img", randomBytes(1_000_000));
    prepare(emulator);
    try {
      const running = project.start(["up", "--engine", "embedded", "--yes"], { env: connectionTo(server) });
      await until(() => emulator.control.requests().some((request) => request.operation === operation));
      await realClock.sleep(500);
      running.process.kill("SIGKILL");
      await running.ended;
      const killed = realClock.now();
      const before = changesSent(emulator);
      await until(() => processesIn(project.folder).length === 0);
      expect(realClock.now() - killed).toBeLessThan(5000);
      expect(changesSent(emulator)).toBe(before);
    } finally {
      for (const pid of processesIn(project.folder)) process.kill(pid, "SIGKILL");
      await server.close();
      project.remove();
    }
  },
  60_000,
);

function changesSent(emulator: Emulator): number {
  return emulator.control.requests().filter(({ method }) => method !== "GET").length;
}
