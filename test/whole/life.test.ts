import { createEmulator, type Emulator, type Listening } from "../../src/emulator";
import { processesIn } from "../cli/command";
import { onEveryEngine } from "./engines";
import { callsOf, expectDone, Project, reaching, withoutCiphertexts } from "./project";

/** An instance in a component, one whose tag depends on it, and one with a label of the user's. */
const program = `
const pulumi = require("@pulumi/pulumi");
const { Instance, getImage, getRegion } = require("pulumi-nodecloud");
class Site extends pulumi.ComponentResource {
  constructor(name, args) {
    super("test:index:Site", name, {});
    this.machine = new Instance("front", args, { parent: this });
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

let emulator: Emulator;
let server: Listening;
let project: Project;
beforeEach(async () => {
  emulator = createEmulator({ speed: 200 });
  server = await emulator.listen();
  project = new Project({ "index.js": program });
});
afterEach(async () => {
  await server.close();
  project.remove();
});

onEveryEngine(
  "a stack is previewed, made, left alone, repaired, replaced and destroyed",
  async (engine) => {
    const nodecloud = async (
      operation: string,
      variables: Record<string, string> = {},
      ...more: string[]
    ) => {
      emulator.control.forgetRequests();
      const yes = operation === "preview" ? [] : ["--yes"];
      return project.run([operation, "--engine", engine, ...yes, ...more], {
        env: { ...reaching(server), ...variables },
      });
    };
    const instances = () => emulator.control.world().instances;
    const labelled = (start: string) => instances().find(({ label }) => label.startsWith(start));

    expectDone(await nodecloud("preview"));
    // The program's own, and those that check what it declares.
    expect(callsOf(emulator)).toEqual([...lookups, ...lookups].sort());
    expect(instances()).toEqual([]);

    expectDone(await nodecloud("up"));
    expect(instances()).toHaveLength(3);
    const { front, back, named } = project.resources();
    expect(instances()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: Number(front?.id),
          status: "running",
          image: "node/debian12",
          tags: ["web"],
        }),
        expect.objectContaining({ id: Number(back?.id), status: "running", tags: [`of-${front?.id}`] }),
        expect.objectContaining({ id: Number(named?.id), status: "offline", label: "by-hand" }),
      ]),
    );
    expect(front?.urn).toContain("test:index:Site$pulumi-nodejs:dynamic/nodecloud:Instance::front");
    expect(front?.inputs.origin).toMatchObject({ parent: expect.stringContaining("test:index:Site::site") });
    expect(String(front?.inputs.__provider).length).toBeLessThanOrEqual(100);
    expect(labelled("front-")).toBeDefined();
    const before = project.resources();

    expectDone(await nodecloud("up", {}, "--expect-no-changes"));
    expect(callsOf(emulator)).toEqual(lookups);
    expect(withoutCiphertexts(project.resources())).toEqual(withoutCiphertexts(before));

    emulator.control.changeInstance(Number(front?.id), { tags: ["by", "others"] });
    emulator.control.changeInstance(Number(named?.id), {
      watchdog_enabled: false,
      alerts: { cpu: 1, io: 2, network_in: 3, network_out: 4, transfer_quota: 5 },
    });
    expectDone(await nodecloud("refresh"));
    expect(project.resources().front?.outputs.tags).toEqual(["by", "others"]);
    expect(callsOf(emulator).every((call) => call.startsWith("GET "))).toBe(true);
    expectDone(await nodecloud("up"));
    expect(instances().find(({ id }) => id === Number(front?.id))?.tags).toEqual(["web"]);
    expect(labelled("by-hand")).toMatchObject({ watchdog_enabled: false, alerts: { cpu: 70, io: 2 } });

    expectDone(await nodecloud("up", { TYPE: "g1-standard-1", TAG: "next" }));
    expect(instances()).toHaveLength(3);
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
    ).toEqual([replaced.front?.id, replaced.back?.id, replaced.named?.id].sort());

    expectDone(await nodecloud("destroy"));
    expect(instances()).toEqual([]);
    expect(project.resources()).toEqual({});
    expect(processesIn(project.folder)).toEqual([]);
  },
  60_000,
);
