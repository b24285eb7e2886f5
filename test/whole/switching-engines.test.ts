import { createEmulator } from "../../src/emulator";
import { hasPulumi } from "./engines";
import { callsOf, connectionTo, expectDone, Project } from "./project";

const program = `
const pulumi = require("@pulumi/pulumi");
const { Instance } = require("pulumi-nodecloud");
const common = { region: "us-east", type: "g1-nano-1", image: "node/debian12", rootPass: pulumi.secret("correct-horse-battery") };
const first = new Instance("first", { ...common, tags: (process.env.TAGS || "a-tag,b-tag").split(",") });
new Instance("second", { region: "us-east", type: "g1-nano-1", group: first.label }, { dependsOn: first });
exports.address = first.ipv4[0];
exports.secret = pulumi.secret("only-here");
`;

(hasPulumi ? it : it.skip)(
  "a stack moves from the embedded engine to the Pulumi CLI and back without changes",
  async () => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = new Project({ "index.js": program });
    const nodecloud = (engine: "embedded" | "pulumi", args: readonly string[], TAGS?: string) =>
      project.run([...args, "--engine", engine], { env: { ...connectionTo(server), TAGS } });
    const unchanged = ["preview", "--expect-no-changes"];
    try {
      expectDone(await nodecloud("embedded", ["up", "--yes"]));
      expectDone(await nodecloud("pulumi", unchanged));
      expectDone(await nodecloud("pulumi", ["up", "--yes"], "c-tag"));
      expect(emulator.control.world().instances).toMatchObject([{ id: 1, tags: ["c-tag"] }, { id: 2 }]);
      expectDone(await nodecloud("embedded", unchanged, "c-tag"));
      emulator.control.changeInstance(1, { tags: ["theirs"] });
      expectDone(await nodecloud("embedded", ["refresh", "--yes"]));
      expectDone(await nodecloud("pulumi", ["up", "--yes"], "c-tag"));
      expect(emulator.control.world().instances).toMatchObject([{ id: 1, tags: ["c-tag"] }, { id: 2 }]);
      callsOf(emulator);
      expectDone(await nodecloud("embedded", ["up", "--yes", "--expect-no-changes"], "c-tag"));
      expect(callsOf(emulator)).toEqual([]);
      expectDone(await nodecloud("embedded", ["destroy", "--yes"]));
      expect(emulator.control.world().instances).toEqual([]);
      expectDone(await nodecloud("pulumi", ["refresh", "--yes"]));
    } finally {
      await server.close();
      project.remove();
    }
  },
  120_000,
);
