import type { Intent } from "../../src/lifecycle";
import { warnOfInterruptedCreates } from "../../src/lifecycle/creates/interrupted-creates";
import { resourceTypes } from "../../src/resources/resource-types";
import { revealMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declareClient, shop } from "./oauth-clients";
import { emptyProgram, failuresOf, instancesIn, warningsOf, webInstance } from "./programs";

const warningAbout = (names: string) =>
  `An earlier run was interrupted while creating ${names}, unless another run is still active, so objects may exist that the state does not record. \`pulumi up\` searches for the object of a resource before it creates one. For resources that it does not create, run \`nodecloud recover\`.`;

/** A stack with an OAuth client, whose plugin does not know the state, as under the Pulumi CLI. */
async function stackWithClient(): Promise<TestStack> {
  const stack = new TestStack({ knowsState: false });
  await stack.up(declareClient());
  stack.endPlugin();
  return stack;
}

/** Records that a run of this machine has begun creates and not finished them. */
async function recordCreates(
  stack: TestStack,
  names: readonly string[],
  {
    origin,
    ...intent
  }: Partial<Omit<Intent, "origin">> & { readonly origin?: Partial<Intent["origin"]> } = {},
): Promise<void> {
  const { intents, address, clock } = stack.services();
  for (const name of names) {
    const recorded = { project: "project", stack: "dev", type: "Instance", name, ...origin };
    await intents.save({ address, before: [], at: clock.now(), ...intent, origin: recorded });
  }
}

describe("a create whose plugin was killed under the Pulumi CLI, which records nothing", () => {
  /** The first four requests of the run read the account, the image, the region and the list of instances. */
  async function killedCreate(): Promise<TestStack> {
    const stack = new TestStack({ knowsState: false });
    await stack.up(webInstance(), { killPlugin: { request: 5, isCarriedOut: true } });
    expect(instancesIn(stack)).toHaveLength(1);
    await stack.store.save({ ...stack.store.snapshot, pendingOperations: [] });
    return stack;
  }

  it("is named by every run until a run finds its object", async () => {
    const stack = await killedCreate();
    await stack.preview(webInstance());
    await stack.preview(declareClient());
    expect(warningsOf(stack)).toEqual([warningAbout('Instance "web"'), warningAbout('Instance "web"')]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    await stack.up(webInstance());
    stack.messages.length = 0;
    await stack.up(webInstance());
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
  });
});

describe("the warning about interrupted creates", () => {
  it.each([
    ["preview", (stack: TestStack) => stack.preview(declareClient())],
    ["up", (stack: TestStack) => stack.up(declareClient())],
    ["refresh", (stack: TestStack) => stack.refresh()],
    ["destroy", (stack: TestStack) => stack.destroy()],
    ["up that removes resources", (stack: TestStack) => stack.up(emptyProgram)],
  ])("appears once in a run of %s", async (_, run) => {
    const stack = await stackWithClient();
    await recordCreates(stack, ["web", "db"]);
    expect(failuresOf(await run(stack))).toEqual([]);
    expect(warningsOf(stack)).toEqual([warningAbout('Instance "db", Instance "web"')]);
  });

  it("names ten creates at most", async () => {
    const stack = await stackWithClient();
    const names = Array.from({ length: 12 }, (_, index) => `web${10 + index}`);
    await recordCreates(stack, names.slice(0, 10));
    await stack.refresh();
    const listed = names.slice(0, 10).map((name) => `Instance "${name}"`);
    await recordCreates(stack, names.slice(10));
    await stack.refresh();
    expect(warningsOf(stack)).toEqual([
      warningAbout(listed.join(", ")),
      warningAbout(`${listed.join(", ")} and 2 more`),
    ]);
  });

  it.each([
    ["of another stack", { origin: { stack: "prod" } }],
    ["of another project", { origin: { project: "blog" } }],
    ["of a stack of another organization", { origin: { organization: "acme" } }],
    ["at another address", { address: "http://other.test/v4" }],
    ["whose run ended normally and said what it may have created", { isFailed: true }],
  ])("does not appear for a create %s", async (_, intent) => {
    const stack = await stackWithClient();
    await recordCreates(stack, ["web"], intent);
    await stack.up(declareClient());
    expect(warningsOf(stack)).toEqual([]);
  });

  it.each([
    ["appears once for each", ["prod"], { project: "project" }, 2],
    ["does not appear if that one exists", ["prod", "dev", "test"], { project: "project" }, 0],
    ["does not appear if the backend does not know either", [], { project: "project" }, 0],
    ["does not appear for another project", ["prod"], { project: "blog" }, 0],
    ["does not appear for another organization", ["prod"], { organization: "acme" }, 0],
  ])("of a stack with a former name %s", async (_, existing, origin, count) => {
    const stack = new TestStack();
    await recordCreates(stack, ["web", "db"], { origin });
    await recordCreates(stack, ["cache"], { origin: { ...origin, stack: "test" } });
    await recordCreates(stack, ["gone"], { origin: { ...origin, stack: "prod" } });
    const services = {
      ...stack.services(),
      hasStack: (one: { stack: string }) => existing.includes(one.stack),
    };
    warnOfInterruptedCreates(services, () => ({
      project: "project",
      stack: "prod",
      type: "Instance",
      name: "web",
    }));
    const expected =
      'A run of the stack "dev", which no longer exists, was interrupted while creating Instance "db", Instance "web", so objects may exist that no state records. If this stack is the renamed one, rename it back with `pulumi stack rename dev`, and run `pulumi up` or `nodecloud recover` before you rename it again. Otherwise, run `nodecloud stack init dev --no-select` and `nodecloud recover --stack dev`.';
    expect(warningsOf(stack)).toHaveLength(count);
    if (count > 0) expect(warningsOf(stack)[0]).toBe(expected);
  });

  it.each([
    ["appears", { project: "blog", stack: "prod" }, [{ project: "project", stack: "prod" }], 1],
    [
      "does not appear for another stack",
      { project: "blog", stack: "dev" },
      [{ project: "project", stack: "prod" }],
      0,
    ],
    [
      "does not appear if that one exists",
      { project: "blog", stack: "prod" },
      [
        { project: "project", stack: "prod" },
        { project: "blog", stack: "prod" },
      ],
      0,
    ],
  ])("of a stack that was moved from another project %s", async (_, former, existing, count) => {
    const stack = new TestStack();
    await recordCreates(stack, ["web"], { origin: former });
    const services = {
      ...stack.services(),
      hasStack: (one: { project: string; stack: string }) =>
        existing.some(({ project, stack: name }) => project === one.project && name === one.stack),
    };
    warnOfInterruptedCreates(services, () => ({
      project: "project",
      stack: "prod",
      type: "Instance",
      name: "web",
    }));
    const warning =
      'A run of the stack "organization/blog/prod", which no longer exists, was interrupted while creating Instance "web", so objects may exist that no state records. If this stack is the renamed one, rename it back with `pulumi stack rename organization/blog/prod`, set the name in Pulumi.yaml back to "blog", and run `pulumi up` or `nodecloud recover` before you rename it again.';
    expect(warningsOf(stack)).toEqual(Array(count).fill(warning));
  });

  it("appears with the new name of the stack if a run reads and deletes under the former one first", async () => {
    const stack = await stackWithClient();
    await recordCreates(stack, ["web"]);
    const outputs = revealMap(stack.outputs("app") ?? {});
    const id = String(outputs.clientId);
    const hasStack = (one: { stack: string }) => one.stack === "prod";
    const lifecycle = resourceTypes.OAuthClient.lifecycle({ ...stack.services(), hasStack });
    await stack.clock.run(lifecycle.read(id, outputs));
    await stack.clock.run(lifecycle.delete(id, outputs));
    expect(warningsOf(stack)).toEqual([]);
    const origin = { project: "project", stack: "prod", type: "OAuthClient", name: "app" };
    await stack.clock.run(lifecycle.check({}, { ...shop, origin }));
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(/^A run of the stack "dev", which no longer exists, was interrupted/),
    ]);
  });

  it("does not name creates whose objects the state has", async () => {
    const stack = new TestStack({ knowsState: false });
    await recordCreates(stack, ["web"], { id: "1" });
    await recordCreates(stack, ["db"], { id: "2" });
    await recordCreates(stack, ["cache"]);
    const isInState = ({ id }: { id?: string }) => (id === undefined ? undefined : id === "1");
    const origin = { project: "project", stack: "dev", type: "Instance", name: "web" };
    warnOfInterruptedCreates({ ...stack.services(), isInState }, () => origin);
    expect(warningsOf(stack)).toEqual([warningAbout('Instance "cache", Instance "db"')]);
  });

  it("does not appear for the creates of another plugin of the same run", async () => {
    const stack = new TestStack({ knowsState: false });
    await recordCreates(stack, ["web"], { engine: "127.0.0.1:1" });
    await recordCreates(stack, ["db"], { engine: "127.0.0.1:2" });
    await recordCreates(stack, ["old"]);
    const origin = { project: "project", stack: "dev", type: "Instance", name: "web" };
    warnOfInterruptedCreates({ ...stack.services(), engine: "127.0.0.1:1" }, () => origin);
    warnOfInterruptedCreates(stack.services(), () => origin);
    expect(warningsOf(stack)).toEqual([
      warningAbout('Instance "db", Instance "old"'),
      warningAbout('Instance "db", Instance "old", Instance "web"'),
    ]);
  });

  it("does not appear for the creates of the same run, or under the embedded engine, which has its own", async () => {
    const stack = new TestStack({ knowsState: false });
    const app = declareClient();
    await stack.up(async (register, ...more) => {
      await app(register, ...more);
      return webInstance()(register, ...more);
    });
    expect(warningsOf(stack)).toEqual([]);
    const embedded = new TestStack();
    await recordCreates(embedded, ["db"]);
    await embedded.up(app);
    expect(warningsOf(embedded)).toEqual([]);
  });
});
