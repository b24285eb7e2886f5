import { InProcessProgram } from "../../../src/engine/inprocess/program";
import { errorsOf, pair, programWith, stepOf, stepsOf, thing, urnOf, World } from "../world";
import { runWithPorts } from "./run-with-ports";

describe("a provider that reports a failed initialization when it reads", () => {
  it("causes a warning, and the state keeps the reasons until a refresh finds none", async () => {
    const world = new World();
    await world.up(pair());
    const failure = { message: "not ready", reasons: ["still booting"] };
    const read = async ({ id, outputs }: { id: string; outputs: Record<string, never> }) => ({
      ...{ id, outputs },
      ...(id === "1" && { failure }),
    });
    const outcome = await runWithPorts(world, "refresh", { provider: { read: Object(read) } });
    expect(outcome.result).toBe("succeeded");
    expect(outcome.events).toContainEqual(
      expect.objectContaining({
        ...{ kind: "message", severity: "warning", urn: urnOf("first") },
        message: "not ready\n  - still booting",
      }),
    );
    expect(world.state("first")?.initErrors).toEqual(["still booting"]);
    expect(world.state("second")?.initErrors).toEqual([]);
    await world.run("refresh");
    expect(world.state("first")?.initErrors).toEqual([]);
  });
});

describe("a provider that cannot be configured", () => {
  const provider = { configure: () => Promise.reject(new Error("no token")) };

  it("fails a refresh and a destroy as an error of the engine, before they do anything", async () => {
    for (const operation of ["refresh", "destroy"] as const) {
      const world = new World();
      await world.up(pair());
      const outcome = await runWithPorts(world, operation, { provider });
      expect(outcome.result).toBe("failed");
      expect(outcome.engineError?.message).toBe("no token");
      expect(errorsOf(outcome)).toEqual(["no token"]);
      expect(stepsOf(outcome)).toEqual([]);
      expect(world.names()).toEqual(["first", "second"]);
    }
  });

  it("does not matter to a stack whose only resources are a component and a provider", async () => {
    const world = new World();
    await world.up(
      programWith(
        { type: "test:index:Site", name: "site", custom: false, inputs: {} },
        { type: "pulumi:providers:pulumi-nodejs", name: "moon", inputs: {} },
      ),
    );
    for (const operation of ["refresh", "destroy"] as const) {
      const { result, engineError } = await runWithPorts(world, operation, { provider });
      expect([operation, result, engineError]).toEqual([operation, "succeeded", undefined]);
    }
    expect(world.names()).toEqual([]);
  });

  it("fails an up with an error of its resource", async () => {
    const world = new World();
    const program = new InProcessProgram("project", "dev", pair());
    const outcome = await runWithPorts(world, "up", { program, provider });
    expect(errorsOf(outcome)).toEqual(["The provider could not be configured: no token"]);
    expect([outcome.result, world.calls]).toEqual(["failed", []]);
  });
});

it("previews a read of an unknown id without a call", async () => {
  const world = new World();
  const read: string[] = [];
  world.onRead = async (id) => {
    read.push(id);
    return { id, props: {} };
  };
  const outcome = await world.run("preview", async (_register, tools) => {
    const { inputs = {} } = thing("later");
    const { outputs } = await tools.read({ ...thing("later"), inputs, id: undefined });
    expect(outputs).toEqual({});
    return {};
  });
  expect([outcome.result, errorsOf(outcome), read]).toEqual(["succeeded", [], []]);
  expect(stepOf(outcome, "read", "later")?.new?.id).toBe("");
});

it("passes `ignoreChanges` to the diff and the update of the provider", async () => {
  const world = new World();
  const ignoring = () => programWith({ ...thing("a", { note: "new" }), ignoreChanges: ["note"] });
  const program = () => new InProcessProgram("project", "dev", ignoring());
  await runWithPorts(world, "up", { program: program() });
  const ignored: (readonly string[])[] = [];
  const outcome = await runWithPorts(world, "up", {
    program: program(),
    provider: {
      diff: async ({ ignoreChanges }) => {
        ignored.push(ignoreChanges);
        return { changes: true, replaces: [], deleteBeforeReplace: false };
      },
      update: async ({ id, ignoreChanges }) => {
        ignored.push(ignoreChanges);
        return { id, outputs: {} };
      },
    },
  });
  expect(stepsOf(outcome)).toEqual(["update a"]);
  expect(ignored).toEqual([["note"], ["note"]]);
});

it("rejects a destroy of resources with hooks for their deletion", async () => {
  const world = new World();
  const hooked = thing("a", {}, { hooks: { BeforeDelete: ["warn"], AfterDelete: ["tell"] } });
  await world.up(async (register) => {
    await register(hooked);
    await register(thing("b", {}, { hooks: { BeforeUpdate: ["other"] } }));
    return {};
  });
  const outcome = await world.run("destroy");
  expect([outcome.result, world.calls]).toEqual(["failed", []]);
  expect(errorsOf(outcome)).toEqual([
    expect.stringMatching(/^it has hooks for its deletion \(warn, tell\), .*Nothing was deleted/),
  ]);
  for (const options of [{ targets: [urnOf("b")] }, { excludes: [urnOf("a")] }]) {
    const limited = await world.run("destroy", undefined, { ...options, previewOnly: true });
    expect([limited.result, stepsOf(limited)]).toEqual(["succeeded", ["delete b"]]);
  }
  const hit = await world.run("destroy", undefined, { targets: [urnOf("a")] });
  expect([hit.result, world.calls]).toEqual(["failed", []]);
});
