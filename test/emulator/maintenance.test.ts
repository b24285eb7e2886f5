import { wellKnownTokens } from "../../src/emulator";
import { newInstance, type Service, startService } from "./service";

const path = "/v4beta/account/maintenance";

const listMaintenanceWindows = async ({ get }: Service, token?: string) =>
  (await get(path, token === undefined ? {} : { token })).body.data;

/** The time this many seconds from now, as an external change accepts it. */
const momentIn = ({ control }: Service, seconds: number) =>
  new Date(control.clock.view().now + seconds * 1000).toISOString();

test("a planned maintenance window begins on time, stops the instance, and ends", async () => {
  const service = startService();
  const { id } = await service.createRunningInstance({ label: "web" });
  const when = momentIn(service, 600);
  service.control.externalChange({ kind: "maintenance", instanceId: id, when, reason: "New memory." });
  expect(await listMaintenanceWindows(service)).toEqual([
    {
      entity: { id, label: "web", type: "acme", url: `/v4/acme/instances/${id}` },
      reason: "New memory.",
      status: "pending",
      type: "reboot",
      when: when.slice(0, 19),
    },
  ]);
  expect(await service.statusOf(id)).toBe("running");
  await service.advanceSeconds(600);
  expect([(await listMaintenanceWindows(service))[0].status, await service.statusOf(id)]).toEqual([
    "started",
    "stopped",
  ]);
  await service.advanceSeconds(120);
  expect([await listMaintenanceWindows(service), await service.statusOf(id)]).toEqual([[], "booting"]);
  await service.advanceSeconds(10);
  expect(await service.statusOf(id)).toBe("running");
});

test.each([
  ["provisioning", 5],
  ["offline", 40],
  ["booting", 55],
])("an instance that is %s on its way to running boots after a maintenance", async (status, seconds) => {
  const service = startService();
  const { id } = (await service.post("/acme/instances", newInstance)).body;
  await service.advanceSeconds(seconds);
  expect(await service.statusOf(id)).toBe(status);
  service.control.externalChange({ kind: "maintenance", instanceId: id });
  expect((await service.get("/account/events")).body.data).toMatchObject([
    { action: "host_reboot", status: "started" },
    { status: "finished" },
    ...(status === "booting" ? [{ action: "acme_create", status: "finished" }] : []),
  ]);
  await service.advanceSeconds(60);
  expect(await service.statusOf(id)).toBe("stopped");
  await service.advanceSeconds(60);
  expect(await service.statusOf(id)).toBe("booting");
  await service.advanceSeconds(10);
  expect(await service.statusOf(id)).toBe("running");
});

test.each(["booting", "rebooting"])(
  "an instance that another person sets to %s runs after a maintenance",
  async (status) => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    service.control.externalChange({ kind: "instance_change", instanceId: id, patch: { status } });
    service.control.externalChange({ kind: "maintenance", instanceId: id });
    await service.advanceSeconds(130);
    expect(await service.statusOf(id)).toBe("running");
  },
);

test("a second maintenance before the first has ended changes nothing about what follows", async () => {
  const service = startService();
  const running = await service.createRunningInstance();
  const offline = await service.createEmptyInstance();
  for (const { id } of [running, offline, running, offline]) {
    service.control.externalChange({ kind: "maintenance", instanceId: id });
    await service.advanceSeconds(30);
  }
  await service.advanceSeconds(130);
  expect([await service.statusOf(running.id), await service.statusOf(offline.id)]).toEqual([
    "running",
    "offline",
  ]);
});

test("a maintenance completes a clone, a restore and a deployment that does not boot", async () => {
  const service = startService();
  const source = await service.createRunningInstance({ backups_enabled: true });
  const { body: backup } = await service.post(`/acme/instances/${source.id}/backups`, { label: "snap" });
  await service.advanceSeconds(60);
  const { body: clone } = await service.post(`/acme/instances/${source.id}/clone`, {});
  const { body: deployed } = await service.post("/acme/instances", { ...newInstance, booted: false });
  const target = await service.createEmptyInstance();
  const restore = { acme_id: target.id, overwrite: true };
  await service.post(`/acme/instances/${source.id}/backups/${backup.id}/restore`, restore);
  const statuses = () => Promise.all([clone, deployed, target].map(({ id }) => service.statusOf(id)));
  for (const { id } of [clone, deployed, target]) {
    service.control.externalChange({ kind: "maintenance", instanceId: id });
  }
  await service.advanceSeconds(119);
  expect(await statuses()).toEqual(["stopped", "stopped", "stopped"]);
  await service.advanceSeconds(1);
  expect(await statuses()).toEqual(["offline", "offline", "offline"]);
  const { data } = (await service.get("/account/events")).body;
  expect(data.filter(({ status }: { status: string }) => status === "failed")).toEqual([]);
});

test("an instance that was offline stays offline", async () => {
  const service = startService();
  const { id } = await service.createEmptyInstance();
  service.control.externalChange({ kind: "maintenance", instanceId: id });
  expect(await service.statusOf(id)).toBe("stopped");
  await service.advanceSeconds(121);
  expect(await service.statusOf(id)).toBe("offline");
});

test("several instances can be under maintenance at the same time", async () => {
  const service = startService();
  const [one, other] = [await service.createRunningInstance(), await service.createRunningInstance()];
  const when = momentIn(service, 60);
  for (const { id } of [one, other])
    service.control.externalChange({ kind: "maintenance", instanceId: id, when });
  expect(
    (await listMaintenanceWindows(service)).map((entry: { entity: { id: number } }) => entry.entity.id),
  ).toEqual([one.id, other.id]);
  await service.advanceSeconds(61);
  expect([await service.statusOf(one.id), await service.statusOf(other.id)]).toEqual(["stopped", "stopped"]);
});

test("the watchdog does not boot a stopped instance", async () => {
  const service = startService();
  const { id } = await service.createRunningInstance();
  service.control.externalChange({ kind: "power_off", instanceId: id });
  service.control.externalChange({ kind: "maintenance", instanceId: id });
  await service.advanceSeconds(60);
  expect(await service.statusOf(id)).toBe("stopped");
  await service.advanceSeconds(120);
  expect(await service.statusOf(id)).toBe("offline");
  const { data } = (await service.get("/account/events")).body;
  expect(data.map((event: { action: string }) => event.action)).not.toContain("lassie_reboot");
});

test("a maintenance window is deleted with its instance, and does not stop the deletion", async () => {
  const service = startService();
  const { id } = await service.createEmptyInstance();
  service.control.externalChange({ kind: "maintenance", instanceId: id, when: momentIn(service, 3) });
  await service.remove(`/acme/instances/${id}`);
  await service.advanceSeconds(4);
  expect(await service.statusOf(id)).toBe("deleting");
  await service.advanceSeconds(2);
  expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
  expect(await listMaintenanceWindows(service)).toEqual([]);
});

test("a restricted user sees the maintenance windows of the instances that they may view", async () => {
  const service = startService();
  const token = wellKnownTokens.restricted;
  const { id } = await service.createEmptyInstance();
  service.control.externalChange({ kind: "maintenance", instanceId: id, when: momentIn(service, 60) });
  expect(await listMaintenanceWindows(service, token)).toEqual([]);
  const instances = { [String(id)]: "read_only" as const };
  service.control.externalChange({ kind: "user_change", username: "limited", patch: { instances } });
  expect(await listMaintenanceWindows(service, token)).toHaveLength(1);
});

test("maintenance windows are listed under v4beta and never under v4", async () => {
  const { get } = startService();
  expect((await get("/account/maintenance")).status).toBe(404);
  expect((await get("/v4beta/regions")).body.results).toBe(6);
});

test("v4beta serves only beta operations if configured", async () => {
  const { get, post } = startService({ settings: { betaAddress: "betaOnly" } });
  expect((await get(path)).status).toBe(200);
  expect((await get("/v4beta/regions")).status).toBe(404);
  expect((await post("/v4beta/acme/instances", {})).status).toBe(404);
  expect((await get("/regions")).status).toBe(200);
});
