import { rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { emptyInstance } from "./backup-schedules";
import { clientsIn, declareClient, isAccepted, png, secretOf, shop } from "./oauth-clients";
import { callsTo, failuresOf, instancesIn, smallInstance, stepsOf, warningsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const declared: PropertyMap = {
  ...smallInstance,
  label: "mine",
  group: "g",
  tags: ["a-tag", "b-tag"],
  alerts: { cpu: 50, io: 60 },
  watchdogEnabled: true,
};
const alerts = { cpu: 50, io: 60, network_in: 10, network_out: 10, transfer_quota: 80 };

const webUrn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web";

const programIgnoring =
  (ignoreChanges: readonly string[], inputs: PropertyMap = {}): ProgramFunction =>
  async (register) => {
    await register(declare("Instance", "web", { ...declared, ...inputs }, { ignoreChanges }));
    return {};
  };

async function startInstance(program: ProgramFunction) {
  const stack = new TestStack();
  expect(failuresOf(await stack.up(program))).toEqual([]);
  const change = (patch: Parameters<TestStack["emulator"]["control"]["changeInstance"]>[1]) =>
    stack.emulator.control.changeInstance(instancesIn(stack)[0]?.id ?? 0, patch);
  return { stack, change };
}

/** The names of the resources that a refresh reports as changed by somebody else. */
async function findDrift(stack: TestStack) {
  const { events } = await stack.refresh();
  return events.flatMap((event) =>
    event.kind === "stepDone" && event.step.kind === "refresh" ? [event.step.name] : [],
  );
}

describe("ignoreChanges", () => {
  const drifts = [
    ["label", { label: "other" }],
    ["group", { group: "other" }],
    ["tags", { tags: ["x-tag"] }],
    ["tags[*]", { tags: ["x-tag", "y-tag", "z-tag"] }],
    ["tags[0]", { tags: ["b-tag", "x-tag"] }],
    ["alerts", { alerts: { ...alerts, cpu: 1 } }],
    ["alerts.cpu", { alerts: { ...alerts, cpu: 1 } }],
    ['["alerts"]["cpu"]', { alerts: { ...alerts, cpu: 1 } }],
    ["watchdogEnabled", { watchdog_enabled: false }],
    ["region", { region: "us-central" }],
    ["image", { image: "node/alpine3.15" }],
  ] as const;

  it.each(drifts)("neither reports nor repairs drift of %s", async (path, patch) => {
    const program = programIgnoring([path]);
    const { stack, change } = await startInstance(program);
    change({ ...patch, ...("tags" in patch ? { tags: [...patch.tags] } : {}) } as never);
    const [before] = instancesIn(stack);
    expect(await findDrift(stack)).toEqual([]);
    expect(stepsOf(await stack.preview(program))).toEqual([]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toEqual([before]);
  });

  it.each(drifts)(
    "keeps drift of %s when another argument is updated, with or without a refresh",
    async (path, patch) => {
      for (const refreshed of [true, false]) {
        const { stack, change } = await startInstance(programIgnoring([path]));
        change({ ...patch, ...("tags" in patch ? { tags: [...patch.tags] } : {}) } as never);
        const [before] = instancesIn(stack);
        if (refreshed) await stack.refresh();
        const other: PropertyMap = path === "group" ? { watchdogEnabled: false } : { group: "new" };
        expect(stepsOf(await stack.up(programIgnoring([path], other)))).toEqual(["update web"]);
        const { updated, ...after } = instancesIn(stack)[0] ?? {};
        expect(after).toMatchObject(
          path === "group" ? { group: "other", watchdog_enabled: false } : { ...patch, group: "new" },
        );
        expect(after).toMatchObject({ id: before?.id });
      }
    },
  );

  it("accepts all arguments at once and wildcards for their members", async () => {
    for (const paths of [Object.keys(declared), ["alerts[*]", "tags[*]", "alerts.*"]]) {
      const { stack, change } = await startInstance(programIgnoring(paths));
      change({ alerts: { ...alerts, cpu: 1, io: 2 }, tags: ["x-tag"] });
      expect(await findDrift(stack)).toEqual([]);
      expect(stepsOf(await stack.up(programIgnoring(paths)))).toEqual([]);
    }
  });

  it("keeps ignored drift while other drift is repaired", async () => {
    const program = programIgnoring(["alerts.cpu", "label"]);
    const { stack, change } = await startInstance(program);
    change({ alerts: { ...alerts, cpu: 1, io: 2 }, label: "other", group: "other" });
    expect(await findDrift(stack)).toEqual(["web"]);
    expect(stepsOf(await stack.up(program))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([
      { label: "other", group: "g", alerts: { ...alerts, cpu: 1, io: 60 } },
    ]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("repairs drift once the program no longer ignores it", async () => {
    const { stack, change } = await startInstance(programIgnoring(["label"]));
    change({ label: "other" });
    await stack.refresh();
    await stack.up(programIgnoring(["label"]));
    expect(stepsOf(await stack.up(programIgnoring([])))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([{ label: "mine" }]);
  });

  it("keeps a changed generated label only if `label` is ignored", async () => {
    for (const ignoreChanges of [["label"], []]) {
      const program: ProgramFunction = async (register) => {
        await register(declare("Instance", "web", smallInstance, { ignoreChanges }));
        return {};
      };
      const { stack, change } = await startInstance(program);
      const generated = stack.outputs("web")?.label;
      change({ label: "other" });
      await stack.refresh();
      await stack.up(program);
      const ignored = ignoreChanges.length > 0;
      expect(instancesIn(stack)).toMatchObject([{ label: ignored ? "other" : generated }]);
      expect(stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"))?.inputs).toMatchObject({
        label: generated,
        generatedLabel: true,
      });
    }
  });

  it("of a generated label gives a replacement, requested or not, a label of its own", async () => {
    for (const isRequested of [true, false]) {
      const program =
        (inputs: PropertyMap): ProgramFunction =>
        async (register) => {
          await register(
            declare("Instance", "web", { ...smallInstance, ...inputs }, { ignoreChanges: ["label"] }),
          );
          return {};
        };
      const { stack } = await startInstance(program({}));
      stack.endPlugin();
      const label = stack.outputs("web")?.label;
      const up = isRequested
        ? await stack.up(program({}), { replace: [webUrn] })
        : await stack.up(program({ region: "us-central" }));
      expect(stepsOf(up)).toEqual(["createReplacement web", "deleteReplaced web"]);
      const [instance] = instancesIn(stack);
      expect(instance?.label).toMatch(/^web-\w{7}$/);
      expect(instance?.label).not.toBe(label);
      expect(stepsOf(await stack.up(program(isRequested ? {} : { region: "us-central" })))).toEqual([]);
    }
  });

  it("does not cover what a failed create left to do, until a later run has done it", async () => {
    const stack = new TestStack();
    const effect = { status: 400, body: { errors: [{ reason: "not now", field: "alerts" }] } };
    stack.emulator.control.faults.add({ operation: "instances.update", count: 1, effect });
    const program = programIgnoring(["alerts", "watchdogEnabled"], { watchdogEnabled: false });
    expect(failuresOf(await stack.up(program)).join()).toMatch(/Remaining steps: settings, ready/);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ alerts, watchdog_enabled: false }]);
    stack.emulator.control.changeInstance(1, { watchdog_enabled: true });
    await stack.refresh();
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("covers what a failed create left to do if the program ignores it only since then", async () => {
    const stack = new TestStack();
    const effect = { status: 400, body: { errors: [{ reason: "not now", field: "alerts" }] } };
    stack.emulator.control.faults.add({ operation: "instances.update", count: 1, effect });
    expect(failuresOf(await stack.up(programIgnoring(["alerts.cpu"])))).toHaveLength(1);
    expect(failuresOf(await stack.up(programIgnoring(["alerts.cpu", "alerts.io"])))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ alerts: { cpu: 50, io: 10_000 } }]);
  });

  it("covers what a failed adoption left to do", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ ...emptyInstance, label: "theirs" }));
    await stack.clock.advance(120_000);
    const { faults } = stack.emulator.control;
    const fault = faults.add({ operation: "instances.update", effect: { status: 500 } });
    const program: ProgramFunction = async (register) => {
      const inputs = { adopt: 1, tags: ["a-tag"], watchdogEnabled: false, timeouts: { create: "30s" } };
      await register(declare("Instance", "web", inputs, { ignoreChanges: ["watchdogEnabled"] }));
      return {};
    };
    expect(failuresOf(await stack.up(program)).join()).toMatch(/Remaining steps: settings/);
    faults.clear(fault);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ tags: ["a-tag"], watchdog_enabled: true }]);
  });

  it("keeps an instance powered off only if `booted` is ignored", async () => {
    for (const [paths, status] of [
      [["booted"], "offline"],
      [[], "running"],
    ] as const) {
      const { stack } = await startInstance(programIgnoring(paths));
      const id = instancesIn(stack)[0]?.id ?? 0;
      stack.emulator.control.changeInstance(id, { watchdog_enabled: false });
      stack.emulator.control.externalChange({ kind: "power_off", instanceId: id });
      await stack.refresh();
      await stack.up(programIgnoring(paths));
      expect(instancesIn(stack)).toMatchObject([{ status }]);
    }
  });

  it("previews no change for an unknown value of an ignored argument", async () => {
    const { stack } = await startInstance(programIgnoring(["tags"]));
    expect(stepsOf(await stack.preview(programIgnoring(["tags"], { tags: unknown })))).toEqual([]);
  });
});

describe("a file whose changes are ignored", () => {
  const files = new TemporaryFiles();
  afterAll(() => files.remove());
  const cases = [
    ["Image", { file: gzipSync("one") }, { file: gzipSync("two") }, { region: "us-east", label: "golden" }],
    ["OAuthClient", { thumbnail: png }, { thumbnail: Buffer.concat([png, png]) }, shop],
  ] as const;

  it.each(cases)(
    "changes nothing in %s, even if it no longer exists",
    async (type, before, after, inputs) => {
      const [[argument = "", content] = []] = Object.entries<Uint8Array>(before);
      const path = files.write(`${type}.png`, content ?? "");
      const ignoreChanges = [argument, `${argument}Hash`];
      const program: ProgramFunction = async (register) => {
        await register(declare(type, "it", { ...inputs, [argument]: path }, { ignoreChanges }));
        return {};
      };
      const stack = new TestStack();
      expect(failuresOf(await stack.up(program))).toEqual([]);
      files.write(`${type}.png`, Object.values<Uint8Array>(after)[0] ?? "");
      const changed = await stack.up(program);
      expect([failuresOf(changed), stepsOf(changed)]).toEqual([[], []]);
      rmSync(path);
      const missing = await stack.up(program);
      expect([failuresOf(missing), stepsOf(missing)]).toEqual([[], []]);
    },
  );
});

describe("an update", () => {
  it("changes only values that the preview announced", async () => {
    const { stack, change } = await startInstance(programIgnoring([]));
    change({ label: "theirs", tags: ["theirs"], watchdog_enabled: false });
    expect(stepsOf(await stack.up(programIgnoring([], { group: "new" })))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([
      { group: "new", label: "theirs", tags: ["theirs"], watchdog_enabled: false },
    ]);
    expect(stepsOf(await stack.up(programIgnoring([], { group: "new" })))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([
      { group: "new", label: "mine", tags: ["a-tag", "b-tag"], watchdog_enabled: true },
    ]);
  });
});

describe("`public: false` of an OAuth client", () => {
  it("sends no request when it is added, and keeps the secret if someone else makes the client public", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(declareClient({ public: false })))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
    const secret = secretOf(stack);
    const client = stack.services().client;
    const [{ id, label, redirect_uri } = { id: "", label: "", redirect_uri: "" }] = clientsIn(stack);
    await stack.clock.run(client.oauthClients.update({ clientId: id, label, redirect_uri, public: true }));
    await stack.refresh();
    expect(stepsOf(await stack.up(declareClient({ public: false })))).toEqual(["update app"]);
    expect(clientsIn(stack)).toMatchObject([{ public: false }]);
    expect(secretOf(stack)).toBe(secret);
    expect(isAccepted(stack, secret)).toBe(true);
  });

  it("resets no secret if someone else made the client public and the program ignores that", async () => {
    const stack = new TestStack();
    const declareVersion =
      (secretVersion: number): ProgramFunction =>
      async (register) => {
        const inputs = { ...shop, public: false, secretVersion };
        await register(declare("OAuthClient", "app", inputs, { ignoreChanges: ["public"] }));
        return {};
      };
    await stack.up(declareVersion(1));
    const { client } = stack.services();
    const [{ id, label, redirect_uri } = { id: "", label: "", redirect_uri: "" }] = clientsIn(stack);
    await stack.clock.run(client.oauthClients.update({ clientId: id, label, redirect_uri, public: true }));
    await stack.refresh();
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(declareVersion(2)))).toEqual(["update app"]);
    expect(stepsOf(await stack.up(declareVersion(2)))).toEqual([]);
    expect(callsTo(stack).filter((call) => !call.startsWith("GET"))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ public: true }]);
  });
});
