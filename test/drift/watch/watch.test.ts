import type { ProgramFunction } from "../../../src/engine";
import { declare, TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { callsTo, failuresOf, smallInstance } from "../../resources/programs";
import { recordedStackOf } from "../scan/recorded";
import { WatchedStack } from "./watched-stack";

const shop = { label: "Shop", redirectUri: "https://shop.example/callback" };

const program: ProgramFunction = async (register) => {
  await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
  await register(declare("Instance", "db", { ...smallInstance, label: "database" }));
  await register(declare("OAuthClient", "app", shop));
  return {};
};

const watched: WatchedStack[] = [];
afterEach(async () => {
  for (const one of watched.splice(0)) await one.stop();
});

async function watch(options: ConstructorParameters<typeof TestStack>[0] = {}, interval?: number) {
  const stack = new TestStack(options);
  expect(failuresOf(await stack.up(program))).toEqual([]);
  await advanceUntilIdle(stack);
  const one = new WatchedStack(stack, { unmanaged: false }, interval);
  watched.push(one);
  return one.start();
}

/** The same with what no stack records. */
async function watchUnmanaged() {
  const stack = new TestStack();
  await stack.up(program);
  const one = new WatchedStack(stack);
  watched.push(one);
  await one.start();
  return { stack, one, client: stack.services().client };
}

const idOf = ({ stack }: WatchedStack, name: string) =>
  Number(stack.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.id);
const control = ({ stack }: WatchedStack) => stack.emulator.control;

describe("a watch", () => {
  it("costs one call per poll while nothing happens, and a full scan per hour", async () => {
    const one = await watch();
    await one.wait(300);
    expect(callsTo(one.stack)).toEqual(Array.from({ length: 10 }, () => "GET /v4/account/events"));
    expect(one.rows).toEqual([]);
    one.forget();
    await one.wait(3300);
    expect(one.rows).toEqual(["scanned interval"]);
    expect(one.events[0]).toMatchObject({ verdict: "inSync", isComplete: true, resources: 3 });
  });

  it("reports a change within one interval by one read, and that it was undone", async () => {
    const one = await watch();
    const instanceId = idOf(one, "web");
    control(one).changeInstance(instanceId, { label: "other" });
    await one.wait(30);
    expect(one.rows).toEqual(["found changed Instance label"]);
    expect(one.events[0]).toMatchObject({
      verdict: "drift",
      finding: { id: String(instanceId), declared: "web", live: "other" },
    });
    expect(callsTo(one.stack)).toEqual(["GET /v4/account/events", `GET /v4/node/instances/${instanceId}`]);
    one.forget();
    control(one).changeInstance(instanceId, { label: "third" });
    await one.wait(30);
    expect(one.events).toMatchObject([
      { event: "changed", finding: { live: "third" }, before: { live: "other" } },
    ]);
    one.forget();
    control(one).changeInstance(instanceId, { label: "web" });
    await one.wait(30);
    expect(one.rows).toEqual(["resolved changed Instance label"]);
    expect(one.events[0]?.verdict).toBe("inSync");
  });

  it("reports a change right after a full scan, although lists serve reads for 5 s", async () => {
    const one = await watch({}, 5000);
    control(one).changeInstance(idOf(one, "web"), { label: "other" });
    await one.wait(5);
    expect(one.rows).toEqual(["found changed Instance label"]);
  });

  it("reads everything again when the system's clock was set back", async () => {
    const one = await watch();
    one.setBack = 86_400_000;
    await one.wait(60);
    expect(one.rows).toEqual(["scanned interval"]);
    await one.wait(300);
    expect(one.rows).toHaveLength(1);
  });

  it("does not send more requests when the account can no longer be identified", async () => {
    const one = await watch();
    control(one).changeInstance(idOf(one, "web"), { status: "migrating" });
    await one.wait(60);
    control(one).faults.add({ operation: "account.view", effect: { status: 403 } });
    await one.wait(3600);
    expect(one.rows).toContain("scanned interval");
    one.forget();
    await one.wait(240);
    expect(callsTo(one.stack).length).toBeLessThan(20);
  });

  it("reports a deleted object with three calls, and the first one with one more for the token's user", async () => {
    const one = await watch();
    control(one).externalChange({ kind: "instance_delete", instanceId: idOf(one, "db") });
    await one.wait(30);
    expect(one.rows).toEqual(["found deleted Instance"]);
    expect(callsTo(one.stack)).toHaveLength(4);
    one.forget();
    control(one).externalChange({ kind: "instance_delete", instanceId: idOf(one, "web") });
    await one.wait(30);
    expect(one.rows).toEqual(["found deleted Instance"]);
    expect(callsTo(one.stack)).toHaveLength(3);
    one.forget();
    await one.wait(3600);
    expect(one.rows).toEqual(["scanned interval"]);
  });

  it("reports an object of another type", async () => {
    const one = await watch();
    const clientId = one.stack.outputs("app")?.clientId;
    control(one).externalChange({
      kind: "oauth_client_change",
      clientId: String(clientId),
      patch: { label: "x" },
    });
    await one.wait(30);
    expect(one.rows).toEqual(["found changed OAuthClient label"]);
  });

  it("does not report what happens while an instance boots, and reports one that stays offline", async () => {
    const one = await watch();
    const instanceId = idOf(one, "web");
    control(one).externalChange({ kind: "power_off", instanceId });
    await one.wait(3600);
    expect(one.rows.filter((row) => !row.startsWith("scanned"))).toEqual([]);
    one.forget();
    control(one).changeInstance(instanceId, { status: "offline", watchdog_enabled: false });
    await one.wait(46);
    expect(one.rows).toEqual(
      ["found changed Instance status", "found changed Instance watchdogEnabled"].filter((row) =>
        one.rows.includes(row),
      ),
    );
  });
});

describe("an object in transition", () => {
  it("keeps its findings, and is reported as such after 30 s", async () => {
    const one = await watch();
    const instanceId = idOf(one, "web");
    control(one).changeInstance(instanceId, { label: "other" });
    await one.wait(30);
    one.forget();
    control(one).changeInstance(instanceId, { status: "migrating" });
    await one.wait(30);
    expect(one.rows).toEqual([]);
    await one.wait(30);
    expect(one.rows).toEqual(["found inMotion Instance"]);
    expect(one.events[0]).toMatchObject({ verdict: "drift", isComplete: false });
    one.forget();
    control(one).changeInstance(instanceId, { status: "running" });
    await one.wait(30);
    expect(one.rows).toEqual(["resolved inMotion Instance"]);
    expect(one.events[0]).toMatchObject({ verdict: "drift", isComplete: true });
  });

  it("is read less and less often while its event is in progress", async () => {
    const one = await watch();
    const instanceId = idOf(one, "web");
    control(one).externalChange({ kind: "event", action: "node_migrate", status: "started", instanceId });
    await one.wait(30);
    expect(callsTo(one.stack)).toEqual(["GET /v4/account/events"]);
    control(one).changeInstance(instanceId, { status: "migrating" });
    await one.wait(1200);
    const views = callsTo(one.stack).filter((call) => call.endsWith(`/instances/${instanceId}`));
    expect(views.length).toBeGreaterThan(3);
    expect(views.length).toBeLessThan(10);
    expect(one.rows).toEqual(["found inMotion Instance"]);
  });
});

describe("an object that no stack records", () => {
  it("is reported when it appears and when it disappears", async () => {
    const { stack, one, client } = await watchUnmanaged();
    const created = stack.clock.run(
      client.oauthClients.create({ label: "theirs", redirect_uri: "https://a.example/" }),
    );
    const { id } = await created;
    await one.wait(30);
    expect(one.rows).toEqual(["found unmanaged OAuthClient"]);
    one.forget();
    control(one).externalChange({ kind: "oauth_client_delete", clientId: id });
    await one.wait(30);
    expect(one.rows).toEqual(["resolved unmanaged OAuthClient"]);
  });
});

it("reports a deleted object that no stack records as resolved, although lists still show it", async () => {
  const { stack, one, client } = await watchUnmanaged();
  const data = { card_number: "4111111111111111", expiry_month: 12, expiry_year: 2030, cvv: "123" };
  const add = () =>
    stack.clock.run(client.paymentMethods.add({ type: "credit_card", is_default: false, data }));
  await add();
  await one.wait(90);
  expect(one.rows).toEqual(["found unmanaged PaymentMethod"]);
  const { id } = stack.emulator.control.world().payment_methods.at(-1)!;
  one.forget();
  control(one).faults.add({ operation: "paymentMethods.list", effect: { staleList: 60_000 } });
  await stack.clock.run(client.paymentMethods.delete({ paymentMethodId: id }));
  // Only adding one is an event; it names none, so all are listed again.
  await add();
  // A list that contradicts the view is waited for.
  await one.wait(120);
  expect(one.rows).toContain("resolved unmanaged PaymentMethod");
});

describe("the event log", () => {
  it("with more new events than a page causes a full scan", async () => {
    const one = await watch();
    const instanceId = idOf(one, "db");
    control(one).changeInstance(idOf(one, "web"), { label: "other" });
    for (let count = 0; count < 120; count++) {
      control(one).externalChange({ kind: "event", action: "node_reboot", instanceId });
    }
    await one.wait(30);
    expect(one.rows).toEqual(["scanned gap", "found changed Instance label"]);
    one.forget();
    await one.wait(60);
    expect(one.rows).toEqual([]);
  });

  it("that can be read only after the first scan causes a full scan", async () => {
    const stack = new TestStack();
    await stack.up(program);
    const rule = stack.emulator.control.faults.add({ operation: "events.list", effect: { status: 400 } });
    const one = new WatchedStack(stack, { unmanaged: false });
    watched.push(one);
    await one.start();
    control(one).changeInstance(idOf(one, "web"), { label: "other" });
    await one.wait(30);
    expect(one.rows).toEqual([]);
    control(one).faults.clear(rule);
    await one.wait(30);
    expect(one.rows.slice(0, 2)).toEqual(["scanned gap", "found changed Instance label"]);
    expect(one.events.at(-1)).toMatchObject({ event: "problemEnded", isComplete: true });
  });

  it("that cannot be read for a while is a problem once, and nothing is missed", async () => {
    const one = await watch();
    const rule = control(one).faults.add({ operation: "events.list", effect: { status: 500 } });
    await one.wait(600);
    control(one).changeInstance(idOf(one, "web"), { label: "other" });
    await one.wait(60);
    expect(one.rows).toEqual([
      `problem event log of account ${one.stack.emulator.control.world().account.euuid}`,
    ]);
    expect(one.events[0]).toMatchObject({ verdict: "incomplete", isComplete: false });
    one.forget();
    control(one).faults.clear(rule);
    await one.wait(120);
    expect(one.rows.map((row) => row.split(" ")[0])).toEqual(["found", "problemEnded"]);
    expect(one.events.at(-1)).toMatchObject({ verdict: "drift", isComplete: true });
  });

  it.each([401, 403, 404])("that returns %i is replaced by full scans every 5 minutes", async (status) => {
    const one = await watch();
    const rule = control(one).faults.add({ operation: "events.list", effect: { status } });
    await one.wait(31);
    expect(one.rows).toEqual(["notice"]);
    expect(one.events[0]?.verdict).toBe("inSync");
    one.forget();
    control(one).changeInstance(idOf(one, "web"), { label: "other" });
    await one.wait(600);
    expect(one.rows).toEqual(["scanned noLog", "found changed Instance label", "scanned noLog"]);
    expect(callsTo(one.stack).filter((call) => call.endsWith("/events"))).toHaveLength(2);
    one.forget();
    control(one).faults.clear(rule);
    await one.wait(300);
    expect(one.rows).toEqual(["scanned noLog", "notice"]);
    one.forget();
    await one.wait(600);
    expect(one.rows).toEqual([]);
  });
});

describe("an object that cannot be read", () => {
  it("is a problem once, is read again less and less often, and resolves nothing", async () => {
    const one = await watch();
    const instanceId = idOf(one, "web");
    control(one).changeInstance(instanceId, { label: "other" });
    await one.wait(30);
    one.forget();
    const rule = control(one).faults.add({ operation: "instances.view", effect: { status: 403 } });
    control(one).changeInstance(instanceId, { label: "web" });
    await one.wait(240);
    expect(one.rows).toEqual([`problem instance ${instanceId}`]);
    expect(one.events[0]).toMatchObject({ verdict: "drift", isComplete: false });
    expect(callsTo(one.stack).filter((call) => call.includes("/instances/"))).toHaveLength(4);
    control(one).faults.clear(rule);
    one.forget();
    await one.wait(300);
    expect(one.rows).toEqual([
      "scanned retry",
      "resolved changed Instance label",
      `problemEnded instance ${instanceId}`,
    ]);
  });
});

describe("an update of the stack", () => {
  const running = { state: "running", message: "Another run is updating the stack." } as const;
  const ended = { state: "ended", message: "The stack was updated." } as const;

  it("causes a full scan, which lists the stacks by their names", async () => {
    const one = await watch();
    one.update = ended;
    one.others = [recordedStackOf(one.stack, { stack: "canary", resources: [] })];
    await one.wait(30);
    expect(one.events[0]).toMatchObject({ reason: "state", stacks: ["project/canary", "project/dev"] });
  });

  it("is a problem while it runs, and holds findings back until its state is read", async () => {
    const one = await watch();
    one.update = running;
    control(one).changeInstance(idOf(one, "web"), { label: "other" });
    await one.wait(300);
    expect(one.rows).toEqual(["problem stack project/dev"]);
    expect(one.events[0]).toMatchObject({ verdict: "incomplete" });
    one.forget();
    control(one).changeInstance(idOf(one, "web"), { label: "web" });
    one.update = ended;
    await one.wait(60);
    expect(one.rows).toEqual(["scanned state", "problemEnded stack project/dev"]);
  });

  it("that never ends holds nothing back for more than an hour", async () => {
    const one = await watch();
    one.update = running;
    control(one).changeInstance(idOf(one, "web"), { label: "other" });
    await one.wait(7300);
    expect(one.rows).toContain("found changed Instance label");
  });

  it("whose state cannot be read is a problem, and what is known is compared", async () => {
    const one = await watch();
    one.openError = new Error("The state is damaged.");
    one.update = ended;
    await one.wait(30);
    expect(one.rows).toEqual(["scanned state", "problem stack project/dev", "problem stacks"]);
    one.forget();
    control(one).changeInstance(idOf(one, "web"), { label: "other" });
    await one.wait(120);
    expect(one.rows).toEqual(["found changed Instance label"]);
    one.forget();
    one.openError = undefined;
    one.update = undefined;
    await one.wait(300);
    expect(one.rows).toEqual(
      ["problemEnded stack project/dev", "scanned retry", "problemEnded stacks"].filter((row) =>
        one.rows.includes(row),
      ),
    );
    expect(one.events.at(-1)).toMatchObject({ isComplete: true });
  });
});
