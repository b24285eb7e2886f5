import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createEmulator } from "../../src/emulator";
import { processesIn, type Running } from "../cli/command";
import { connectionTo, expectDone, Project, until } from "./project";

/** As many instances as COUNT says. */
const program = `
const { Instance } = require("pulumi-nodecloud");
for (let index = 1; index <= Number(process.env.COUNT); index++) {
  new Instance("many-" + index, { region: "us-east", type: "g1-nano-1", image: "node/debian12", rootPass: "correct-horse-battery" });
}
`;

/** With the embedded engine only: a killed Pulumi CLI is not our concern. */
it("exactly the declared instances exist after runs that were killed during creates", async () => {
  const emulator = createEmulator({ speed: 200, settings: { rateLimits: "off" } });
  const server = await emulator.listen();
  const project = new Project({ "index.js": program });
  const env = (count: number) => ({ ...connectionTo(server), COUNT: String(count) });
  const up = ["up", "--engine", "embedded", "--yes"];
  const instances = () => emulator.control.world().instances;
  const latest = () => JSON.parse(project.read(".pulumi/stacks/whole/dev.json")).checkpoint.latest;
  const idsInState = () =>
    Object.values(project.resources())
      .map(({ id }) => Number(id))
      .sort((one, other) => one - other);
  const killAfterCreates = async (running: Running, creates: number) => {
    await until(() => instances().length >= creates);
    running.process.kill("SIGKILL");
    expect((await running.ended).code).toBeNull();
  };
  try {
    // The engine is killed while the service delays its responses. The plugin stays alive and receives them.
    emulator.control.faults.add({ operation: "instances.create", when: "after", effect: { latency: 1000 } });
    await killAfterCreates(project.start(up, { env: env(3) }), 3);
    expect(project.resources()).toEqual({});
    const records = readdirSync(join(project.folder, "home/.nodecloud/intents"));
    const record = JSON.parse(project.read(`home/.nodecloud/intents/${records[0]}`));
    expect(record.engine).toMatch(/^127\.0\.0\.1:\d+$/);
    emulator.control.faults.clear();
    await until(() => processesIn(project.folder).length === 0);
    await recovered(3);

    // The plugin is killed too, so the responses are lost.
    emulator.control.faults.add({ operation: "instances.create", when: "after", effect: { hang: true } });
    await killAfterCreates(project.start(up, { env: env(5) }), 5);
    for (const pid of processesIn(project.folder)) process.kill(pid, "SIGKILL");
    emulator.control.faults.clear();
    await until(() => processesIn(project.folder).length === 0);
    await recovered(5);

    expectDone(await project.run(up, { env: env(5) }));
    expect(idsInState()).toEqual([1, 2, 3, 4, 5]);
    expect(instances()).toHaveLength(5);
  } finally {
    for (const pid of processesIn(project.folder)) process.kill(pid, "SIGKILL");
    await server.close();
    project.remove();
  }

  /** Only the user can know that the killed run has ended, and so removes its lock. */
  async function recovered(count: number): Promise<void> {
    const locked = await project.run(up, { env: env(count) });
    expect(locked.code).toBe(1);
    expect(locked.stderr).toMatch(/locked by another run.*`nodecloud cancel --stack dev`/);
    expectDone(await project.run(["cancel", "--yes"], { env: env(count) }));
    const done = await project.run(up, { env: env(count) });
    expectDone(done);
    expect(done.stdout).toContain(
      "An earlier run was interrupted while creating this resource. If the program declares it, this run searches the service for it",
    );
    // The plugin leaves this to the engine.
    expect(done.stdout + done.stderr).not.toContain("unless another run is still active");
    expect(latest().pending_operations).toBeUndefined();
    expect(idsInState()).toEqual(instances().map(({ id }) => id));
    expect(instances()).toHaveLength(count);
    expect(instances().every(({ status }) => status === "running")).toBe(true);
  }
}, 120_000);
