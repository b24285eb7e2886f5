import { createEmulator } from "../../src/emulator";
import { onEveryEngine } from "./engines";
import { connectionTo, expectDone } from "./project";
import { projectFor } from "./project-for";

/** An instance with a generated label whose ignored changes come from the environment. */
const program = `
const { Instance } = require("pulumi-nodecloud");
const place = { region: "us-east", type: "g1-nano-1", tags: ["ours"], alerts: { cpu: 50, io: 60 } };
const ignoreChanges = (process.env.IGNORED || "").split(" ").filter(Boolean);
new Instance("web", { ...place, group: process.env.GROUP || "g" }, { ignoreChanges, customTimeouts: { update: "1.5h" } });
`;

onEveryEngine(
  "ignored drift is neither reported, nor repaired, nor overwritten",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = projectFor(engine, { "index.js": program });
    const run = async (operation: string, env: Record<string, string>, ...more: string[]) => {
      const yes = operation === "preview" ? [] : ["--yes"];
      expectDone(
        await project.run([operation, "--engine", engine, ...yes, ...more], {
          env: { ...connectionTo(server), ...env },
        }),
      );
    };
    const instance = () => emulator.control.world().instances[0]!;
    const drifted = { tags: ["theirs"], label: "theirs", alerts: { cpu: 1, io: 60 } };
    const someIgnored = { IGNORED: "tags alerts.cpu label" };
    try {
      await run("up", someIgnored);
      emulator.control.changeInstance(instance().id, {
        ...drifted,
        alerts: { ...instance().alerts, ...drifted.alerts },
      });
      await run("refresh", someIgnored, "--expect-no-changes");
      await run("preview", someIgnored, "--expect-no-changes");
      await run("preview", { IGNORED: "*" }, "--expect-no-changes");
      await run("up", { ...someIgnored, GROUP: "new" });
      expect(instance()).toMatchObject({ ...drifted, group: "new" });
      expect(project.resources().web?.inputs).toMatchObject({
        generatedLabel: true,
        timeouts: { update: "1.5h" },
      });
      await run("up", { IGNORED: "" });
      expect(instance()).toMatchObject({ tags: ["ours"], group: "g", alerts: { cpu: 50 } });
      expect(instance().label).toMatch(/^web-/);
    } finally {
      await server.close();
      project.remove();
    }
  },
  90_000,
);
