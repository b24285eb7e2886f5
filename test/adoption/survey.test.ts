import { join } from "node:path";
import { type Survey, surveyAccount, writeAdoption } from "../../src/adoption";
import { exitCodeOf, summaryOf } from "../../src/cli/adopt/summary";
import { fetchTransport } from "../../src/client";
import type { StackSource } from "../../src/drift";
import { wellKnownTokens } from "../../src/emulator";
import { intentFiles } from "../../src/lifecycle";
import { type ResourceClass, resourceClasses } from "../../src/resources/resource-class";
import { TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { deployment, ProjectFolder, resource } from "../drift/stacks/project-folder";
import { smallInstance } from "../resources/programs";

function survey(
  stack: TestStack,
  sources: readonly StackSource[] = [],
  token: string | undefined = wellKnownTokens.full,
  home = "/nonexistent",
  types?: readonly ResourceClass[],
): Promise<Survey> {
  const settings = { baseUrl: stack.address, ...(token && { token }) };
  const transport = fetchTransport((request) => stack.emulator.fetch(request));
  const env = { NODECLOUD_HOME: home };
  return stack.clock.run(surveyAccount({ clock: stack.clock, env, settings, transport, sources, types }));
}

const create = (stack: TestStack, label: string) =>
  stack.clock.run(
    stack.services().client.instances.create({
      ...{ region: "us-east", type: "g1-nano-1", image: "node/debian12", label },
      root_pass: String(smallInstance.rootPass),
    }),
  );

/** A stack's export with one resource of the given class, id and outputs. */
function exportOf(
  type: string,
  id: string,
  outputs: Record<string, unknown>,
  more: object = {},
): StackSource {
  const full = `pulumi-nodejs:dynamic/nodecloud:${type}`;
  const urn = `urn:pulumi:dev::shop::${full}::it`;
  const resource = { urn, type: full, custom: true, id, inputs: {}, outputs, ...more };
  const deployment = { manifest: {}, resources: [resource] };
  return { kind: "export", from: { text: JSON.stringify({ version: 3, deployment }) } };
}

it("reads the account of the default provider, and counts an object of another provider with an equal id as unmanaged", async () => {
  const stack = new TestStack();
  const { id } = await create(stack, "web");
  await advanceUntilIdle(stack);
  const urnOf = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
  const provider = {
    ...{
      urn: urnOf("pulumi:providers:pulumi-nodejs", "eu"),
      type: "pulumi:providers:pulumi-nodejs",
      id: "0a",
    },
    ...{ custom: true, inputs: { __internal: { envVarMappings: { EU_TOKEN: "NODECLOUD_TOKEN" } } } },
  };
  const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
  const common = { type, custom: true, inputs: {} };
  const resources = [
    provider,
    { ...common, urn: urnOf(type, "eu"), id: String(id), provider: `${provider.urn}::0a`, outputs: {} },
    { ...common, urn: urnOf(type, "old"), id: "999", outputs: {} },
  ];
  const text = JSON.stringify({ version: 3, deployment: { manifest: {}, resources } });
  const source: StackSource = { kind: "export", from: { text } };
  const tokens = { NODECLOUD_TOKEN: wellKnownTokens.full, EU_TOKEN: wellKnownTokens.secondAccount };
  const env = { NODECLOUD_HOME: "/nonexistent", NODECLOUD_BASE_URL: stack.address, ...tokens };
  const transport = fetchTransport((request) => stack.emulator.fetch(request));
  const found = await stack.clock.run(
    surveyAccount({ clock: stack.clock, env, transport, sources: [source], types: ["Instance"] }),
  );
  expect(found.adoptable).toMatchObject([{ object: { id: String(id) } }]);
});

it("sorts objects by their ids, in whatever order the service lists them", async () => {
  const stack = new TestStack();
  for (const label of ["first", "second", "third"]) await create(stack, label);
  await stack.clock.advance(600_000);
  const plain = fetchTransport((request) => stack.emulator.fetch(request));
  const transport: typeof plain = async (request) => {
    const response = await plain(request);
    const page = JSON.parse(Buffer.from(response.body).toString());
    return Array.isArray(page.data)
      ? { ...response, body: JSON.stringify({ ...page, data: page.data.toReversed() }) }
      : response;
  };
  const settings = { baseUrl: stack.address, token: wellKnownTokens.full };
  const env = { NODECLOUD_HOME: "/nonexistent" };
  const { adoptable } = await stack.clock.run(
    surveyAccount({ clock: stack.clock, env, settings, transport, types: ["Instance"] }),
  );
  expect(adoptable.map(({ object }) => object.id)).toEqual(["1", "2", "3"]);
});

const ownImage = (stack: TestStack) =>
  stack.emulator.control.world().images.find(({ is_public: isPublic }) => !isPublic)!;

describe("a survey", () => {
  it("waits for an instance that is being created", async () => {
    const stack = new TestStack({ settings: { provisioningSeconds: 20, bootDelaySeconds: 0 } });
    const { id } = await create(stack, "new");
    await advanceUntilIdle(stack);
    const found = await survey(stack);
    const { adoptable, omitted } = found;
    expect(adoptable.filter(({ type }) => type === "Instance")).toMatchObject([
      { object: { id: String(id) } },
    ]);
    expect(omitted.filter(({ isTemporary }) => isTemporary)).toEqual([]);
    expect(exitCodeOf(found)).toBe(0);
  });

  it.each([10, 25, 26, 40])(
    "describes %i objects as they are now, although lists lag behind",
    async (count) => {
      const stack = new TestStack({ settings: { listLagSeconds: 50, rateLimits: "off" } });
      const { client } = stack.services();
      const redirect = "https://app.example/callback";
      const clients: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const created = await stack.clock.run(
          client.oauthClients.create({ label: `app-${at}`, redirect_uri: redirect }),
        );
        clients.push(created.id);
      }
      await stack.clock.advance(600_000);
      const [renamed = "", deleted = "", ...others] = clients;
      await stack.clock.run(client.oauthClients.update({ clientId: renamed, label: "renamed" }));
      await stack.clock.run(client.oauthClients.delete({ clientId: deleted }));
      const { adoptable } = await survey(stack, [], undefined, undefined, ["OAuthClient"]);
      const found = adoptable.map(({ object: { id, label } }) => [id, label]);
      expect(found.filter(([id = ""]) => [renamed, deleted].includes(id))).toEqual([[renamed, "renamed"]]);
      expect(found).toHaveLength(others.length + 1);
    },
  );

  it.each([
    [23, 0],
    [24, 60_000],
  ])("waits for other lists if there are more than 25 objects: 2 and %i", async (count, wait) => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const { client } = stack.services();
    for (let at = 0; at < count; at += 1) {
      const redirect = "https://app.example/callback";
      await stack.clock.run(client.oauthClients.create({ label: `app-${at}`, redirect_uri: redirect }));
    }
    await stack.clock.advance(600_000);
    const before = stack.clock.now();
    expect((await survey(stack)).adoptable).toHaveLength(count + 2);
    expect(stack.clock.now() - before).toBe(wait);
  });

  it("finds the backup schedule of an instance whose backup service was enabled after the list was taken", async () => {
    const stack = new TestStack({
      settings: { listLagSeconds: 50, provisioningSeconds: 20, bootDelaySeconds: 0 },
    });
    const { client } = stack.services();
    const { id } = await create(stack, "web");
    await stack.clock.advance(600_000);
    await stack.clock.run(client.backups.enable({ instanceId: id }));
    const schedule = { day: "Sunday", window: "W10" };
    await stack.clock.run(client.instances.update({ instanceId: id, backups: { schedule } }));
    const schedules = (await survey(stack)).adoptable.filter(({ type }) => type === "BackupSchedule");
    expect(schedules).toMatchObject([{ object: { id: String(id), inputs: schedule } }]);
    expect((await survey(stack, [], undefined, undefined, ["Instance"])).adoptable).toHaveLength(1);
  });

  it("describes an instance as it is after another one has become stable", async () => {
    const stack = new TestStack({
      settings: { listLagSeconds: 50, provisioningSeconds: 20, bootDelaySeconds: 0 },
    });
    const { client } = stack.services();
    const { id } = await create(stack, "web");
    await stack.clock.advance(600_000);
    await create(stack, "new");
    await stack.clock.advance(50_000);
    stack.emulator.control.changeInstance(id + 1, { status: "migrating" });
    void stack.clock
      .sleep(15_000)
      .then(() => stack.emulator.control.changeInstance(id + 1, { status: "running" }));
    await stack.clock.run(client.instances.update({ instanceId: id, label: "renamed" }));
    const { adoptable } = await survey(stack, [], undefined, undefined, ["Instance"]);
    expect(adoptable.map(({ object }) => object.label)).toEqual(["renamed", "new"]);
  });

  it("reads the lists again a minute after its start, not after the wait for an instance", async () => {
    const stack = new TestStack({ settings: { provisioningSeconds: 20, bootDelaySeconds: 0 } });
    await create(stack, "web");
    await stack.clock.advance(600_000);
    const world = stack.emulator.control.world();
    const instances = Array.from({ length: 30 }, (_, at) => ({
      ...{ ...world.instances[0]!, id: at + 1, label: `web-${at}` },
    }));
    stack.emulator.control.load({ ...world, instances, numbers: { ...world.numbers, instance: 30 } });
    await create(stack, "new");
    await advanceUntilIdle(stack);
    const before = stack.clock.now();
    const { adoptable, omitted } = await survey(stack);
    expect(adoptable.filter(({ type }) => type === "Instance")).toHaveLength(31);
    expect(omitted.filter(({ isTemporary }) => isTemporary)).toEqual([]);
    expect(stack.clock.now() - before).toBe(60_000);
  });

  it("leaves out what still changes after 30 s, and says that the program is incomplete", async () => {
    const stack = new TestStack({ settings: { provisioningSeconds: 600 } });
    const { id } = await create(stack, "new");
    await advanceUntilIdle(stack);
    const before = stack.clock.now();
    const found = await survey(stack);
    expect(stack.clock.now() - before).toBe(30_000);
    expect(found.adoptable.filter(({ type }) => type === "Instance")).toEqual([]);
    expect(found.omitted.filter(({ type }) => type === "Instance")).toEqual([
      {
        type: "Instance",
        kind: "instance",
        id: String(id),
        label: "new",
        reason: "It is provisioning.",
        isTemporary: true,
      },
    ]);
    expect(summaryOf(found, "shop")).toMatch(
      /1 instance: It is provisioning\.\n {4}1\n[\s\S]*The program is incomplete\./,
    );
    expect(exitCodeOf(found)).toBe(3);
    expect(writeAdoption(found, "shop", "1.0.0").get("README.md")).toContain(
      "### 1 instance\n\nIt is provisioning",
    );
  });

  it("stops waiting if only an object of a stack is still changing", async () => {
    const stack = new TestStack({ settings: { provisioningSeconds: 600 } });
    const { id, created } = await create(stack, "new");
    const { euuid } = stack.emulator.control.world().account;
    const identity = { account: euuid, created };
    const before = stack.clock.now();
    const found = await survey(stack, [exportOf("Instance", String(id), { instanceId: id, identity })]);
    expect(stack.clock.now() - before).toBeLessThan(31_000);
    expect(found).toMatchObject({ problems: [], managed: 1 });
    expect(found.omitted.filter(({ type }) => type === "Instance")).toEqual([]);
  });

  it("considers an instance offline only after 15 s", async () => {
    const stack = new TestStack();
    const { id } = await create(stack, "web");
    await stack.clock.advance(600_000);
    stack.emulator.control.changeInstance(id, { status: "offline" });
    const pending = survey(stack);
    void stack.clock
      .sleep(12_000)
      .then(() => stack.emulator.control.changeInstance(id, { status: "running" }));
    const { adoptable } = await pending;
    expect(adoptable.find(({ type }) => type === "Instance")?.object.adoption().args).not.toHaveProperty(
      "booted",
    );
  });

  it.each([
    [
      "records its id for another object",
      { created: "2001-01-01T00:00:00" },
      /shop\/dev records its id for another object/,
    ],
    ["may have created it", undefined, /A create request of shop\/dev may have created it/],
  ])("leaves out an object if a stack %s", async (_, identity, reason) => {
    const stack = new TestStack();
    const { id } = ownImage(stack);
    const { euuid } = stack.emulator.control.world().account;
    const source =
      identity === undefined
        ? exportOf("Image", "", { unresolved: { candidates: [id], reason: "x" } })
        : exportOf("Image", id, { imageId: id, identity: { account: euuid, ...identity } });
    const { adoptable, omitted } = await survey(stack, [source]);
    expect(adoptable.filter(({ type }) => type === "Image")).toEqual([]);
    expect(omitted.find((one) => one.id === id)).toMatchObject({
      reason: expect.stringMatching(reason),
      isTemporary: false,
    });
  });

  describe("of a stack whose create was killed", () => {
    const type = "pulumi-nodejs:dynamic/nodecloud:Image";
    const golden = resource("golden", { type, id: "" });
    const creating = { pending_operations: [{ type: "creating", resource: golden }] };

    /** A survey with a stack of this state, and with the intent of its create if the parameter is not undefined. */
    async function surveyAfterKill(state: object, intent?: { readonly id?: string }) {
      const stack = new TestStack();
      const { id } = ownImage(stack);
      const project = new ProjectFolder();
      project.writeStack("dev", deployment([], state));
      const [recorded] = await project.readProject(["dev"]);
      const home = join(project.path, "home");
      if (intent) {
        await intentFiles(join(home, "intents"), recorded?.backend ?? "", stack.clock).save({
          ...{
            origin: { project: "shop", stack: "dev", type: "Image", name: "golden" },
            address: stack.address,
          },
          ...{ before: [], at: stack.clock.now(), label: "golden", ...intent },
        });
      }
      const source = { kind: "project", folder: project.path, stacks: ["dev"] } as const;
      const read = (types?: readonly ResourceClass[]) => survey(stack, [source], undefined, home, types);
      return { id, urn: golden.urn, read };
    }

    it.each([
      ["a pending operation", creating, undefined],
      ["an intent without an id", {}, {}],
      ["both", creating, {}],
    ])("is incomplete if all that is known is %s", async (_, state, intent) => {
      const { urn, read } = await surveyAfterKill(state, intent);
      const { problems } = await read();
      expect(problems).toEqual([
        {
          subject: "stack shop/dev",
          stack: "shop/dev",
          type: "Image",
          message: expect.stringContaining(urn),
        },
      ]);
      expect(problems[0]?.message).toMatch(/Run `npx nodecloud recover --stack dev --cwd .+` first\.$/);
      expect((await read(["Instance"])).problems).toEqual([]);
    });

    it.each([
      ["an intent with the id", {}],
      ["a pending operation and an intent with the id", creating],
    ])("leaves out what it created, if there is %s", async (_, state) => {
      const id = ownImage(new TestStack()).id;
      const { read } = await surveyAfterKill(state, { id });
      const { adoptable, omitted, problems } = await read();
      expect(problems).toEqual([]);
      expect(adoptable.map((one) => one.type)).toEqual(["PaymentMethod"]);
      expect(omitted.find((one) => one.id === id)?.reason).toMatch(
        /^A create request of shop\/dev created it/,
      );
    });

    it.each(["updating", "deleting", "reading"])(
      "is complete if it was killed while %s",
      async (operation) => {
        const state = { pending_operations: [{ type: operation, resource: golden }] };
        expect((await (await surveyAfterKill(state)).read()).problems).toEqual([]);
      },
    );
  });

  it("is incomplete if an unresolved create has no candidates", async () => {
    const source = exportOf("Image", "unresolved-1", { unresolved: { candidates: [], reason: "x" } });
    const { problems } = await survey(new TestStack(), [source]);
    expect(problems).toMatchObject([{ stack: "shop/dev", type: "Image" }]);
  });

  it("does not mention objects that a stack manages and still has to finish", async () => {
    const stack = new TestStack();
    const { id } = ownImage(stack);
    const { euuid } = stack.emulator.control.world().account;
    const outputs = { imageId: id, identity: { account: euuid } };
    const { adoptable, omitted } = await survey(stack, [
      exportOf("Image", id, outputs, { initErrors: ["upload failed"] }),
    ]);
    expect(adoptable.map(({ type }) => type)).toEqual(["PaymentMethod"]);
    expect(omitted.filter((one) => one.id === id)).toEqual([]);
  });

  it("leaves out an old object that a replacement still has to delete, unless another resource manages it", async () => {
    const stack = new TestStack();
    const { id } = ownImage(stack);
    const old = exportOf("Image", id, {}, { delete: true });
    const leftOutOf = async (...sources: readonly StackSource[]) => {
      const { adoptable, omitted } = await survey(stack, sources);
      expect(adoptable.map(({ type }) => type)).toEqual(["PaymentMethod"]);
      return omitted.filter((one) => one.id === id);
    };
    expect(await leftOutOf(old)).toMatchObject([
      {
        reason: "It is the old object of a replacement, which the next `up` of shop/dev deletes.",
        isTemporary: false,
      },
    ]);
    const { euuid } = stack.emulator.control.world().account;
    const outputs = { imageId: id, identity: { account: euuid } };
    const other = new ProjectFolder("other");
    const type = "pulumi-nodejs:dynamic/nodecloud:Image";
    other.writeStack(
      "dev",
      deployment([resource("golden", { project: "other", type, id, outputs })]),
      "other",
    );
    const managing = { kind: "project", folder: other.path, stacks: ["dev"] } as const;
    expect(await leftOutOf(old, managing)).toEqual([]);
    const exportWithCandidate = exportOf("Image", "", { unresolved: { candidates: [id], reason: "x" } });
    expect(await leftOutOf(exportWithCandidate, managing)).toEqual([]);
  });

  it("leaves out the backup schedule of an instance for which a stack declares backupsEnabled", async () => {
    const stack = new TestStack({ settings: { scheduleWhenEnabled: "assigned" } });
    const { client } = stack.services();
    const { id, created } = await create(stack, "new");
    await stack.clock.advance(600_000);
    await stack.clock.run(client.backups.enable({ instanceId: id }));
    await advanceUntilIdle(stack);
    const { euuid } = stack.emulator.control.world().account;
    const outputs = { instanceId: id, identity: { account: euuid, created } };
    const typesWith = async (inputs: object) => {
      const { adoptable, omitted, managed } = await survey(stack, [
        exportOf("Instance", String(id), outputs, { inputs }),
      ]);
      expect(managed).toBe(1);
      return [...adoptable, ...omitted.filter((one) => one.id === String(id))].map(({ type }) => type);
    };
    expect(await typesWith({ backupsEnabled: true })).toEqual(["Image", "PaymentMethod"]);
    for (const inputs of [{}, { backupsEnabled: null }])
      expect(await typesWith(inputs)).toEqual(["BackupSchedule", "Image", "PaymentMethod"]);
  });

  it.each([
    ["may have created the instance", "", { unresolved: { candidates: ["1"], reason: "x" } }, {}],
    ["still has to delete the instance", "1", {}, { delete: true }],
    ["records the id for another instance", "1", { identity: { created: "2001-01-01T00:00:00" } }, {}],
  ])("leaves out the backup schedule of an instance if a stack %s", async (_, id, outputs, more) => {
    const stack = new TestStack({ settings: { scheduleWhenEnabled: "assigned" } });
    await create(stack, "new");
    await stack.clock.advance(600_000);
    await stack.clock.run(stack.services().client.backups.enable({ instanceId: 1 }));
    await advanceUntilIdle(stack);
    const { adoptable, omitted } = await survey(stack, [exportOf("Instance", id, outputs, more)]);
    const found = omitted.filter((one) => one.id === "1");
    expect(adoptable.map(({ type }) => type)).toEqual(["Image", "PaymentMethod"]);
    expect(found.map(({ type }) => type).sort()).toEqual(["BackupSchedule", "Instance"]);
    expect(found[0]?.reason).toBe(found[1]?.reason);
    const ofOther = await survey(stack, [exportOf("PaymentMethod", id, outputs, more)]);
    expect(ofOther.adoptable.map(({ type }) => type)).toEqual(["BackupSchedule", "Image", "Instance"]);
  });

  it("reports that the token may belong to a different account from that of the stacks", async () => {
    const stack = new TestStack();
    const { id } = ownImage(stack);
    const source = exportOf("Image", id, { imageId: id, identity: { account: "another" } });
    const types = [undefined, ["OAuthClient"]] as const;
    for (const scanned of types) {
      const { problems } = await survey(stack, [source], undefined, undefined, scanned);
      expect(problems).toMatchObject([{ message: expect.stringContaining("It belongs to account another") }]);
    }
  });

  it("needs no permission to read the account if no stack is named", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "account.view", effect: { status: 403 } });
    const { problems, adoptable } = await survey(stack);
    expect(problems).toEqual([]);
    expect(adoptable).toHaveLength(2);
    const { id, created } = ownImage(stack);
    const identity = { account: "x", created: new Date(created).toISOString().slice(0, 19) };
    const named = await survey(stack, [exportOf("Image", id, { imageId: id, identity })]);
    expect(named.problems).toHaveLength(1);
  });

  it("lists the stacks whose objects it leaves out, and the other stacks of their project", async () => {
    const stack = new TestStack();
    const { id } = ownImage(stack);
    const project = new ProjectFolder();
    const type = "pulumi-nodejs:dynamic/nodecloud:Image";
    const { euuid } = stack.emulator.control.world().account;
    const outputs = { imageId: id, identity: { account: euuid } };
    project.writeStack("dev", deployment([resource("golden", { type, id, outputs })]));
    project.writeStack("prod", deployment([]));
    const source = { kind: "project", folder: project.path } as const;
    const one = await survey(stack, [{ ...source, stacks: ["dev"] }]);
    expect(one).toMatchObject({ stacks: ["shop/dev"], otherStacks: ["shop/prod"], managed: 1, problems: [] });
    expect(one.adoptable.map(({ type: own }) => own)).toEqual(["PaymentMethod"]);
    expect(summaryOf(one, "x")).toContain(
      "shop/dev manages 1 other object.\nWarning: objects of other stacks are included",
    );
    const both = await survey(stack, [{ ...source, stacks: "all" }]);
    expect(both).toMatchObject({ stacks: ["shop/dev", "shop/prod"], otherStacks: [], managed: 1 });
    expect(summaryOf(both, "x")).toContain("shop/dev, shop/prod manage 1 other object.\n");
    const none = await survey(stack);
    expect(none).toMatchObject({ stacks: [], otherStacks: [], managed: 0 });
    expect(summaryOf(none, "x")).toContain("No stack was specified");
  });

  it("names the first ten objects of those that are left out for one reason", async () => {
    const found = await survey(new TestStack());
    const [image] = found.omitted;
    const omitted = Array.from({ length: 12 }, (_, at) => ({ ...image!, id: `node/${at}` }));
    const idsIn = (count: number) => summaryOf({ ...found, omitted: omitted.slice(0, count) }, "x");
    expect(idsIn(12)).toContain("12 images: Public images belong to the operator.\n    node/0, ");
    expect(idsIn(12)).toContain(" node/9 and 2 more\n");
    expect(idsIn(10)).toContain(" node/9\n");
  });

  it("refuses stacks of several accounts", async () => {
    const stack = new TestStack();
    const sources = (["full", "secondAccount"] as const).map((name): StackSource => {
      const project = new ProjectFolder(name);
      project.writeStack("dev", deployment([]), name);
      project.write("Pulumi.dev.yaml", `config:\n  nodecloud:token: ${wellKnownTokens[name]}\n`);
      return { kind: "project", folder: project.path, stacks: ["dev"] };
    });
    await expect(survey(stack, sources, "")).rejects.toThrow(/use 2 accounts.*Nothing was written/);
  });

  it("reads a thousand objects with a few lists, and names them all differently", async () => {
    const stack = new TestStack();
    const { control } = stack.emulator;
    await create(stack, "web");
    await stack.clock.advance(600_000);
    const world = control.world();
    const instances = Array.from({ length: 1000 }, (_, at) => ({
      ...world.instances[0]!,
      id: at + 1,
      label: "web",
    }));
    control.load({ ...world, instances, numbers: { ...world.numbers, instance: 1000 } });
    control.forgetRequests();
    const found = await survey(stack);
    expect(control.requests().length).toBeLessThan(2 * resourceClasses.length + 2);
    const text = writeAdoption(found, "shop", "1.0.0").get("instances.ts") ?? "";
    const own = [...text.matchAll(/^export const (\w+) = new Instance\("(.+)", \{$/gm)];
    expect(own).toHaveLength(1000);
    for (const part of [1, 2]) expect(new Set(own.map((match) => match[part])).size).toBe(1000);
    expect(own[999]?.slice(1)).toEqual(["web_1000", "web-1000"]);
    expect(summaryOf(found, "shop")).toContain("  1,000 instances\n");
  });
});
