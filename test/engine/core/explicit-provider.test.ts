import {
  configurationOf,
  type DynamicProvider,
  type ProgramFunction,
  runInProcess,
} from "../../../src/engine";
import type { ProviderPort } from "../../../src/engine/core";
import { withExplicitProviders } from "../../../src/engine/core/explicit-provider";
import { StackState } from "../../../src/engine/core/stack-state";
import { InProcessProgram } from "../../../src/engine/inprocess/program";
import { InProcessProvider } from "../../../src/engine/inprocess/provider";
import { newResource, type PropertyMap, Secret, unknown } from "../../../src/state";
import { errorsOf, stepsOf, thing, urnOf, World } from "../world";
import { runWithPorts } from "./run-with-ports";

const providerType = "pulumi:providers:pulumi-nodejs";
const urn = urnOf("moon", providerType);
const asProvider = (inputs: PropertyMap) => ({
  ...newResource({ urn, type: providerType, custom: true }),
  ...{ id: "1", inputs },
});

/** A provider whose instances return their configuration from a check. */
function instances() {
  const created: PropertyMap[] = [];
  const mappings: Readonly<Record<string, string>>[] = [];
  const provider = (configuration: PropertyMap): ProviderPort => ({
    newInstance: async (inputs, envVarMappings) => {
      created.push(inputs);
      mappings.push(envVarMappings);
      return provider(inputs);
    },
    configure: async () => undefined,
    check: async () => ({ inputs: configuration, failures: [] }),
    diff: async () => ({ changes: false, replaces: [], deleteBeforeReplace: false }),
    create: async () => ({ id: "1", outputs: configuration }),
    read: async () => ({ id: "1", outputs: configuration }),
    update: async () => ({ id: "1", outputs: configuration }),
    delete: async () => ({ alreadyDeleted: configuration.region === "moon" }),
  });
  return { provider: provider({ region: "none" }), created, mappings };
}

const explicitProviders = (provider: ProviderPort, state: StackState, warn = (_urn: string) => {}) =>
  withExplicitProviders(provider, state, warn);

describe("an explicit provider", () => {
  const check = { urn: urnOf("a"), olds: undefined, news: {} };
  const others = { urn: urnOf("a"), id: "1", inputs: {}, outputs: {} };
  const change = {
    urn: urnOf("a"),
    id: "1",
    oldInputs: {},
    oldOutputs: {},
    newInputs: {},
    ignoreChanges: [],
  };
  const reference = `${urn}::1`;
  const stateWith = (inputs: PropertyMap) =>
    new StackState({ resources: [asProvider(inputs)], pendingOperations: [] }, async () => undefined);

  it("serves every call for its resources with one instance and its own configuration", async () => {
    const { provider, created } = instances();
    const port = explicitProviders(provider, stateWith({ region: "moon" }));
    const configuration = { region: "moon" };
    expect(await port.check({ ...check, provider: reference })).toMatchObject({ inputs: configuration });
    expect(await port.create({ ...check, provider: reference, inputs: {} })).toMatchObject({
      outputs: configuration,
    });
    expect(await port.read({ ...others, provider: reference })).toMatchObject({ outputs: configuration });
    expect(await port.update({ ...change, provider: reference })).toMatchObject({ outputs: configuration });
    expect(await port.delete({ ...others, provider: reference })).toEqual({ alreadyDeleted: true });
    expect(await port.diff({ ...change, provider: reference })).toMatchObject({ changes: false });
    expect(created).toEqual([configuration]);
  });

  it("gets another instance if the run registers it with another configuration", async () => {
    const { provider, created } = instances();
    const state = stateWith({ region: "moon" });
    const port = explicitProviders(provider, state);
    await port.check({ ...check, provider: reference });
    state.add(asProvider({ region: "mars" }));
    expect(await port.check({ ...check, provider: reference })).toMatchObject({ inputs: { region: "mars" } });
    expect(created).toEqual([{ region: "moon" }, { region: "mars" }]);
  });

  it("gets the variables that are mapped for it, apart from its configuration", async () => {
    const { provider, created, mappings } = instances();
    const envVarMappings = { MOON_TOKEN: "TOKEN", number: 1 };
    const internal = { envVarMappings, pluginDownloadURL: "https://moon.invalid" };
    const port = explicitProviders(provider, stateWith({ region: "moon", __internal: internal }));
    await port.check({ ...check, provider: reference });
    expect([created, mappings]).toEqual([[{ region: "moon" }], [{ MOON_TOKEN: "TOKEN" }]]);
  });

  it.each([["text"], [{ envVarMappings: "text" }]])(
    "gets none from malformed inputs: %j",
    async (__internal) => {
      const { provider, created, mappings } = instances();
      await explicitProviders(provider, stateWith({ __internal })).check({
        ...check,
        provider: reference,
      });
      expect([created, mappings]).toEqual([[{}], [{}]]);
    },
  );

  it("is not updated because of its mapped variables, which are not among its outputs", async () => {
    const world = new World();
    const up = (inputs: PropertyMap) =>
      world.up(async (register) => {
        await register({ type: providerType, name: "moon", inputs: { region: "moon", ...inputs } });
        return {};
      });
    await up({});
    const first = world.state("moon");
    const __internal = { envVarMappings: { MOON_TOKEN: "TOKEN" } };
    await world.clock.advance(60_000);
    expect((await up({ __internal })).counts).toMatchObject({ unchanged: 1, updated: 0 });
    expect(world.state("moon")).toEqual({ ...first, inputs: { region: "moon", __internal } });
  });

  it("is not needed: the default provider and resources without one share the first instance", async () => {
    const { provider, created } = instances();
    const port = explicitProviders(provider, stateWith({ region: "moon" }));
    for (const shared of ["", `${urnOf("default", providerType)}::1`]) {
      expect(await port.check({ ...check, provider: shared })).toMatchObject({ inputs: { region: "none" } });
    }
    expect(created).toEqual([]);
  });

  it("is not asked in a preview that does not know its configuration", async () => {
    const { provider, created } = instances();
    const warned: string[] = [];
    const state = stateWith({ region: new Secret(["moon", unknown]) });
    const port = explicitProviders(provider, state, (resource) => warned.push(resource));
    const news = { size: 1 };
    expect(await port.check({ ...check, provider: reference, news })).toEqual({ inputs: news, failures: [] });
    expect(warned).toEqual([]);
    expect(await port.diff({ ...change, provider: reference })).toEqual({
      ...{ changes: true, replaces: [], deleteBeforeReplace: false },
    });
    expect(warned).toEqual([urnOf("a")]);
    const outputs = { size: 2 };
    expect(await port.read({ ...others, outputs, provider: reference })).toEqual({ id: "1", outputs });
    expect(created).toEqual([]);
  });

  it("shows its resources as updated in such a preview", async () => {
    const world = new World();
    const program = (source: string) =>
      new InProcessProgram("project", "dev", async (register, { output }) => {
        const first = await register(thing("first", { region: source }));
        const inputs = { key: output(first, "address") };
        const explicitProvider = await register({ type: providerType, name: "moon", inputs });
        for (const name of ["old", ...(source === "south" ? ["new"] : [])])
          await register(thing(name, {}, { provider: `${explicitProvider.urn}::${explicitProvider.id}` }));
        return {};
      });
    const newInstance = async ({ key }: PropertyMap): Promise<ProviderPort> => {
      if (typeof key !== "string") throw new Error("no such key");
      return new InProcessProvider({ handlerFor: () => world.provider });
    };
    const options = { provider: { newInstance } };
    await runWithPorts(world, "up", { ...options, program: program("north") });
    const preview = await runWithPorts(world, "preview", { ...options, program: program("south") });
    expect(errorsOf(preview)).toEqual([]);
    expect(stepsOf(preview)).toEqual([
      "createReplacement first",
      "update old",
      "create new",
      "deleteReplaced first",
    ]);
    const warnings = preview.events.filter((event) => event.kind === "message");
    expect(warnings).toMatchObject([
      { severity: "warning", urn: urnOf("old"), message: expect.stringContaining("not known yet") },
    ]);
  });

  it("in this process is configured with its inputs, and the default provider with the stack's configuration", async () => {
    const world = new World();
    const seen: string[] = [];
    const handlerFor = (name: string) => () => ({
      ...world.provider,
      configure: async ({ config }: Parameters<NonNullable<DynamicProvider["configure"]>>[0]) =>
        void seen.push(`${name}: ${config.get("test:region")}`),
    });
    await runInProcess({
      ...{ operation: "up", clock: world.clock, store: world.store },
      handlerFor: handlerFor("default"),
      explicitHandlerFor: (configuration) => handlerFor(JSON.stringify(configuration)),
      configuration: configurationOf({ "test:region": "earth" }),
      program: async (register) => {
        const inputs = { "test:region": "moon" };
        const explicitProvider = await register({ type: providerType, name: "moon", inputs });
        await register(thing("a"));
        await register(thing("b", {}, { provider: `${explicitProvider.urn}::${explicitProvider.id}` }));
        return {};
      },
    });
    expect(seen).toEqual(["default: earth", '{"test:region":"moon"}: moon']);
  });

  it("that is not in the stack fails the call", async () => {
    const port = explicitProviders(instances().provider, stateWith({}));
    const missing = urnOf("mars", providerType);
    await expect(port.check({ ...check, provider: `${missing}::1` })).rejects.toThrow(
      `Its provider ${missing} is not in the stack.`,
    );
  });

  it("keeps its id and the time of its creation, and is modified only with its inputs", async () => {
    const world = new World();
    const up = (region: string) =>
      world.up(async (register) => {
        const explicitProvider = await register({ type: providerType, name: "moon", inputs: { region } });
        await register(thing("a", {}, { provider: `${explicitProvider.urn}::${explicitProvider.id}` }));
        return {};
      });
    await up("north");
    const first = world.state("moon");
    expect(first).toMatchObject({ inputs: { region: "north" }, outputs: { region: "north" } });
    expect(first?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(world.state("a")?.provider).toBe(`${urnOf("moon", providerType)}::${first?.id}`);
    await world.clock.advance(60_000);
    await up("north");
    expect(world.state("moon")).toEqual(first);
    await up("south");
    const { id, created } = first ?? {};
    expect(world.state("moon")).toMatchObject({
      ...{ id, created, inputs: { region: "south" }, outputs: { region: "south" } },
      modified: new Date(world.clock.now()).toISOString(),
    });
  });

  it("is registered although it is not a target, so that a targeted resource gets its new configuration", async () => {
    const world = new World();
    const up = (region: string, options = {}) =>
      world.up(async (register) => {
        const explicitProvider = await register({ type: providerType, name: "moon", inputs: { region } });
        await register(
          thing("a", { region }, { provider: `${explicitProvider.urn}::${explicitProvider.id}` }),
        );
        await register(
          thing("b", { region }, { provider: `${explicitProvider.urn}::${explicitProvider.id}` }),
        );
        return {};
      }, options);
    await up("north");
    await up("south", { targets: [urnOf("a")] });
    const regions = ["moon", "a", "b"].map((name) => world.state(name)?.inputs.region);
    expect(regions).toEqual(["south", "south", "north"]);
  });

  it("that has a new name in this run serves the resources that the state has under its old one", async () => {
    const state = stateWith({ region: "moon" });
    const port = explicitProviders(instances().provider, state);
    const renamed = urnOf("mars", providerType);
    state.remove(state.base[0]!);
    state.add({ ...asProvider({ region: "moon" }), urn: renamed });
    state.renameUrn(urn, renamed);
    expect(await port.delete({ ...others, provider: reference })).toEqual({ alreadyDeleted: true });
  });

  it("must be registered in the same run as its resources", async () => {
    const world = new World();
    const outcome = await world.up(async (register) => {
      await register(thing("a", {}, { provider: `${urn}::1` }));
      return {};
    });
    expect([outcome.result, world.calls]).toEqual(["failed", []]);
  });
});

it("an explicit provider has no id in the preview of its creation, as any other resource", async () => {
  const world = new World();
  const program: ProgramFunction = async (register) => {
    await register({ type: providerType, name: "moon", inputs: { region: "moon" } });
    return {};
  };
  const createdIds = (outcome: Awaited<ReturnType<World["up"]>>) =>
    outcome.events.flatMap((event) =>
      event.kind === "stepDone" && event.step.name === "moon" ? [event.step.new?.id] : [],
    );
  expect(createdIds(await world.run("preview", program))).toEqual([""]);
  expect(createdIds(await world.up(program))).toEqual([world.state("moon")?.id]);
});
