import type { RecordedResource } from "../../../src/drift/recorded-stack";
import { createEmulator, type FaultRuleInput, wellKnownTokens } from "../../../src/emulator";
import type { ProgramFunction } from "../../../src/engine";
import { resourceClasses } from "../../../src/resources/resource-class";
import { declare, TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { visa } from "../../resources/payment-methods";
import { callsTo, failuresOf, smallInstance } from "../../resources/programs";
import { recordedStackOf, rowsOf, scan } from "./recorded";

const shop = { label: "Shop", redirectUri: "https://shop.example/callback" };

/** An instance, an OAuth client and a payment method. */
const program: ProgramFunction = async (register) => {
  await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
  await register(declare("OAuthClient", "app", shop));
  await register(declare("PaymentMethod", "card", { card: visa, isDefault: false }));
  return {};
};

async function createdStack(token?: string) {
  const stack = new TestStack(token === undefined ? {} : { token });
  expect(failuresOf(await stack.up(program))).toEqual([]);
  stack.emulator.control.forgetRequests();
  return stack;
}

const idOf = (stack: TestStack, name: string) =>
  stack.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.id ?? "";

async function deleteInstance(stack: TestStack) {
  const instanceId = Number(idOf(stack, "web"));
  await stack.clock.run(stack.services().client.instances.delete({ instanceId }));
  await stack.clock.advance(600_000);
}

const ownObjects = { unmanaged: false };

const calls = ["account.view", "instances.list", "images.list", "oauthClients.list", "paymentMethods.list"];
const views = ["instances.view", "oauthClients.view", "paymentMethods.view"];

/** Each lasts longer than any retry. */
const faults: Readonly<Record<string, FaultRuleInput["effect"]>> = {
  "401": { status: 401 },
  "403": { status: 403 },
  "404": { status: 404 },
  "429": { status: 429, headers: { "retry-after": "1" } },
  "500": { status: 500 },
  "a time-out": { hang: true },
  "a reset": { reset: true },
  "half a body": { truncated: true },
  "a proxy's page": { html: 502 },
  "an empty page in the middle": { status: 200, body: { data: [], page: 1, pages: 3, results: 9 } },
};

it("is incomplete if a stack was updated during the scan, however long it takes to find out", async () => {
  const stack = await createdStack();
  const message = "The stack project/dev was updated after its state was read.";
  const updated = recordedStackOf(stack, {
    findUpdate: async () => {
      await stack.clock.sleep(5000);
      return { state: "ended", message };
    },
  });
  const report = await scan(stack, ownObjects, [updated]);
  expect(report.verdict).toBe("incomplete");
  expect(report.problems).toEqual([
    { subject: "stack project/dev", stack: "project/dev", type: null, message },
  ]);
});

describe("a call that fails", () => {
  it.each(calls.flatMap((call) => Object.keys(faults).map((fault) => [call, fault] as const)))(
    "makes the scan incomplete: %s with %s",
    async (operation, fault) => {
      const stack = await createdStack();
      const { effect = { reset: true } } = { effect: faults[fault] };
      stack.emulator.control.faults.add({ operation, effect });
      const report = await scan(stack, ownObjects);
      expect(rowsOf(report)).toEqual([]);
      expect(report).toMatchObject({ verdict: "incomplete", isComplete: false });
      expect(report.problems).not.toEqual([]);
    },
  );

  it.each(
    views.flatMap((call) => ["403", "500", "a reset", "half a body"].map((fault) => [call, fault] as const)),
  )(
    "makes the scan incomplete when a list does not contain the object: %s with %s",
    async (operation, fault) => {
      const stack = await createdStack();
      const list = operation.replace(".view", ".list");
      const { effect = { reset: true } } = { effect: faults[fault] };
      const empty = { data: [], page: 1, pages: 1, results: 0 };
      stack.emulator.control.faults.add({ operation: list, effect: { status: 200, body: empty } });
      stack.emulator.control.faults.add({ operation, effect });
      const report = await scan(stack, ownObjects);
      expect(rowsOf(report)).toEqual([]);
      expect(report).toMatchObject({ verdict: "incomplete", isComplete: false });
    },
  );

  it("does not make the scan read the objects one by one if it is a list", async () => {
    const stack = await createdStack();
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { status: 403 } });
    const { problems } = await scan(stack, ownObjects);
    expect(problems.map(({ subject }) => subject)).toEqual(["list of backup schedules", "list of instances"]);
    expect(callsTo(stack)).not.toContain(`GET /v4/node/instances/${idOf(stack, "web")}`);
  });

  it("does not change the verdict on what was read: drift in an incomplete scan is drift", async () => {
    const stack = await createdStack();
    stack.emulator.control.changeInstance(Number(idOf(stack, "web")), { label: "other" });
    stack.emulator.control.faults.add({ operation: "images.list", effect: { status: 403 } });
    expect(await scan(stack, ownObjects)).toMatchObject({ verdict: "drift", isComplete: false });
  });

  it.each([
    [403, / Give the token the required scope\.$/],
    [401, / If the token is valid, give it the required scope\.$/],
  ])("with %i advises to add a scope, if that may help", async (status, advice) => {
    const stack = await createdStack();
    stack.emulator.control.faults.add({ operation: "images.list", effect: { status } });
    const { problems } = await scan(stack, ownObjects);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(advice)]);
  });

  it("is retried, and leaves no trace once it has passed", async () => {
    const stack = await createdStack();
    stack.emulator.control.faults.add({ operation: "*", count: 3, effect: { status: 500 } });
    expect(await scan(stack, ownObjects)).toMatchObject({ verdict: "inSync", isComplete: true });
  });

  it("does not concern a type that is not scanned", async () => {
    const stack = await createdStack();
    stack.emulator.control.faults.add({ operation: "images.list", effect: { status: 403 } });
    const report = await scan(stack, { ...ownObjects, types: ["Instance"] });
    expect(report).toMatchObject({
      verdict: "inSync",
      coverage: { typesScanned: 1, typesKnown: resourceClasses.length },
    });
  });
});

describe("the account", () => {
  it("of another token makes the scan incomplete, and the report has no rows", async () => {
    const stack = await createdStack();
    const settings = { ...recordedStackOf(stack).settings, token: wellKnownTokens.secondAccount };
    const report = await scan(stack, {}, [recordedStackOf(stack, { settings })]);
    expect(rowsOf(report)).toEqual([]);
    expect(report.verdict).toBe("incomplete");
    expect(report.problems).toMatchObject([
      { message: expect.stringContaining("belongs to account 1f2b6c3d-8e4a-4b7a-9d51-6c7e8f9a0b12") },
    ]);
    // It reads none of the stack's objects, which would be objects of another account.
    expect(callsTo(stack)).not.toContain(`GET /v4/node/instances/${idOf(stack, "web")}`);
  });

  describe("of an instance", () => {
    const clients = { types: ["OAuthClient"] } as const;

    /** A stack with one instance, scanned for OAuth clients only, by the token of an account that has one. */
    async function scanClients(token: string, changes: Partial<RecordedResource> = {}) {
      const stack = new TestStack();
      await stack.up(async (register) => {
        await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
        return {};
      });
      const { client } = stack.services({ token });
      await stack.clock.run(
        client.oauthClients.create({ label: "Theirs", redirect_uri: "https://app.example/callback" }),
      );
      const recorded = recordedStackOf(stack);
      const settings = { ...recorded.settings, token };
      const resources = recorded.resources.flatMap((resource) => [
        { ...resource, ...changes, id: "99", outputs: {} },
        { ...resource, ...changes },
      ]);
      return scan(stack, clients, [{ ...recorded, settings, resources }]);
    }

    it("makes a scan of another type incomplete too if the token belongs to another account", async () => {
      const report = await scanClients(wellKnownTokens.secondAccount);
      expect(rowsOf(report)).toEqual([]);
      expect(report).toMatchObject({ verdict: "incomplete", isComplete: false });
      expect(report.problems).toMatchObject([{ message: expect.stringContaining("It belongs to account") }]);
    });

    it.each([
      ["the token belongs to it", wellKnownTokens.full, {}],
      ["the program only reads the instance", wellKnownTokens.secondAccount, { isExternal: true }],
      ["the instance is an old one", wellKnownTokens.secondAccount, { isPendingDeletion: true }],
    ])("does not concern a scan of another type if %s", async (_, token, changes) => {
      const report = await scanClients(token, changes);
      expect(rowsOf(report).filter((row) => row.startsWith("unmanaged"))).toEqual(["unmanaged OAuthClient"]);
      expect(report.problems).toEqual([]);
    });

    it("shows that an object of another type was deleted, whose account is not recorded", async () => {
      const stack = await createdStack();
      await stack.clock.run(stack.services().client.oauthClients.delete({ clientId: idOf(stack, "app") }));
      const recorded = recordedStackOf(stack);
      const resources = recorded.resources.map((resource) =>
        resource.type === "OAuthClient"
          ? { ...resource, outputs: { ...resource.outputs, identity: {} } }
          : resource,
      );
      const report = await scan(stack, { ...clients, ...ownObjects }, [{ ...recorded, resources }]);
      expect([rowsOf(report), report.problems]).toEqual([["deleted OAuthClient"], []]);
    });
  });

  it("that cannot be read turns no missing stack into deleted objects, and no object of others into an unmanaged one", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "account.view", effect: { status: 403 } });
    await stack.up(program);
    const token = wellKnownTokens.secondAccount;
    const { client } = stack.services({ token });
    await stack.clock.run(
      client.oauthClients.create({ label: "Theirs", redirect_uri: "https://theirs.example/" }),
    );
    const settings = { ...recordedStackOf(stack).settings, token };
    const recorded = recordedStackOf(stack, { settings });
    const report = await scan(stack, {}, [recorded]);
    expect(rowsOf(report)).toEqual([]);
    expect(report.problems.map(({ message }) => message).join()).toContain("may belong to another account");
    // A stack of which only an interrupted replacement is left has no object that could prove it either.
    const resources = recorded.resources.slice(0, 1).map((one) => ({ ...one, isPendingReplacement: true }));
    expect(rowsOf(await scan(stack, {}, [{ ...recorded, resources }]))).toEqual([
      expect.stringMatching(/^unfinished /),
    ]);
  });

  it.each([
    [403, / Give the token the scope account:read_only\.$/],
    [401, / If the token is valid, give it the scope account:read_only\.$/],
    [404, /^(?!.*Give the token)/],
  ])(
    "that cannot be read, with %i, is reported with the advice to add a scope only if that helps",
    async (status, advice) => {
      const stack = await createdStack();
      stack.emulator.control.faults.add({ operation: "account.view", effect: { status } });
      const { problems } = await scan(stack, ownObjects);
      const [problem] = problems.filter(({ subject }) => subject.startsWith("account at "));
      expect(problem?.message).toMatch(/^It could not be read, so it is impossible to tell .*\./);
      expect(problem?.message).toMatch(advice);
    },
  );

  it("of another service with the same ids yields `notOurs` rows, no `deleted` ones", async () => {
    const stack = await createdStack();
    await stack.clock.advance(86_400_000);
    stack.emulator = createEmulator({ clock: stack.clock, seed: 1 });
    await stack.clock.run(
      stack.services().client.instances.create({ region: "us-east", type: "g1-nano-1", label: "theirs" }),
    );
    const report = await scan(stack, ownObjects);
    expect(rowsOf(report)).toEqual(["notOurs Instance created"]);
    expect(report.isComplete).toBe(false);
  });

  it("is named by each finding in it, whether or not a stack records the object", async () => {
    const stack = await createdStack();
    stack.emulator.control.changeInstance(Number(idOf(stack, "web")), { label: "other" });
    const { client } = stack.services({ token: wellKnownTokens.secondAccount });
    await stack.clock.run(client.oauthClients.create({ label: "theirs", redirect_uri: "https://a.example" }));
    await advanceUntilIdle(stack);
    const first = recordedStackOf(stack);
    const settings = { ...first.settings, token: wellKnownTokens.secondAccount };
    const second = recordedStackOf(stack, { stack: "prod", resources: [], settings });
    const { stacks, findings } = await scan(stack, {}, [first, second]);
    const [dev, prod] = stacks.map(({ account }) => account);
    expect(dev).not.toBe(prod);
    const accounts = (kind: string) =>
      new Set(findings.filter((finding) => finding.kind === kind).map(({ account }) => account));
    expect(accounts("changed")).toEqual(new Set([dev]));
    expect(accounts("unmanaged")).toEqual(new Set([dev, prod]));
  });

  it("shared by two stacks is read once", async () => {
    const stack = await createdStack();
    const other = recordedStackOf(stack, { stack: "prod", resources: [] });
    const report = await scan(stack, {}, [recordedStackOf(stack), other]);
    expect(report.stacks.map(({ name }) => name)).toEqual(["project/dev", "project/prod"]);
    const calls = callsTo(stack).sort();
    expect(calls).toEqual(
      expect.arrayContaining([
        "GET /v4/account",
        "GET /v4/account/oauth-clients",
        "GET /v4/account/payment-methods",
        "GET /v4/account/payment-methods/1",
        "GET /v4/images",
        "GET /v4/images/private/1",
        "GET /v4/node/instances",
      ]),
    );
    expect(calls).toEqual([...new Set(calls)]);
    stack.emulator.control.forgetRequests();
    await scan(stack, {}, [recordedStackOf(stack)]);
    expect(callsTo(stack).sort()).toEqual(calls);
  });
});

describe("a deleted object", () => {
  it("is one row, with its resource", async () => {
    const stack = await createdStack();
    const id = idOf(stack, "web");
    await deleteInstance(stack);
    const report = await scan(stack, ownObjects);
    expect(report.findings).toEqual([expect.objectContaining({ kind: "deleted", id, label: "web" })]);
    expect(report.coverage.types.find(({ type }) => type === "Instance")).toMatchObject({ managed: 0 });
  });

  it("names the resources that its new id may replace", async () => {
    const stack = await createdStack();
    const [app, card] = ["app", "card"].map(
      (name) => stack.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.urn ?? "",
    );
    await deleteInstance(stack);
    const usesOf = (message: string | undefined) =>
      / of (.*), which may be replaced/.exec(message ?? "")?.[1];
    const recorded = recordedStackOf(stack);
    const web = recorded.resources.find(({ name }) => name === "web")?.urn ?? "";
    const resources = recorded.resources.map((resource) =>
      resource.urn === app || resource.urn === card ? { ...resource, argumentsFrom: [web] } : resource,
    );
    const { findings } = await scan(stack, ownObjects, [{ ...recorded, resources }]);
    expect(findings.map(({ message }) => usesOf(message))).toEqual(["OAuthClient app, PaymentMethod card"]);
    const alone = await scan(stack, ownObjects);
    expect(alone.findings[0]?.message).toMatch(/creates it again\.$/);
  });

  it("is not one that a restricted user may just be unable to see", async () => {
    const stack = await createdStack();
    const { control } = stack.emulator;
    control.settings({ withoutGrant: "404" });
    control.externalChange({ kind: "user_change", username: "limited", patch: { account: "read_only" } });
    const settings = { ...recordedStackOf(stack).settings, token: wellKnownTokens.restricted };
    const report = await scan(stack, ownObjects, [recordedStackOf(stack, { settings })]);
    expect(rowsOf(report)).toEqual([]);
    expect(report.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^1 of its objects were not found. The token's user is restricted/),
    ]);
    control.faults.add({ operation: "logins.list", effect: { status: 503 } });
    await deleteInstance(stack);
    const unknown = await scan(stack, ownObjects);
    expect(rowsOf(unknown)).toEqual([]);
    expect(unknown.problems.map(({ message }) => message).join()).toContain("Scan again later");
    control.faults.clear();
    expect(rowsOf(await scan(stack, ownObjects))).toEqual(["deleted Instance"]);
  });

  it("is not one that only a lagging list leaves out", async () => {
    const stack = await createdStack();
    stack.emulator.control.faults.add({ effect: { staleList: 50_000 } });
    expect(await scan(stack, ownObjects)).toMatchObject({ verdict: "inSync" });
  });
});

describe("an unmanaged object", () => {
  it("is an object of any type that no scanned stack records", async () => {
    const stack = new TestStack();
    await stack.up(program);
    const world = stack.emulator.control.world();
    const report = await scan(stack);
    const unmanaged = report.findings.filter(({ kind }) => kind === "unmanaged");
    const ids = (type: string) => unmanaged.filter((row) => row.type === type).map(({ id }) => id);
    const others = (objects: readonly { readonly id: string | number }[], name: string) =>
      objects.map(({ id }) => String(id)).filter((id) => id !== idOf(stack, name));
    expect(ids("Instance").sort()).toEqual(others(world.instances, "web").sort());
    expect(ids("OAuthClient").sort()).toEqual(others(world.oauth_clients, "app").sort());
  });

  it.each([
    [true, []],
    [false, []],
    [undefined, ["unmanaged BackupSchedule"]],
  ])(
    "is not a backup schedule that the service chose for an instance that declares backupsEnabled: %s",
    async (backupsEnabled, rows) => {
      const stack = new TestStack({ settings: { scheduleWhenEnabled: "assigned" } });
      const inputs = {
        ...smallInstance,
        label: "web",
        ...(backupsEnabled !== undefined && { backupsEnabled }),
      };
      await stack.up(async (register) => {
        await register(declare("Instance", "web", inputs));
        return {};
      });
      if (backupsEnabled !== true) {
        const instanceId = Number(idOf(stack, "web"));
        await stack.clock.advance(600_000);
        await stack.clock.run(stack.services().client.backups.enable({ instanceId }));
      }
      const report = await scan(stack, { types: ["Instance", "BackupSchedule"] });
      expect(rowsOf(report)).toEqual([
        ...(backupsEnabled === false ? ["changed Instance backupsEnabled"] : []),
        ...rows,
      ]);
      const existing = { type: "BackupSchedule", managed: 0, existing: rows.length };
      expect(report.coverage.types).toContainEqual(expect.objectContaining(existing));
    },
  );

  it.each([
    [25, 24],
    [26, 26],
  ])(
    "is not one that was just deleted, unless a list contains more than 25: %i listed, %i reported",
    async (listed, reported) => {
      const stack = await createdStack();
      const { client } = stack.services();
      const unmanaged = () =>
        stack.emulator.control.world().oauth_clients.filter(({ id }) => id !== idOf(stack, "app"));
      while (unmanaged().length < listed) {
        const redirect_uri = "https://theirs.example/callback";
        await stack.clock.run(client.oauthClients.create({ label: "Theirs", redirect_uri }));
      }
      await stack.clock.advance(60_000);
      await stack.clock.run(client.oauthClients.delete({ clientId: unmanaged()[0]!.id }));
      stack.emulator.control.faults.add({ operation: "oauthClients.list", effect: { staleList: 50_000 } });
      const report = await scan(stack, { types: ["OAuthClient"] });
      expect(rowsOf(report)).toEqual(Array(reported).fill("unmanaged OAuthClient"));
    },
  );

  it("is the backup schedule of an instance that a program only reads", async () => {
    const stack = new TestStack({ settings: { scheduleWhenEnabled: "assigned" } });
    await stack.up(async (register) => {
      await register(declare("Instance", "web", { ...smallInstance, label: "web", backupsEnabled: true }));
      return {};
    });
    const recorded = recordedStackOf(stack);
    const resources = recorded.resources.map((resource) => ({ ...resource, isExternal: true }));
    const report = await scan(stack, { types: ["BackupSchedule"] }, [{ ...recorded, resources }]);
    expect(rowsOf(report)).toEqual(["unmanaged BackupSchedule"]);
  });

  it("is not reported on request", async () => {
    const stack = await createdStack();
    await stack.up(async () => ({}));
    const empty = recordedStackOf(stack, { resources: [] });
    expect(rowsOf(await scan(stack, ownObjects, [empty]))).toEqual([]);
  });
});

describe("an object in transition", () => {
  it("is compared once it is stable, within 30 s", async () => {
    const stack = await createdStack();
    const instanceId = Number(idOf(stack, "web"));
    const { client } = stack.services();
    stack.emulator.control.changeInstance(instanceId, { status: "offline" });
    await stack.clock.run(client.instances.boot({ instanceId }));
    expect((await stack.clock.run(client.instances.view({ instanceId }))).status).not.toBe("running");
    expect(await scan(stack, ownObjects)).toMatchObject({ verdict: "inSync", findings: [] });
  });

  it("is reported and makes the scan incomplete if the transition takes longer", async () => {
    const stack = await createdStack();
    stack.emulator.control.changeInstance(Number(idOf(stack, "web")), { status: "migrating" });
    const before = stack.clock.now();
    const report = await scan(stack, ownObjects);
    expect(rowsOf(report)).toEqual(["inMotion Instance"]);
    expect(report).toMatchObject({ verdict: "incomplete", isComplete: false });
    expect(stack.clock.now() - before).toBeGreaterThanOrEqual(30_000);
    expect(stack.clock.now() - before).toBeLessThan(40_000);
  });

  it("that stays offline for more than 15 s is drift", async () => {
    const stack = await createdStack();
    const id = Number(idOf(stack, "web"));
    stack.emulator.control.changeInstance(id, { status: "offline" });
    const before = stack.clock.now();
    const report = await scan(stack, ownObjects);
    expect(rowsOf(report)).toEqual(["changed Instance status"]);
    expect(stack.clock.now() - before).toBeGreaterThanOrEqual(15_000);
  });
});
