import { wellKnownTokens } from "../../src/emulator";
import { type Service, startService } from "./service";

const path = "/v4beta/account/maintenance";

const listed = async ({ get }: Service, token?: string) =>
  (await get(path, token === undefined ? {} : { token })).body.data;

/** The moment so many seconds from now, as an external change takes it. */
const ahead = ({ control }: Service, seconds: number) =>
  new Date(control.clock.view().now + seconds * 1000).toISOString();

test("it is planned, begins at its moment, stops the instance, and is over", async () => {
  const service = startService();
  const { id } = await service.running({ label: "web" });
  const when = ahead(service, 600);
  service.control.externalChange({ kind: "maintenance", instanceId: id, when, reason: "New memory." });
  expect(await listed(service)).toEqual([
    {
      entity: { id, label: "web", type: "acme", url: `/v4/acme/instances/${id}` },
      reason: "New memory.",
      status: "pending",
      type: "reboot",
      when: when.slice(0, 19),
    },
  ]);
  expect(await service.statusOf(id)).toBe("running");
  await service.passSeconds(600);
  expect([(await listed(service))[0].status, await service.statusOf(id)]).toEqual(["started", "stopped"]);
  await service.passSeconds(120);
  expect([await listed(service), await service.statusOf(id)]).toEqual([[], "booting"]);
  await service.passSeconds(10);
  expect(await service.statusOf(id)).toBe("running");
});

test("an instance that was off stays off", async () => {
  const service = startService();
  const { id } = await service.empty();
  service.control.externalChange({ kind: "maintenance", instanceId: id });
  expect(await service.statusOf(id)).toBe("stopped");
  await service.passSeconds(121);
  expect(await service.statusOf(id)).toBe("offline");
});

test("several instances of one host are maintained at once", async () => {
  const service = startService();
  const [one, other] = [await service.running(), await service.running()];
  const when = ahead(service, 60);
  for (const { id } of [one, other])
    service.control.externalChange({ kind: "maintenance", instanceId: id, when });
  expect((await listed(service)).map((entry: { entity: { id: number } }) => entry.entity.id)).toEqual([
    one.id,
    other.id,
  ]);
  await service.passSeconds(61);
  expect([await service.statusOf(one.id), await service.statusOf(other.id)]).toEqual(["stopped", "stopped"]);
});

test("the watchdog leaves a stopped instance alone", async () => {
  const service = startService();
  const { id } = await service.running();
  service.control.externalChange({ kind: "power_off", instanceId: id });
  service.control.externalChange({ kind: "maintenance", instanceId: id });
  await service.passSeconds(60);
  expect(await service.statusOf(id)).toBe("stopped");
  await service.passSeconds(120);
  expect(await service.statusOf(id)).toBe("offline");
  const { data } = (await service.get("/account/events")).body;
  expect(data.map((event: { action: string }) => event.action)).not.toContain("lassie_reboot");
});

test("a deleted instance's maintenance is gone with it, and deleting goes on through one", async () => {
  const service = startService();
  const { id } = await service.empty();
  service.control.externalChange({ kind: "maintenance", instanceId: id, when: ahead(service, 3) });
  await service.remove(`/acme/instances/${id}`);
  await service.passSeconds(4);
  expect(await service.statusOf(id)).toBe("deleting");
  await service.passSeconds(2);
  expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
  expect(await listed(service)).toEqual([]);
});

test("a restricted user sees those of the instances that he may view", async () => {
  const service = startService();
  const token = wellKnownTokens.restricted;
  const { id } = await service.empty();
  service.control.externalChange({ kind: "maintenance", instanceId: id, when: ahead(service, 60) });
  expect(await listed(service, token)).toEqual([]);
  const instances = { [String(id)]: "read_only" as const };
  service.control.externalChange({ kind: "user_change", username: "limited", patch: { instances } });
  expect(await listed(service, token)).toHaveLength(1);
});

test("it is listed below v4beta, and never below v4", async () => {
  const { get } = startService();
  expect((await get("/account/maintenance")).status).toBe(404);
  expect((await get("/v4beta/regions")).body.results).toBe(6);
});

test("where only beta operations are served below v4beta, all others are unknown there", async () => {
  const { get, post } = startService({ settings: { betaAddress: "betaOnly" } });
  expect((await get(path)).status).toBe(200);
  expect((await get("/v4beta/regions")).status).toBe(404);
  expect((await post("/v4beta/acme/instances", {})).status).toBe(404);
  expect((await get("/regions")).status).toBe(200);
});
