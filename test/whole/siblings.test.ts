import { createEmulator } from "../../src/emulator";
import { onEveryEngine } from "./engines";
import { expectDone, Project, reaching } from "./project";

/** A component with two instances below it, one of which needs the other; a second run adds a third. */
const program = `
const pulumi = require("@pulumi/pulumi");
const { Instance } = require("pulumi-nodecloud");
class Site extends pulumi.ComponentResource {
  constructor(name) {
    super("test:index:Site", name, {});
    const empty = { region: "us-east", type: "g1-nano-1" };
    const front = new Instance("front", empty, { parent: this });
    new Instance("side", { ...empty, tags: [front.label] }, { parent: this });
    if (process.env.MORE) new Instance("more", empty, { parent: this });
    this.registerOutputs({});
  }
}
new Site("site");
`;

onEveryEngine(
  "siblings below one component do not wait for each other",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = new Project({ "index.js": program });
    const up = (env: Record<string, string> = {}) =>
      project.run(["up", "--yes", "--engine", engine], { env: { ...reaching(server), ...env } });
    const labels = () => emulator.control.world().instances.map(({ label }) => label.split("-")[0]);
    try {
      expectDone(await up());
      expect(labels().sort()).toEqual(["front", "side"]);
      const before = emulator.control.world().instances.map(({ id }) => id);
      expectDone(await up({ MORE: "1" }));
      expect(labels().sort()).toEqual(["front", "more", "side"]);
      expect(emulator.control.world().instances.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    } finally {
      await server.close();
      project.remove();
    }
  },
  60_000,
);
