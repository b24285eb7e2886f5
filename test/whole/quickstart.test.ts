import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createEmulator } from "../../src/emulator";
import { processesIn } from "../cli/command";
import { onEveryEngine } from "./engines";
import { callsOf, connectionTo, expectDone, Project } from "./project";

const root = resolve(__dirname, "../..");
const example = ["index.ts", "package.json", "tsconfig.json"].map((name) =>
  join("examples/quickstart", name),
);

onEveryEngine(
  "the quickstart runs as it is, from the Pulumi.yaml in the root",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const copied = ["Pulumi.yaml", ...example].map((name) => [name, readFileSync(join(root, name), "utf8")]);
    const project = new Project(Object.fromEntries(copied));
    const nodecloud = (args: readonly string[], input?: string) =>
      project.run(args, { env: connectionTo(server), ...(input === undefined ? {} : { input }) });
    const instances = () => emulator.control.world().instances;
    const declared = () => Object.keys(project.resources("quickstart"));
    try {
      expectDone(await nodecloud(["config", "set", "--secret", "rootPass"], "correct-horse-battery\n"));
      expect(project.read("Pulumi.dev.yaml")).not.toContain("correct-horse");

      const up = await nodecloud(["up", "--engine", engine, "--yes"]);
      expectDone(up);
      expect(declared().sort()).toEqual(["web-1", "web-2"]);
      const machine = {
        region: "us-east",
        image: "node/debian12",
        status: "running",
        tags: ["quickstart", "web"],
      };
      expect(instances()).toMatchObject([machine, machine]);
      for (const { outputs } of Object.values(project.resources("quickstart"))) {
        expect(up.stdout).toContain(Array.isArray(outputs.ipv4) ? outputs.ipv4[0] : "an address");
      }
      expect(up.stdout).not.toContain("correct-horse");

      callsOf(emulator);
      expectDone(await nodecloud(["up", "--engine", engine, "--yes", "--expect-no-changes"]));
      // The preview of the CLI runs the program too.
      const lookups = ["GET /v4/images", "GET /v4/regions"];
      const runs = engine === "pulumi" ? 2 : 1;
      expect(callsOf(emulator)).toEqual(lookups.flatMap((call) => Array(runs).fill(call)));

      expectDone(await nodecloud(["destroy", "--engine", engine, "--yes"]));
      expect(instances()).toEqual([]);
      expect(processesIn(project.folder)).toEqual([]);
    } finally {
      await server.close();
      project.remove();
    }
  },
  60_000,
);
