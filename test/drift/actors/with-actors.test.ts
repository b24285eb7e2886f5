import { type Client, type Event, fetchTransport, type Transport } from "../../../src/client";
import { withActors } from "../../../src/drift/actors";
import type { ScanOptions } from "../../../src/drift/drift-options";
import type { RecordedStack } from "../../../src/drift/recorded-stack";
import { openScan } from "../../../src/drift/scan/drift-scan";
import type { Actor, DriftReport } from "../../../src/drift/types.generated";
import { type Settings, wellKnownTokens } from "../../../src/emulator";
import type { ProgramFunction } from "../../../src/engine";
import { declare, TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { visa } from "../../resources/payment-methods";
import { callsTo, failuresOf, smallInstance } from "../../resources/programs";
import { recordedStackOf } from "../scan/recorded";

const hour = 3_600_000;

/** An instance with a schedule, an image and an OAuth client, created by `admin`. */
const programUnder =
  (brand: string, tags: string[] = []): ProgramFunction =>
  async (register) => {
    const image = `${brand}/debian12`;
    const web = await register(declare("Instance", "web", { ...smallInstance, image, tags, label: "web" }));
    await register(
      declare("BackupSchedule", "nightly", { instanceId: Number(web.id), day: "Monday", window: "W2" }),
    );
    await register(declare("OAuthClient", "app", { label: "app", redirectUri: "https://a.example" }));
    return {};
  };

interface World {
  readonly stack: TestStack;
  idOf(name: string): string;
  /** Runs a call of another user, `limited`, an hour later. Returns the moment at which it was sent, as events write it. */
  act(call: (client: Client) => Promise<unknown>): Promise<string>;
}

async function createdWorld(settings: Partial<Settings> = {}, brand = "node"): Promise<World> {
  const stack = new TestStack({ settings, brand });
  expect(failuresOf(await stack.up(programUnder(brand)))).toEqual([]);
  stack.emulator.control.externalChange({
    kind: "user_change",
    username: "limited",
    patch: { restricted: false },
  });
  const other = stack.services({ token: wellKnownTokens.restricted }).client;
  const idOf = (name: string) =>
    stack.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.id ?? "";
  return {
    ...{ stack, idOf },
    act: async (call) => {
      await stack.clock.advance(hour);
      const moment = new Date(stack.clock.now()).toISOString().slice(0, 19);
      await stack.clock.run(call(other));
      await stack.clock.advance(hour);
      return moment;
    },
  };
}

async function scan(
  { stack }: World,
  options: ScanOptions = {},
  stacks: readonly RecordedStack[] = [recordedStackOf(stack)],
): Promise<DriftReport> {
  const whole = async () => {
    const opened = await openScan(stacks, {
      clock: stack.clock,
      transport: fetchTransport((request) => stack.emulator.fetch(request)),
      env: { NODECLOUD_HOME: "/nonexistent" },
      ...options,
    });
    await opened.readAll();
    return withActors(opened.report(), opened.accounts);
  };
  return stack.clock.run(whole());
}

/** The actor in the finding of this kind, type and field. */
function actorOf(
  { findings }: DriftReport,
  kind: string,
  type: string,
  field?: string,
): Actor | null | undefined {
  return findings.find((one) => one.kind === kind && one.type === type && (!field || one.field === field))
    ?.who;
}

const own = { unmanaged: false };

/** A transport whose event log is changed on its way. */
function logged(stack: TestStack, change: (events: readonly Event[]) => readonly Event[]): Transport {
  const transport = fetchTransport((request) => stack.emulator.fetch(request));
  return async (request) => {
    const response = await transport(request);
    if (!request.url.includes("/account/events")) return response;
    const page = JSON.parse(Buffer.from(response.body).toString());
    return { ...response, body: Buffer.from(JSON.stringify({ ...page, data: change(page.data) })) };
  };
}

/** A transport whose event log has 30 pages of two events that rename the instance, with these times in their order. */
function longLog(stack: TestStack, timeOf: (at: number) => string) {
  const read = { pages: 0 };
  const plain = fetchTransport((request) => stack.emulator.fetch(request));
  const id = Number(stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"))?.id);
  const entity = { id, label: "web", type: "node", url: `/v4/node/instances/${id}` };
  const transport: Transport = async (request) => {
    if (!request.url.includes("/account/events")) return plain(request);
    const page = Number(new URL(request.url).searchParams.get("page"));
    read.pages = page;
    const data = [2 * page - 2, 2 * page - 1].map((at) => ({
      ...{ id: at + 1, action: "node_update", created: timeOf(at), status: "notification", entity },
      ...{ secondary_entity: null, username: "x", message: null, duration: null, percent_complete: null },
      ...{ rate: null, time_remaining: null, read: false, seen: false },
    }));
    const headers = { "content-type": "application/json" };
    return { status: 200, headers, body: JSON.stringify({ data, page, pages: 30, results: 60 }) };
  };
  return { read, transport };
}

describe("the actor of a finding", () => {
  it("is the user, the time and the action of a change", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    const clientId = world.idOf("app");
    const labeled = await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    const updated = await world.act((client) => client.oauthClients.update({ clientId, label: "other" }));
    const report = await scan(world, own);
    expect(actorOf(report, "changed", "Instance", "label")).toEqual({
      ...{ user: "limited", time: labeled, action: "node_update" },
    });
    expect(actorOf(report, "changed", "OAuthClient", "label")).toEqual({
      ...{ user: "limited", time: updated, action: "oauth_client_update" },
    });
    expect(report.warnings).toEqual([]);
  });

  it("is the one of the newest change that could have caused it, not of the last event", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "first" }));
    const second = await world.act((client) => client.instances.update({ instanceId, label: "second" }));
    const cancelled = await world.act((client) => client.backups.cancel({ instanceId }));
    const report = await scan(world, own);
    expect(actorOf(report, "changed", "BackupSchedule")).toEqual({
      ...{ user: "limited", time: cancelled, action: "backups_cancel" },
    });
    expect(actorOf(report, "changed", "Instance", "label")).toEqual({
      ...{ user: "limited", time: second, action: "node_update" },
    });
  });

  it("is the one who deleted the object", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    const time = await world.act((client) => client.instances.delete({ instanceId }));
    const report = await scan(world, own);
    const actor = { user: "limited", time, action: "node_delete" };
    expect(actorOf(report, "deleted", "Instance")).toEqual(actor);
    expect(actorOf(report, "deleted", "BackupSchedule")).toEqual(actor);
  });

  it("is the one who created an unmanaged object, by whatever operation", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    const clone = { instanceId, region: "us-east", type: "g1-nano-1" };
    const app = { label: "theirs", redirect_uri: "https://b.example" };
    const { cardNumber, expiryMonth, expiryYear, cvv } = visa;
    const data = { card_number: cardNumber, expiry_month: expiryMonth, expiry_year: expiryYear, cvv };
    const card = { type: "credit_card", is_default: false, data } as const;
    const times = {
      clone: await world.act((client) => client.instances.clone(clone)),
      app: await world.act((client) => client.oauthClients.create(app)),
      card: await world.act((client) => client.paymentMethods.add(card)),
    };
    const report = await scan(world);
    const found = report.findings.filter(({ kind, who }) => kind === "unmanaged" && who?.user === "limited");
    expect(found.map(({ type, who }) => [type, who?.time, who?.action]).sort()).toEqual([
      ["Instance", times.clone, "node_clone"],
      ["OAuthClient", times.app, "oauth_client_create"],
      ["PaymentMethod", times.card, "payment_method_add"],
    ]);
  });

  it("is read under the operator's word too", async () => {
    const world = await createdWorld({}, "acme");
    const instanceId = Number(world.idOf("web"));
    const time = await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    const settings = { ...recordedStackOf(world.stack).settings, brand: "acme" };
    const report = await scan(world, own, [recordedStackOf(world.stack, { settings })]);
    expect(actorOf(report, "changed", "Instance", "label")).toEqual({
      ...{ user: "limited", time, action: "node_update" },
    });
  });

  it("has no user if the event names none", async () => {
    const world = await createdWorld();
    await world.stack.clock.advance(hour);
    world.stack.emulator.control.changeInstance(Number(world.idOf("web")), { label: "moved" });
    await advanceUntilIdle(world.stack);
    const report = await scan(world, own);
    expect(actorOf(report, "changed", "Instance", "label")).toMatchObject({
      user: null,
      action: "node_update",
    });
    expect(report.warnings).toEqual([]);
  });
});

describe("nobody is named", () => {
  it("for what only the stack's own runs did, because the log does not show the change", async () => {
    const world = await createdWorld({ eventActions: "shown" });
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    const report = await scan(world, own);
    expect(actorOf(report, "changed", "Instance", "label")).toBeNull();
    expect(report).toMatchObject({ verdict: "drift", isComplete: true, problems: [] });
    expect(report.warnings).toEqual([
      expect.stringMatching(
        /^Nothing in the event log of account \S+ explains Instance other \(label\)\. It covers 90 days/,
      ),
    ]);
  });

  it("for a change that the log no longer shows", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    await world.stack.clock.advance(91 * 24 * hour);
    const report = await scan(world, own);
    expect(actorOf(report, "changed", "Instance", "label")).toBeNull();
    expect(report.warnings.join()).toContain("explains Instance other (label)");
  });

  it.each([
    ["a missing scope", { status: 403 }, "Give the token the scope events:read_only."],
    ["a rejected token", { status: 401 }, "If the token is valid, give it the scope events:read_only."],
    ["a persistent error", { status: 500 }, "could not be read: "],
  ])("if the token cannot read the log, and the report says so: %s", async (_, effect, advice) => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    world.stack.emulator.control.faults.add({ operation: "events.list", effect });
    const report = await scan(world, own);
    expect(actorOf(report, "changed", "Instance", "label")).toBeNull();
    expect(report).toMatchObject({ verdict: "drift", isComplete: true, problems: [] });
    expect(report.warnings).toHaveLength(1);
    expect(report.warnings[0]).toContain(advice);
  });
});

describe("events before the change are not its cause", () => {
  const isLimited = ({ username }: Event) => username === "limited";

  it("if the stack's own run had updated the object since", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.stack.clock.advance(hour);
    expect(failuresOf(await world.stack.up(programUnder("node", ["ours"])))).toEqual([]);
    await world.stack.clock.advance(hour);
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    const hidden = logged(world.stack, (events) => events.filter((event) => !isLimited(event)));
    expect(
      actorOf(await scan(world, { ...own, transport: hidden }), "changed", "Instance", "label"),
    ).toBeNull();
    expect(actorOf(await scan(world, own), "changed", "Instance", "label")?.user).toBe("limited");
  });

  it("but may be if a refresh has recorded the change in the meantime", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    const time = await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    await world.act((client) => client.backups.cancel({ instanceId }));
    expect(failuresOf(await world.stack.refresh())).toEqual([]);
    expect(world.stack.outputs("web")).toMatchObject({ label: "other" });
    expect(String(world.stack.outputs("web")?.updated) > time).toBe(true);
    expect(actorOf(await scan(world, own), "changed", "Instance", "label")).toMatchObject({
      user: "limited",
      time,
    });
  });

  it("if they concern an earlier object with the same id", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.delete({ instanceId }));
    const moved = (time: string) =>
      logged(world.stack, (events) =>
        events.map((event) => (event.action === "node_delete" ? { ...event, created: time } : event)),
      );
    const actorWith = async (time: string) =>
      actorOf(await scan(world, { ...own, transport: moved(time) }), "deleted", "Instance");
    expect(await actorWith("2020-01-01T00:00:00")).toBeNull();
    expect(await actorWith("2030-01-01T00:00:00")).toMatchObject({ user: "limited" });
  });

  it("if they concern an earlier object, and only the state has the creation time of the current one", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    expect(failuresOf(await world.stack.refresh())).toEqual([]);
    const moved = (time: string): Transport => {
      const transport = logged(world.stack, (events) =>
        events.map((event) => (event.action === "node_update" ? { ...event, created: time } : event)),
      );
      return async (request) => {
        const response = await transport(request);
        if (!request.url.includes("/instances")) return response;
        const text = Buffer.from(response.body).toString();
        return { ...response, body: text.replaceAll(/"created":"[^"]*"/g, '"created":null') };
      };
    };
    const actorWith = async (time: string) =>
      actorOf(await scan(world, { ...own, transport: moved(time) }), "changed", "Instance", "label");
    expect(await actorWith("2020-01-01T00:00:00")).toBeNull();
    expect(await actorWith("2030-01-01T00:00:00")).toMatchObject({ user: "limited" });
  });
});

describe("the event log", () => {
  it("is not read without a finding that somebody could have caused", async () => {
    const world = await createdWorld();
    world.stack.emulator.control.forgetRequests();
    const report = await scan(world, own);
    expect(report).toMatchObject({ verdict: "inSync", warnings: [] });
    world.stack.emulator.control.changeInstance(Number(world.idOf("web")), { status: "migrating" });
    await world.stack.clock.advance(10_000);
    expect((await scan(world, own)).findings).toEqual([expect.objectContaining({ kind: "inMotion" })]);
    expect(callsTo(world.stack).join()).not.toContain("/account/events");
  });

  it("of each account is asked about its own findings only", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    const second = world.stack.services({ token: wellKnownTokens.secondAccount }).client;
    const app = { label: "theirs", redirect_uri: "https://b.example" };
    await world.stack.clock.run(second.oauthClients.create(app));
    await advanceUntilIdle(world.stack);
    const recorded = recordedStackOf(world.stack);
    const settings = { ...recorded.settings, token: wellKnownTokens.secondAccount };
    const stacks = [recorded, recordedStackOf(world.stack, { stack: "prod", resources: [], settings })];
    const report = await scan(world, { types: ["Instance", "OAuthClient"] }, stacks);
    expect(actorOf(report, "changed", "Instance", "label")?.user).toBe("limited");
    expect(actorOf(report, "unmanaged", "OAuthClient")?.user).toBe("partner");
    expect(report.warnings).toEqual([]);
  });

  it("of each of two accounts that cannot be identified is asked about the findings of its own stacks", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    world.stack.emulator.control.faults.add({ operation: "account.view", effect: { status: 403 } });
    const recorded = recordedStackOf(world.stack);
    const settings = { ...recorded.settings, token: wellKnownTokens.secondAccount };
    const stacks = [recorded, recordedStackOf(world.stack, { stack: "prod", resources: [], settings })];
    const report = await scan(world, own, stacks);
    expect(actorOf(report, "changed", "Instance", "label")?.user).toBe("limited");
  });

  it("is read no further back than the earliest possible cause", async () => {
    const world = await createdWorld({ eventActions: "shown" });
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    const { read, transport } = longLog(world.stack, () => "2020-01-01T00:00:00");
    const report = await scan(world, { ...own, transport });
    expect(read.pages).toBe(1);
    expect(report.warnings.join()).toContain("Its newest 2 of 60 events were read.");
  });

  it("that is too long and does not begin with its newest events names nobody", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    const { read, transport } = longLog(world.stack, (at) => `2030-01-01T00:00:${10 + at}`);
    const report = await scan(world, { ...own, transport });
    expect(read.pages).toBe(20);
    expect(actorOf(report, "changed", "Instance", "label")).toBeNull();
    expect(report.warnings).toEqual([
      expect.stringContaining("does not begin with its newest events (40 of 60 were read)."),
    ]);
  });

  it("that is being read when the scan is interrupted ends it", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other" }));
    const controller = new AbortController();
    const transport = logged(world.stack, (events) => {
      controller.abort(new Error("interrupted"));
      return events;
    });
    world.stack.emulator.control.faults.add({ operation: "events.list", count: 1, effect: { status: 500 } });
    const scanned = scan(world, { ...own, transport, interrupt: controller.signal });
    await expect(scanned).rejects.toMatchObject({ code: "aborted" });
  });

  it("is read once for each account, by reads alone", async () => {
    const world = await createdWorld();
    const instanceId = Number(world.idOf("web"));
    await world.act((client) => client.instances.update({ instanceId, label: "other", tags: ["new"] }));
    world.stack.emulator.control.forgetRequests();
    await scan(world, own);
    expect(callsTo(world.stack).filter((call) => call.includes("events"))).toEqual([
      "GET /v4/account/events",
    ]);
  });
});
