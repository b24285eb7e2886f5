import { realClock } from "../../src/clock";
import { createEmulator } from "../../src/emulator";
import { processesIn, type Running } from "../cli/command";
import { expectDone, Project, reaching } from "./project";

/** As many small instances as are asked for. */
const program = `
const { Instance } = require("pulumi-nodecloud");
for (let index = 1; index <= Number(process.env.COUNT); index++) {
  new Instance("many-" + index, { region: "us-east", type: "g1-nano-1", image: "node/debian12", rootPass: "correct-horse-battery" });
}
`;

/** The embedded engine alone: what the Pulumi CLI does when it is killed is its own. */
it("exactly the declared instances exist after runs that were killed while they created", async () => {
  const emulator = createEmulator({ speed: 200, settings: { rateLimits: "off" } });
  const server = await emulator.listen();
  const project = new Project({ "index.js": program });
  const env = (count: number) => ({ ...reaching(server), COUNT: String(count) });
  const up = ["up", "--engine", "embedded", "--yes"];
  const instances = () => emulator.control.world().instances;
  const latest = () => JSON.parse(project.read(".pulumi/stacks/whole/dev.json")).checkpoint.latest;
  const idsInState = () =>
    Object.values(project.resources())
      .map(({ id }) => Number(id))
      .sort((one, other) => one - other);
  const killedOnce = async (running: Running, carriedOut: number) => {
    await until(() => instances().length >= carriedOut);
    running.process.kill("SIGKILL");
    expect((await running.ended).code).toBeNull();
  };
  try {
    // The engine is killed while the service holds its answers back; the plugin lives on and gets them.
    emulator.control.faults.add({ operation: "instances.create", when: "after", effect: { latency: 1000 } });
    await killedOnce(project.start(up, { env: env(3) }), 3);
    expect(project.resources()).toEqual({});
    emulator.control.faults.clear();
    await until(() => processesIn(project.folder).length === 0);
    await recovered(3);

    // The plugin is killed too: nobody ever gets the answers.
    emulator.control.faults.add({ operation: "instances.create", when: "after", effect: { hang: true } });
    await killedOnce(project.start(up, { env: env(5) }), 5);
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

  /** The dead run's lock is for the user to take away: nobody else can know that it is dead. */
  async function recovered(count: number): Promise<void> {
    const locked = await project.run(up, { env: env(count) });
    expect(locked.code).toBe(1);
    expect(locked.stderr).toMatch(/locked by another run.*`nodecloud cancel --stack dev`/);
    expectDone(await project.run(["cancel", "--yes"], { env: env(count) }));
    const done = await project.run(up, { env: env(count) });
    expectDone(done);
    expect(done.stdout).toContain("An earlier run was killed while creating this. This run looks for it");
    expect(latest().pending_operations).toBeUndefined();
    expect(idsInState()).toEqual(instances().map(({ id }) => id));
    expect(instances()).toHaveLength(count);
    expect(instances().every(({ status }) => status === "running")).toBe(true);
  }
}, 120_000);

/** Looks until something in another process has come about. */
async function until(holds: () => boolean): Promise<void> {
  for (let looks = 0; !holds(); looks++) {
    if (looks > 600) throw new Error("It did not come about within thirty seconds.");
    await realClock.sleep(50);
  }
}
