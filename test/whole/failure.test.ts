import { createEmulator } from "../../src/emulator";
import { expectReadable } from "../cli/command";
import { onEveryEngine } from "./engines";
import { callsOf, connectionTo, expectDone } from "./project";
import { projectFor } from "./project-for";

/** `first` needs a second call after its create. `second`, declared from the second run on, has a timeout of three seconds. */
const program = `
const pulumi = require("@pulumi/pulumi");
const { Instance } = require("pulumi-nodecloud");
const common = { region: "us-east", type: "g1-nano-1", image: "node/debian12", rootPass: "correct-horse-battery" };
new Instance("first", { ...common, alerts: { cpu: 50 } });
if (process.env.SECOND) new Instance("second", { ...common, timeouts: { create: "3s" } });
`;

onEveryEngine(
  "a resource that fails after its create stays in the state and is resumed, even after a refresh",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = projectFor(engine, { "index.js": program });
    const nodecloud = (operation: string, second = "") =>
      project.run([operation, "--engine", engine, "--yes"], {
        env: { ...connectionTo(server), SECOND: second },
      });
    const instances = () => emulator.control.world().instances;
    const creates = () => callsOf(emulator).filter((call) => call === "POST /v4/node/instances");
    try {
      // An error that names no field could mean "busy", and would be retried for two minutes.
      const body = { errors: [{ field: "alerts", reason: "Alerts cannot be set." }] };
      emulator.control.faults.add({ operation: "instances.update", effect: { status: 422, body } });
      const failed = await nodecloud("up");
      expect(failed.code).toBe(1);
      expectReadable(failed.stdout + failed.stderr);
      expect(failed.stdout + failed.stderr).toMatch(/instance 1 exists.*Remaining steps: settings, ready/s);
      const [command, other] = engine === "embedded" ? ["nodecloud", "pulumi"] : ["pulumi", "nodecloud"];
      expect(failed.stdout + failed.stderr).toContain(`the next \`${command} up\` resumes there`);
      expect(failed.stdout + failed.stderr).not.toContain(`\`${other} up\``);
      expect(project.resources().first).toMatchObject({ id: "1", initErrors: [expect.any(String)] });
      expect(creates()).toHaveLength(1);

      emulator.control.faults.clear();
      emulator.control.settings({ provisioningSeconds: 100_000 });
      const slow = await nodecloud("up", "yes");
      expect(slow.code).toBe(1);
      expectReadable(slow.stdout + slow.stderr);
      expect(slow.stdout + slow.stderr).toMatch(
        /Timed out after 3s while waiting for instance 2 to be running: it is provisioning/,
      );
      expect(instances()).toMatchObject([
        { id: 1, status: "running", alerts: { cpu: 50 } },
        { id: 2, status: "provisioning" },
      ]);
      expect(project.resources().first?.initErrors).toBeUndefined();
      expect(creates()).toHaveLength(1);

      expectDone(await nodecloud("refresh"));
      expect(project.resources().second?.initErrors).toBeUndefined();
      emulator.control.clock.advance(100_000_000);
      expectDone(await nodecloud("up", "yes"));
      expect(instances()).toMatchObject([{ id: 1 }, { id: 2, status: "running" }]);
      expect(project.resources().second?.outputs).toMatchObject({ status: "running" });
      expect(project.resources().second?.outputs).not.toHaveProperty("unfinished");
      expect(creates()).toEqual([]);
    } finally {
      await server.close();
      project.remove();
    }
  },
  60_000,
);
