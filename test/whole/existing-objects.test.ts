import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../src/client";
import { createEmulator, wellKnownTokens } from "../../src/emulator";
import { onEveryEngine } from "./engines";
import { callsOf, connectionTo, expectDone } from "./project";
import { projectFor } from "./project-for";

/** Adopts one existing instance, reads another, and creates a third with its values. */
const program = `
const pulumi = require("@pulumi/pulumi");
const { Instance, getImage } = require("pulumi-nodecloud");
const image = getImage({ label: "debian 12" }).then(({ id }) => id);
new Instance("adopted", { adopt: 1, label: "adopted" });
const seen = Instance.get("seen", "2");
new Instance("own", { region: seen.region, type: seen.type, image, rootPass: "correct-horse-battery", tags: [seen.label] });
exports.status = seen.status;
exports.isInstance = Instance.isInstance(seen);
`;

onEveryEngine(
  "existing instances are adopted, read and kept, under another brand",
  async (engine) => {
    const emulator = createEmulator({ brand: "acme", speed: 200 });
    const server = await emulator.listen();
    const client = createClient({ baseUrl: server.url, token: wellKnownTokens.full, brand: "acme" });
    const project = projectFor(engine, { "index.js": program });
    const nodecloud = (operation: string, ...more: string[]) =>
      project.run([operation, "--engine", engine, ...more], { env: connectionTo(server, "acme") });
    const instances = () => emulator.control.world().instances;
    try {
      for (const label of ["theirs", "watched"]) {
        await client.instances.create({ region: "eu-central", type: "g1-standard-1", label });
      }
      emulator.control.clock.advance(60_000);
      const theirs = instances();
      callsOf(emulator);

      const preview = await nodecloud("preview");
      expectDone(preview);
      expect(preview.stdout).toMatch(/adopt/i);
      expect(callsOf(emulator).every((call) => call.startsWith("GET "))).toBe(true);
      expect(instances()).toEqual(theirs);

      expectDone(await nodecloud("up", "--yes"));
      const creates = callsOf(emulator).filter((call) => call.startsWith("POST "));
      expect(creates).toEqual(["POST /v4/acme/instances"]);
      expect(instances()).toMatchObject([
        { id: 1, label: "adopted", region: "eu-central", status: theirs[0]?.status },
        theirs[1] ?? {},
        {
          region: "eu-central",
          type: "g1-standard-1",
          image: "acme/debian12",
          tags: ["watched"],
          status: "running",
        },
      ]);
      const { adopted, seen } = project.resources();
      expect(adopted?.id).toBe("1");
      expect(seen).toMatchObject({ id: "2", external: true, outputs: { label: "watched" } });

      expectDone(await nodecloud("up", "--yes", "--expect-no-changes"));
      expect(callsOf(emulator).filter((call) => !call.startsWith("GET "))).toEqual([]);

      expectDone(await nodecloud("destroy", "--yes"));
      // The engine has received the results of all deletes.
      expect(readdirSync(join(project.folder, "home/.nodecloud/deletes"))).toEqual([]);
      expect(instances()).toEqual([theirs[1]]);
    } finally {
      await server.close();
      project.remove();
    }
  },
  60_000,
);
