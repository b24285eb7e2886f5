import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, Instance } from "../../src";
import { testStack, wellKnownTokens } from "../../src/program-testing";
import { small, webProgram } from "./programs";

class ServiceProvider extends pulumi.ProviderResource {
  constructor(name: string, settings: pulumi.Inputs) {
    super("pulumi-nodejs", name, settings);
  }
}

it("creates what a program declares with its classes, changes it, and deletes it", async () => {
  const stack = await testStack();
  const program = (tags: string[]) => () => {
    const web = new Instance("web", { ...small, tags });
    new BackupSchedule("nightly", { instanceId: web.instanceId, day: "Saturday", window: "W10" });
    return { address: web.ipv4.apply(([first]) => first) };
  };
  const created = await stack.up(program(["shop"]));
  expect(created.steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["create web", "create nightly"]);
  expect(created.changes).toMatchObject({ created: 2, updated: 0 });
  expect(created.outputs).toEqual({ address: { value: "198.18.0.1", secret: false } });
  expect(stack.outputs()).toEqual(created.outputs);
  expect(stack.world.instances).toMatchObject([{ tags: ["shop"], status: "running" }]);
  expect(stack.calls.filter(({ operation }) => operation === "instances.create")).toHaveLength(1);

  const unchanged = await stack.up(program(["shop"]));
  expect(unchanged.steps).toEqual([]);
  expect(unchanged.changes.unchanged).toBe(2);

  const previewed = await stack.preview(program(["store"]));
  expect(previewed.steps).toMatchObject([{ kind: "update", name: "web", changed: ["tags"] }]);
  expect(stack.world.instances).toMatchObject([{ tags: ["shop"] }]);
  await stack.up(program(["store"]));
  expect(stack.world.instances).toMatchObject([{ tags: ["store"] }]);

  const destroyed = await stack.destroy();
  expect(destroyed.changes.deleted).toBe(2);
  expect(stack.world.instances).toEqual([]);
  expect(() => stack.resource("web")).toThrow('The state has no resource "web".');
});

it("uses the token of each explicit provider", async () => {
  const stack = await testStack();
  const program = () => {
    const token = pulumi.secret(wellKnownTokens.secondAccount);
    const provider = new ServiceProvider("second", { "nodecloud:token": token });
    new Instance("here", small);
    new Instance("there", small, { provider });
    new Instance("same", small, { provider: new ServiceProvider("first", { "nodecloud:token": "" }) });
  };
  await stack.up(program);
  const counts = () => [stack.world, ...stack.world.other_accounts].map(({ instances }) => instances.length);
  expect(counts()).toEqual([2, 1]);
  expect(await stack.up(program)).toMatchObject({ steps: [], messages: [] });
  await stack.destroy();
  expect(counts()).toEqual([0, 0]);
});

it("deletes what the program no longer declares", async () => {
  const stack = await testStack();
  await stack.up(() => void ["a", "b"].map((name) => new Instance(name, small)));
  await stack.up(() => void new Instance("a", small));
  expect(stack.world.instances.map(({ id }) => String(id))).toEqual([stack.resource("a").id]);
});

it("reports drift, and repairs it", async () => {
  const stack = await testStack();
  const program = webProgram({ tags: ["shop"] });
  await stack.up(program);
  expect((await stack.refresh()).steps).toEqual([]);
  const { id } = stack.resource("web");
  stack.emulator.control.changeInstance(Number(id), { tags: ["changed"] });
  const refreshed = await stack.refresh();
  expect(refreshed.steps).toMatchObject([{ kind: "refresh", name: "web", changed: ["tags", "updated"] }]);
  await stack.up(program);
  expect(stack.world.instances).toMatchObject([{ tags: ["shop"] }]);
});

it("refreshes, replaces and targets according to its options", async () => {
  const stack = await testStack();
  const program = () => void ["a", "b"].map((name) => new Instance(name, { ...small, tags: ["shop"] }));
  await stack.up(program, { targets: ["**a"] });
  expect(stack.world.instances).toHaveLength(1);
  await stack.up(program);
  const [a, b] = [stack.resource("a").id, stack.resource("b").id];
  const { changes } = await stack.up(program, { replace: [stack.resource("b").urn] });
  expect(changes).toMatchObject({ replaced: 1, unchanged: 1 });
  expect([stack.resource("a").id, stack.resource("b").id === b]).toEqual([a, false]);
  stack.emulator.control.changeInstance(Number(a), { tags: [] });
  expect((await stack.preview(program)).steps).toEqual([]);
  expect((await stack.preview(program, { refresh: true })).steps).toMatchObject([
    { kind: "refresh" },
    { kind: "update" },
  ]);
});

it("passes hours without waiting, on one clock", async () => {
  const stack = await testStack({ settings: { bootingSeconds: 900 } });
  const before = stack.clock.now();
  await stack.up(webProgram({ timeouts: { create: "1h" } }));
  const hour = 3_600_000;
  expect(stack.clock.now() - before).toBeGreaterThan(hour / 4);
  expect(stack.world.time).toBe(stack.clock.now());
  const created = stack.world.instances[0]?.created;
  await stack.clock.advance(24 * hour);
  expect(stack.world.time - Number(created)).toBeGreaterThan(24 * hour);
});

it("injects faults, after which nothing is created twice", async () => {
  const stack = await testStack();
  stack.faults.add({ operation: "instances.create", count: 1, when: "after", effect: { reset: true } });
  await stack.up(webProgram());
  expect(stack.world.instances).toHaveLength(1);
  expect(stack.calls.filter(({ operation }) => operation === "instances.create")).toHaveLength(1);
});

it("gives the program its configuration, and the names of project, stack and organization", async () => {
  const stack = await testStack({
    project: "shop",
    stack: "prod",
    organization: "acme",
    config: { size: "3", rootPass: { secret: "correct-horse-battery" }, "other:key": "there" },
  });
  const { outputs } = await stack.up(() => {
    const config = new pulumi.Config();
    const rootPass = config.requireSecret("rootPass");
    new Instance("web", { ...small, rootPass });
    return {
      names: [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()],
      size: config.requireNumber("size"),
      other: new pulumi.Config("other").get("key"),
      missing: config.get("missing") ?? "none",
      rootPass,
    };
  });
  expect(outputs).toEqual({
    names: { value: ["acme", "shop", "prod"], secret: false },
    size: { value: 3, secret: false },
    other: { value: "there", secret: false },
    missing: { value: "none", secret: false },
    rootPass: { value: "correct-horse-battery", secret: true },
  });
  expect(stack.resource("web").inputs.rootPass).toEqual({ value: "correct-horse-battery", secret: true });
  expect(JSON.stringify(stack.calls)).not.toContain("correct-horse-battery");
});

it("runs stacks side by side that share nothing", async () => {
  const outside = pulumi.getStack();
  const stacks = await Promise.all(["one", "two", "three"].map((stack) => testStack({ stack })));
  await Promise.all(
    stacks.map((stack, index) =>
      stack.up(() => {
        const name = pulumi.getStack();
        const web = new Instance(name, { ...small, tags: [name] });
        for (let more = 0; more < index; more++) new Instance(`${name}-${more}`, small, { dependsOn: web });
        return { name: web.tags.apply(([tag]) => `${tag} of ${pulumi.getStack()}`) };
      }),
    ),
  );
  expect(stacks.map(({ world }) => world.instances.length)).toEqual([1, 2, 3]);
  expect(stacks.map((stack) => stack.outputs().name?.value)).toEqual([
    "one of one",
    "two of two",
    "three of three",
  ]);
  expect(pulumi.getStack()).toBe(outside);
});

it("supports components, aliases, dependsOn and protect", async () => {
  class Site extends pulumi.ComponentResource {
    readonly address: pulumi.Output<string | undefined>;
    constructor(name: string) {
      super("test:site:Site", name);
      const database = new Instance(`${name}-db`, small, { parent: this, protect: true });
      const options = { parent: this, dependsOn: database };
      const web = new Instance(`${name}-web`, { ...small, tags: [name] }, options);
      this.address = web.ipv4.apply(([first]) => first);
      this.registerOutputs({ address: this.address });
    }
  }
  const stack = await testStack();
  const { steps } = await stack.up(() => ({ address: new Site("shop").address }));
  expect(steps.map(({ name }) => name)).toEqual(["shop", "shop-db", "shop-web"]);
  expect(stack.resource("shop")).toMatchObject({ id: "", outputs: { address: { value: "198.18.0.2" } } });
  expect(stack.resource("shop-db")).toMatchObject({
    protect: true,
    type: /Instance$/.exec(steps[1]?.type ?? "")?.input,
  });
  await expect(stack.destroy()).rejects.toThrow(/shop-db.*protect/s);
  expect(stack.world.instances).toHaveLength(2);

  const alone = await testStack();
  await alone.up(webProgram());
  const renamed = await alone.up(() => void new Instance("site", small, { aliases: [{ name: "web" }] }));
  expect(renamed.steps.filter(({ kind }) => kind !== "update")).toEqual([]);
  expect(alone.resource("site").id).toBe(String(alone.world.instances[0]?.id));
});

it("registers resources that functions of outputs declare after waiting", async () => {
  const stack = await testStack();
  await stack.up(() => {
    const web = new Instance("web", small);
    web.id.apply(async () => {
      for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
      new Instance("late", small);
    });
  });
  expect(stack.world.instances).toHaveLength(2);
});

it("lists the resources in the state if one is requested by a wrong name", async () => {
  const stack = await testStack();
  await stack.up(webProgram());
  expect(() => stack.resource("wbe")).toThrow(/The state has no resource "wbe"\. It has: .*\bweb\b/);
});

it("finds the replacement of a resource that could not be deleted, and names with colons", async () => {
  const stack = await testStack();
  await stack.up(webProgram());
  const { id } = stack.resource("web");
  stack.faults.add({ operation: "instances.delete", effect: { status: 403 } });
  await expect(stack.up(webProgram({ region: "us-west" }))).rejects.toThrow();
  expect(stack.resource("web")).toMatchObject({ inputs: { region: { value: "us-west" } } });
  expect(stack.resource("web").id).not.toBe(id);
  stack.faults.clear();
  await stack.up(() => void [new Instance("a::web", small), new Instance("web", small)]);
  expect(stack.resource("web").urn).toMatch(/[a-z]::web$/i);
  expect(stack.resource("a::web").urn).toMatch(/::a::web$/);
});
