import type { Finding } from "../../src/drift";
import { createEmulator } from "../../src/emulator";
import { actionsFor, wordsOf } from "../drift/actions/carry-out";
import { type EngineName, onEveryEngine } from "./engines";
import { connectionTo, expectDone } from "./project";
import { projectFor } from "./project-for";

const place = `region: "us-east", type: "g1-nano-1", image: "node/debian12", rootPass: "correct-horse-battery"`;
const programOf = (declarations: readonly string[]) =>
  `const { Instance } = require("pulumi-nodecloud");\n${declarations.join("\n")}`;
const web = `new Instance("web", { ${place}, label: "web", tags: ["ours"] });`;
const spare = `new Instance("it's \\"spare\\"", { ${place}, label: "spare" });`;

onEveryEngine(
  "the printed commands and code do what the rows of a drift report say",
  async (engine: EngineName) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = projectFor(engine, { "index.js": programOf([web, spare]) });
    const env = connectionTo(server);
    const run = async (args: readonly string[]) => expectDone(await project.run([...args, "--yes"], { env }));
    const findings = async (): Promise<readonly Finding[]> => {
      const { stdout } = await project.run(["drift", "--format", "json", "--type", "Instance"], { env });
      const report = JSON.parse(stdout);
      expect(report.problems).toEqual([]);
      return report.findings;
    };
    /** Runs the first command of this purpose. */
    const carryOut = async (finding: Finding | undefined, purpose: "repair" | "forget") => {
      const [text = ""] = actionsFor(finding ?? { actions: [] }, purpose, "command");
      const [, , operation = "", ...args] = wordsOf(text);
      await run([operation, ...(operation === "state" ? [] : ["--engine", engine]), ...args]);
    };
    const instances = () =>
      emulator.control.world().instances.map(({ label, tags }) => `${label} ${tags.join()}`.trim());
    const idOf = (name: string) =>
      emulator.control.world().instances.find(({ label }) => label === name)?.id ?? 0;
    try {
      await run(["up", "--engine", engine]);
      emulator.control.changeInstance(idOf("web"), { tags: ["theirs"] });
      emulator.control.externalChange({ kind: "instance_delete", instanceId: idOf("spare") });
      const rows = await findings();
      expect(rows.map(({ kind, label }) => `${kind} ${label}`).sort()).toEqual([
        "changed web",
        "deleted spare",
      ]);
      await carryOut(
        rows.find(({ kind }) => kind === "changed"),
        "repair",
      );
      expect(instances()).toEqual(["web ours"]);
      await carryOut(
        rows.find(({ kind }) => kind === "deleted"),
        "forget",
      );
      expect(Object.keys(project.resources())).toEqual(["web"]);

      await run(["state", "delete", project.resources().web?.urn ?? ""]);
      const [unmanaged] = await findings();
      expect(unmanaged).toMatchObject({ kind: "unmanaged", id: String(idOf("web")) });
      project.write("index.js", programOf(actionsFor(unmanaged ?? { actions: [] }, "adopt", "code")));
      await run(["up", "--engine", engine]);
      expect(await findings()).toEqual([]);
      expect(instances()).toEqual(["web ours"]);
    } finally {
      await server.close();
      project.remove();
    }
  },
  60_000,
);
