import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { resolveInPreviews } from "../../src/resources/preview-outputs";

type ProbeDeclaration = Parameters<typeof resolveInPreviews>[1];

class Probe extends pulumi.CustomResource {
  declare readonly createdAt: pulumi.Output<string>;
  declare readonly color: pulumi.Output<string>;
  declare readonly status: pulumi.Output<string>;
  declare readonly weight: number;

  constructor(name: string, stable: ProbeDeclaration, options?: pulumi.CustomResourceOptions) {
    const outputs = { createdAt: undefined, color: undefined, status: undefined, applied: undefined };
    super("pulumi-nodejs:dynamic/test:Probe", name, outputs, options);
    Object.assign(this, { weight: 7 });
    resolveInPreviews(this, stable, options);
  }
}

/** Lists two objects, one with an older shape. */
function stableOutputs(fails = false) {
  const calls = { lists: 0 };
  const stable: ProbeDeclaration = {
    fields: {},
    outputs: { createdAt: "stable", color: "stable", status: "changing", weight: "stable" },
    async *list() {
      calls.lists++;
      if (fails) throw new Error("the service is down");
      yield { id: 1, created_at: "2022", color: "listed", status: "on" };
      yield { id: 2, created_at: "2023", color: "listed", status: "on" };
    },
    shape: () => z.object({ id: z.number(), created_at: z.string(), color: z.string(), status: z.string() }),
  };
  return { stable, calls };
}

/** Registers probes `1`, `2`, ... as an engine would; all have a color, and no other known output. */
function useEngine(preview: boolean, color: unknown = "registered") {
  const newResource = ({ name }: pulumi.runtime.MockResourceArgs) => ({ id: name, state: { color } });
  return pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "dev", preview);
}

/** The value of an output, or "unknown". */
async function settled(output: pulumi.Output<unknown>): Promise<unknown> {
  const isKnown: boolean = await Reflect.get(output, "isKnown");
  return isKnown ? new Promise((resolve) => output.apply(resolve)) : "unknown";
}

const outputsOf = ({ createdAt, color, status }: Probe) =>
  Promise.all([createdAt, color, status].map(settled));

describe("stable outputs", () => {
  const environment = { ...process.env };
  beforeAll(() => {
    process.env.NODECLOUD_BASE_URL = "http://127.0.0.1:9/v4";
    process.env.NODECLOUD_TOKEN = "token";
  });
  afterAll(() => {
    process.env = environment;
  });

  it("are read in a preview if the engine does not know them, by one list for all resources", async () => {
    await useEngine(true);
    const { stable, calls } = stableOutputs();
    const [one, two] = [new Probe("1", stable), new Probe("2", stable)];
    expect(await outputsOf(one)).toEqual(["2022", "registered", "unknown"]);
    expect(await outputsOf(two)).toEqual(["2023", "registered", "unknown"]);
    expect(await settled(one.createdAt)).toBe("2022");
    expect(one.weight).toBe(7);
    expect(Object.keys(one)).toContain("createdAt");
    expect(calls.lists).toBe(1);
  });

  it("are not read when the program does not use them", async () => {
    await useEngine(true);
    const { stable, calls } = stableOutputs();
    expect(await settled(new Probe("1", stable).status)).toBe("unknown");
    expect(calls.lists).toBe(0);
  });

  it("are read again by the preview of another engine", async () => {
    const { stable, calls } = stableOutputs();
    for (const lists of [1, 2]) {
      await useEngine(true);
      expect(await settled(new Probe("1", stable).createdAt)).toBe("2022");
      expect(calls.lists).toBe(lists);
    }
  });

  it.each([
    ["the list does not contain the object", "3", false],
    ["the list fails", "1", true],
  ])("stay unknown when %s", async (_, id, fails) => {
    await useEngine(true);
    expect(await settled(new Probe(id, stableOutputs(fails).stable).createdAt)).toBe("unknown");
  });

  it.each([
    ["an unknown value", pulumi.unknown],
    ["a value that is unknown in part", ["red", pulumi.unknown]],
  ])("stay unknown when the program declares %s", async (_, color) => {
    await useEngine(true, color);
    const { stable, calls } = stableOutputs();
    // Without a field, no argument has the value.
    for (const fields of [{}, { color: { change: "replace" } }]) {
      const probe = new Probe("1", { ...stable, fields });
      expect(await settled(probe.color)).toBe("unknown");
      expect(calls.lists).toBe(0);
      expect(await settled(probe.createdAt)).toBe("2022");
      calls.lists = 0;
    }
  });

  it("have the live value if an argument is ignored from which theirs is computed", async () => {
    await useEngine(true);
    const declaration = {
      ...stableOutputs().stable,
      fields: { color: { change: { inPlace: "paint" }, computedFrom: "picture" } },
    };
    expect(await settled(new Probe("1", declaration).color)).toBe("registered");
    const ignoring = new Probe("2", declaration, { ignoreChanges: ["picture"] });
    expect(await settled(ignoring.color)).toBe("listed");
  });

  it("with the id of an adopted object depend on the resource", async () => {
    // A new resource has no id yet.
    const newResource = ({ inputs }: pulumi.runtime.MockResourceArgs) => ({ id: "", state: inputs });
    await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "dev", true);
    const declaration = { ...stableOutputs().stable, outputs: { weight: "numeric id" as const } };
    class Adopting extends pulumi.CustomResource {
      declare readonly weight: pulumi.Output<number>;
    }
    const adopting = new Adopting("pulumi-nodejs:dynamic/test:Adopting", "7", { adopt: 5 });
    resolveInPreviews(adopting, declaration);
    expect(await Promise.all([adopting.id, adopting.weight].map(settled))).toEqual(["5", 5]);
    for (const output of [adopting.id, adopting.weight])
      expect([...(await Reflect.get(output, "allResources")())]).toContain(adopting);
  });

  it("are secret if the options require it", async () => {
    await useEngine(true);
    const one = new Probe("1", stableOutputs().stable, { additionalSecretOutputs: ["createdAt"] });
    const two = new Probe("2", stableOutputs().stable, { additionalSecretOutputs: ["color"] });
    expect(await Promise.all([one, two].map(({ createdAt }) => pulumi.isSecret(createdAt)))).toEqual([
      true,
      false,
    ]);
    expect(await settled(one.createdAt)).toBe("2022");
  });

  it("stay unknown with an explicit provider, own or of the parent", async () => {
    await useEngine(true);
    const { stable, calls } = stableOutputs();
    class Provider extends pulumi.ProviderResource {}
    class Group extends pulumi.ComponentResource {}
    const provider = new Provider("pulumi-nodejs", "second", {});
    const parent = new Group("test:index:Group", "group", {}, { providers: [provider] });
    expect(await settled(new Probe("1", stable, { provider }).createdAt)).toBe("unknown");
    expect(await settled(new Probe("2", stable, { parent }).createdAt)).toBe("unknown");
    expect(calls.lists).toBe(0);
  });

  it("are those of the engine when it is not a preview", async () => {
    await useEngine(false);
    const { stable, calls } = stableOutputs();
    expect(await outputsOf(new Probe("1", stable))).toEqual([undefined, "registered", undefined]);
    expect(calls.lists).toBe(0);
  });
});
