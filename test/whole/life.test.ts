import { createEmulator } from "../../src/emulator";
import { processesIn } from "../cli/command";
import { onEveryEngine } from "./engines";
import { callsOf, connectionTo, expectDone, withoutCiphertexts } from "./project";
import { projectFor } from "./project-for";

/** Instances in a component, one of which depends on another, one outside that depends on the first, and one with a declared label. */
const program = `
const pulumi = require("@pulumi/pulumi");
const { Instance, getImage, getRegion } = require("pulumi-nodecloud");
class Site extends pulumi.ComponentResource {
  constructor(name, args) {
    super("test:index:Site", name, {});
    this.machine = new Instance("front", args, { parent: this });
    const plain = { region: args.region, type: args.type };
    new Instance("side", { ...plain, tags: [this.machine.label] }, { parent: this });
    if (process.env.MORE) new Instance("more", plain, { parent: this });
    this.registerOutputs({});
  }
}
const region = getRegion({ capability: "Virtual Networks", status: "ok", first: true }).then(({ id }) => id);
const image = getImage({ label: /^Debian \\d+$/, mostRecent: true }).then(({ id }) => id);
const type = process.env.TYPE || "g1-nano-1";
const common = { region, image, type, rootPass: pulumi.secret("correct-horse-battery") };
const site = new Site("site", { ...common, tags: [process.env.TAG || "web"] });
const back = new Instance("back", { ...common, tags: [pulumi.interpolate\`of-\${site.machine.instanceId}\`] });
new Instance("named", { region, type, label: "by-hand", alerts: { cpu: 70 } });
exports.addresses = [site.machine, back].map(({ ipv4 }) => ipv4.apply(([first]) => first));
`;
const lookups = ["GET /v4/images", "GET /v4/regions"];

onEveryEngine(
  "a stack is previewed, created, left unchanged, repaired, extended, replaced and destroyed",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = projectFor(engine, { "index.js": program });
    const nodecloud = async (
      operation: string,
      variables: Record<string, string> = {},
      ...more: string[]
    ) => {
      emulator.control.forgetRequests();
      const yes = operation === "preview" ? [] : ["--yes"];
      return project.run([operation, "--engine", engine, ...yes, ...more], {
        env: { ...connectionTo(server), ...variables },
      });
    };
    const instances = () => emulator.control.world().instances;
    const labeled = (start: string) => instances().find(({ label }) => label.startsWith(start));
    try {
      expectDone(await nodecloud("preview"));
      // The lookups of the program, those that validate what it declares, and the list that shows whether its label is free.
      expect(callsOf(emulator)).toEqual([...lookups, ...lookups, "GET /v4/node/instances"].sort());
      expect(instances()).toEqual([]);

      expectDone(await nodecloud("up"));
      expect(instances()).toHaveLength(4);
      const { front, side, back, named } = project.resources();
      expect(instances()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            id: Number(front?.id),
            status: "running",
            image: "node/debian12",
            tags: ["web"],
          }),
          expect.objectContaining({ id: Number(back?.id), status: "running", tags: [`of-${front?.id}`] }),
          expect.objectContaining({ id: Number(side?.id), tags: [labeled("front-")?.label] }),
          expect.objectContaining({ id: Number(named?.id), status: "offline", label: "by-hand" }),
        ]),
      );
      expect(front?.urn).toContain("test:index:Site$pulumi-nodejs:dynamic/nodecloud:Instance::front");
      expect(front?.inputs.origin).toMatchObject({
        parent: expect.stringContaining("test:index:Site::site"),
      });
      expect(String(front?.inputs.__provider).length).toBeLessThanOrEqual(100);
      expect(labeled("front-")).toBeDefined();
      const creates = emulator.control.requests().filter(({ operation }) => operation === "instances.create");
      const agents = creates.map(({ number }) => emulator.control.request(number).agent);
      const agent = expect.stringMatching(/^pulumi-nodecloud\/\S+ \(stack whole\/dev\)$/);
      expect(agents).toEqual([agent, agent, agent, agent]);
      const before = project.resources();

      expectDone(await nodecloud("up", {}, "--expect-no-changes"));
      // The Pulumi CLI runs the program for its preview too.
      expect(callsOf(emulator)).toEqual(engine === "embedded" ? lookups : [...lookups, ...lookups].sort());
      expect(withoutCiphertexts(project.resources())).toEqual(withoutCiphertexts(before));

      emulator.control.changeInstance(Number(front?.id), { tags: ["by", "others"] });
      emulator.control.changeInstance(Number(named?.id), {
        watchdog_enabled: false,
        alerts: { cpu: 1, io: 2, network_in: 3, network_out: 4, transfer_quota: 5 },
      });
      expectDone(await nodecloud("refresh"));
      expect(project.resources().front?.outputs.tags).toEqual(["by", "others"]);
      expect(callsOf(emulator).every((call) => call.startsWith("GET "))).toBe(true);
      // Siblings in a component do not wait for each other, and a new one changes none of them.
      const ids = instances().map(({ id }) => id);
      expectDone(await nodecloud("up", { MORE: "1" }));
      expect(instances().map(({ id }) => id)).toEqual([...ids, Number(project.resources().more?.id)]);
      expect(labeled("more-")).toBeDefined();
      expect(instances().find(({ id }) => id === Number(front?.id))?.tags).toEqual(["web"]);
      expect(labeled("by-hand")).toMatchObject({ watchdog_enabled: false, alerts: { cpu: 70, io: 2 } });

      expectDone(await nodecloud("up", { TYPE: "g1-standard-1", TAG: "next", MORE: "1" }));
      expect(instances()).toHaveLength(5);
      expect(instances().every(({ type }) => type === "g1-standard-1")).toBe(true);
      const calls = emulator.control
        .requests()
        .flatMap(({ method, path, status, body }) =>
          status === 200 && method !== "GET" ? [{ method, path, body }] : [],
        );
      const at = (method: string, holds: (call: (typeof calls)[number]) => boolean) =>
        calls.findIndex((call) => call.method === method && holds(call));
      const created = (label: string) =>
        at("POST", ({ body }) => JSON.stringify(body).includes(`"label":"${label}`));
      const deleted = (id: string | undefined) => at("DELETE", ({ path }) => path.endsWith(`/${id}`));
      expect(created("front-")).toBeGreaterThanOrEqual(0);
      expect(created("front-")).toBeLessThan(deleted(front?.id));
      expect(deleted(named?.id)).toBeGreaterThanOrEqual(0);
      expect(deleted(named?.id)).toBeLessThan(created("by-hand"));
      const replaced = project.resources();
      expect(
        instances()
          .map(({ id }) => String(id))
          .sort(),
      ).toEqual(
        Object.values(replaced)
          .map(({ id }) => id)
          .sort(),
      );
      expect(Object.keys(replaced).sort()).toEqual(["back", "front", "more", "named", "side"]);

      expectDone(await nodecloud("destroy"));
      expect(instances()).toEqual([]);
      expect(project.resources()).toEqual({});
      expect(processesIn(project.folder)).toEqual([]);
    } finally {
      await server.close();
      project.remove();
    }
  },
  120_000,
);
