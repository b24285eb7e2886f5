import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { allVariants, declareIt } from "../resources/every-resource/create";
import { callsTo, failuresOf, instancesIn, smallInstance, stepsOf, webInstance } from "../resources/programs";

// The claims of docs/reliability.md that no other test covers.

const callsOf = (stack: TestStack, operation: string) =>
  stack.emulator.control.requests().filter((call) => call.operation === operation);

describe("a create", () => {
  it.each([
    ["two 408s", { count: 2, effect: { status: 408 } }],
    ["a reset connection", { nth: 1, effect: { reset: true } }],
  ] as const)("leaves one instance, which is in the state, after %s", async (_, fault) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.create", when: "after", ...fault });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
    expect(stack.outputs("web")).toMatchObject({ instanceId: 1 });
    expect(callsOf(stack, "instances.create")).toHaveLength(1);
  });

  it("that waits survives a 502, and the next up keeps the instance", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.view", count: 5, effect: { html: 502 } });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(callsOf(stack, "instances.view").filter(({ status }) => status === 502)).toHaveLength(5);
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });

  it.each([
    ["a wait", []],
    ["a retry", [{ operation: "*", from: 4, effect: { status: 503 } }]],
    ["a pending response", [{ operation: "*", from: 4, effect: { hang: true } }]],
  ] as const)("with a timeout of 1 s ends %s after 1 s", async (_, faults) => {
    const stack = new TestStack();
    for (const rule of faults) stack.emulator.control.faults.add(rule);
    const start = stack.clock.now();
    const outcome = await stack.up(webInstance({ timeouts: { create: "1s" } }));
    expect(failuresOf(outcome)).toHaveLength(1);
    expect(stack.clock.now() - start).toBeLessThanOrEqual(1500);
  });
});

describe("without the scope of the event log", () => {
  /** A stack of a service that logs no event of an instance, with a token that must not read events. */
  function withoutEvents(): TestStack {
    const stack = new TestStack({ settings: { eventActions: "shown", enableAfterCancel: "allowed" } });
    const { control } = stack.emulator;
    const world = control.world();
    const tokens = world.tokens.map((token) => ({
      ...token,
      scopes: token.scopes.filter((scope) => !scope.startsWith("events:")),
    }));
    control.load({ ...world, tokens });
    return stack;
  }

  it.each(allVariants)(
    "%s is created, read and deleted by a run that reads no events",
    async (_, resource, variant) => {
      const stack = withoutEvents();
      const inputs: Record<string, PropertyMap[string]> = { ...variant.declared };
      for (const [name, make] of Object.entries(variant.prepared)) inputs[name] = await make(stack);
      const program = declareIt(resource, inputs);
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(failuresOf(await stack.refresh())).toEqual([]);
      expect(failuresOf(await stack.destroy())).toEqual([]);
      expect(callsTo(stack).filter((call) => /events|notifications/.test(call))).toEqual([]);
    },
  );
});

it("2,000 images are listed with four calls", async () => {
  const stack = new TestStack();
  const { control } = stack.emulator;
  const world = control.world();
  const [image] = world.images;
  const images = Array.from({ length: 2000 }, (_, index) => ({
    ...image,
    id: `private/${index + 100}`,
    is_public: false,
  }));
  control.load({ ...world, images });
  const { client } = stack.services();
  const start = stack.clock.now();
  const count = async () => {
    let items = 0;
    for await (const _ of client.images.list.all()) items++;
    return items;
  };
  expect(await stack.clock.run(count())).toBe(2000);
  expect(callsTo(stack)).toHaveLength(4);
  expect(stack.clock.now()).toBe(start);
});

describe("backups", () => {
  const declareSchedules =
    (schedules: Readonly<Record<string, PropertyMap>>): ProgramFunction =>
    async (register) => {
      await Promise.all(["a", "b"].map((name) => register(declare("Instance", name, smallInstance))));
      await Promise.all(
        Object.entries(schedules).map(([name, inputs]) =>
          register(declare("BackupSchedule", name, { day: "Sunday", window: "W10", ...inputs })),
        ),
      );
      return {};
    };
  type Schedules = Readonly<Record<string, PropertyMap>>;

  it.each<[string, Schedules, Schedules, readonly string[]]>([
    ["is renamed", { one: { instanceId: 1 } }, { other: { instanceId: 1 } }, []],
    [
      "changes places with another one",
      { one: { instanceId: 1 }, two: { instanceId: 2 } },
      { one: { instanceId: 2 }, two: { instanceId: 1 } },
      [],
    ],
    ["is replaced by force", { one: { instanceId: 1 } }, { one: { instanceId: 1 } }, ["one"]],
  ])("are not cancelled and enabled again when a schedule %s", async (_, before, after, replaced) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareSchedules(before)))).toEqual([]);
    const enabled = () => instancesIn(stack).map(({ backups }) => backups.enabled);
    const wanted = enabled();
    stack.emulator.control.forgetRequests();
    const urns = stack.store.snapshot.resources.map(({ urn }) => urn);
    const replace = urns.filter((urn) => replaced.some((name) => urn.endsWith(`::${name}`)));
    expect(failuresOf(await stack.up(declareSchedules(after), { replace }))).toEqual([]);
    expect(callsTo(stack).filter((call) => call.startsWith("POST"))).toEqual([]);
    expect(enabled()).toEqual(wanted);
    expect(stepsOf(await stack.up(declareSchedules(after)))).toEqual([]);
  });
});

it("tags in another order or case cause no change and no call", async () => {
  const stack = new TestStack();
  await stack.up(webInstance({ tags: ["web", "Shop"] }));
  await stack.refresh();
  stack.emulator.control.forgetRequests();
  expect(stepsOf(await stack.up(webInstance({ tags: ["shop", "WEB"] })))).toEqual([]);
  expect(callsTo(stack)).toEqual([]);
});
