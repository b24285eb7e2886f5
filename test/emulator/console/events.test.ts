import { newInstance, newOAuthClient, type Service, startService } from "../service";
import { openConsole } from "./open-console";

const tablesOf = (rows: readonly { readonly table: string }[]) => [
  ...new Set(rows.map(({ table }) => table)),
];

async function opened(service: Service) {
  const console = await openConsole(service);
  const first = await console.until("complete");
  return { ...console, first };
}

describe("the event stream", () => {
  it("begins with everything that exists, as the API returns it", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ tags: ["shop"], backups_enabled: true });
    await service.post(`/acme/instances/${id}/backups`, { label: "before" });
    await service.post("/account/oauth-clients", newOAuthClient);
    const { first, response } = await opened(service);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(first).toMatchObject({ brand: "acme", clock: { speed: 1, frozen: false } });
    const rows = first.rows ?? [];
    expect(tablesOf(rows).sort()).toEqual(
      ["backups", "events", "images", "instances", "oauth_clients", "payment_methods"].sort(),
    );
    const instance = rows.find(({ table }) => table === "instances");
    expect(instance).toMatchObject({ account: 1, key: id, creation: { stack: null } });
    expect(instance?.json).toEqual((await service.get(`/acme/instances/${id}`)).body);
    const backup = rows.find(({ table }) => table === "backups");
    expect(backup).toMatchObject({ instance: id, action: { name: "acme_snapshot", expected: 30 } });
    const events = rows.filter(({ table }) => table === "events").map(({ json }) => json);
    expect(events).toHaveLength((await service.get("/account/events")).body.results);
    const [client] = rows.filter(({ table }) => table === "oauth_clients");
    expect(client?.json).toMatchObject({ secret: "<REDACTED>" });
    expect(rows.filter(({ table, account }) => table === "images" && account === 2).length).toBeGreaterThan(
      0,
    );
  });

  it("sends changes, the action in progress, and transitions that no call caused", async () => {
    const service = startService();
    const { until } = await opened(service);
    const { body } = await service.post("/acme/instances", newInstance);
    const created = await until("rows");
    expect(created.rows.find(({ table }) => table === "instances")).toMatchObject({
      key: body.id,
      json: { status: "provisioning" },
      action: { name: "acme_create", since: expect.any(Number), expected: 50 },
      creation: { call: 1, agent: null, stack: null },
    });
    expect(created.clock.next).toBe(
      created.clock.now + 30_000 - (created.clock.now - service.clock.now()) - 100,
    );
    const offline = await until("statuses");
    expect(offline.statuses).toMatchObject([{ instance: body.id, status: "offline" }]);
    const booting = await until("statuses");
    expect(booting.statuses).toEqual([
      {
        account: 1,
        instance: body.id,
        label: body.label,
        status: "booting",
        at: expect.any(Number),
      },
    ]);
    const running = await until("statuses");
    expect(running.statuses[0]!.status).toBe("running");
    expect(running.statuses[0]!.at - booting.statuses[0]!.at).toBe(10_000);
    expect(running.rows!.find(({ table }) => table === "instances")!.action).toBeUndefined();
    await service.advanceSeconds(8);
    await service.remove(`/acme/instances/${body.id}`);
    const removed = await until("removed");
    expect(removed.removed).toEqual([{ table: "instances", account: 1, key: body.id }]);
    expect(removed.statuses).toMatchObject([{ status: null }]);
  });

  it("has the statuses of the time before it was opened", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    const { first } = await opened(service);
    expect(first.statuses!.map(({ instance, status }) => [instance, status])).toEqual([
      [id, "provisioning"],
      [id, "offline"],
      [id, "booting"],
      [id, "running"],
    ]);
  });

  it("contains the stack that the User-Agent of a create request names", async () => {
    const service = startService();
    const headers = { "User-Agent": "pulumi-nodecloud/1.0.0 (stack shop/dev)" };
    await service.post("/acme/instances", newInstance, { headers });
    const { first } = await opened(service);
    const [instance] = first.rows!.filter(({ table }) => table === "instances");
    expect(instance!.creation).toEqual({ call: 1, agent: headers["User-Agent"], stack: "shop/dev" });
    // Objects that a transition creates, or that another call changes, have another record or none.
    const events = first.rows!.filter(({ table }) => table === "events");
    expect(events.map(({ creation }) => creation?.call)).toEqual([1]);
  });

  it("sends calls when they arrive and when their response is sent, without bodies", async () => {
    const service = startService();
    const { until } = await opened(service);
    service.control.faults.add({ operation: "regions.list", effect: { latency: 700 } });
    const response = service.get("/regions");
    const pending = await until("calls");
    expect(pending.calls).toEqual([
      expect.objectContaining({ number: 1, operation: "regions.list", status: null, milliseconds: null }),
    ]);
    expect(pending.calls[0]).not.toHaveProperty("body");
    expect(pending.faults).toMatchObject([{ matched: 1, applied: 1 }]);
    const withResponse = await until("calls");
    expect(withResponse.calls).toEqual([
      expect.objectContaining({
        number: 1,
        status: 200,
        faults: ["latency"],
        milliseconds: 700,
        carriedOut: true,
      }),
    ]);
    await response;
  });

  it("sends settings, faults, snapshots, marks and jumps of the clock", async () => {
    const service = startService();
    const { first, next, until } = await opened(service);
    expect(first).toMatchObject({ faults: [], snapshots: [], settings: { rateLimits: "off" } });
    service.control.settings({ busyStatus: 409 });
    expect((await next()).settings).toMatchObject({ busyStatus: 409 });
    service.control.snapshots.save("base");
    expect((await next()).snapshots).toMatchObject([{ name: "base" }]);
    service.control.snapshots.delete("base");
    expect((await next()).snapshots).toEqual([]);
    service.control.externalChange({ kind: "region", regionId: "us-east", status: "outage" });
    expect((await next()).marks).toMatchObject([
      { kind: "externalChange", text: 'region {"regionId":"us-east","status":"outage"}' },
    ]);
    service.control.clock.setSpeed(20);
    expect((await next()).clock.speed).toBe(20);
    service.control.clock.freeze();
    const frozen = await next();
    expect(frozen.clock.frozen).toBe(true);
    service.control.clock.advance(5000);
    expect((await next()).clock.now - frozen.clock.now).toBe(5000);
    service.control.forgetRequests();
    expect((await until("forgotten")).forgotten).toBe(true);
  });

  it("sends the time every ten seconds when nothing changes, and nothing else", async () => {
    const service = startService();
    const { first, next } = await opened(service);
    const { clock, ...rest } = await next();
    expect(rest).toEqual({});
    expect(clock.now - first.clock.now).toBe(10_000);
  });

  it("starts from scratch when the world is replaced", async () => {
    const service = startService();
    const { until } = await opened(service);
    await service.createRunningInstance();
    service.control.reset();
    const batch = await until("replaced");
    expect(batch).toMatchObject({ forgotten: true, complete: true, marks: [{ kind: "reset" }] });
    expect(tablesOf(batch.rows!)).toEqual(["images", "payment_methods"]);
    expect(batch.calls).toBeUndefined();
    expect(batch.statuses).toBeUndefined();
    await service.post("/acme/instances", newInstance);
    expect((await until("rows")).rows.map(({ table }) => table)).toContain("instances");
  });

  it("ends with its reader and with the emulator, and is refused when too many are open", async () => {
    const service = startService();
    const consoles = await Promise.all(Array.from({ length: 16 }, () => opened(service)));
    const refused = await service.emulator.fetch(new Request("http://emulator.test/_emulator/events"));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      errors: [{ reason: "There are already 16 open event streams. Close a console." }],
    });
    await consoles[0]!.close();
    const again = await opened(service);
    const ending = again.reader.read();
    service.emulator.close();
    expect((await service.clock.run(ending)).done).toBe(true);
  });

  it("is not opened by a HEAD request", async () => {
    const service = startService();
    const head = new Request("http://emulator.test/_emulator/events", { method: "HEAD" });
    for (let index = 0; index < 17; index++) {
      const { status, headers } = await service.emulator.fetch(head);
      expect([status, headers.get("Allow")]).toEqual([405, "GET"]);
    }
    expect((await opened(service)).response.status).toBe(200);
  });
});
