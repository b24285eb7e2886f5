import { deployment, faultsOf, startService } from "./service";

describe("an update", () => {
  test("changes what it names and keeps the rest", async () => {
    const service = startService();
    const before = await service.running({ tags: ["a"] });
    await service.passSeconds(5);
    const { body } = await service.put(`/acme/instances/${before.id}`, {
      label: "web",
      alerts: { cpu: 180 },
    });
    expect(body).toEqual({
      ...before,
      status: "running",
      label: "web",
      alerts: { ...before.alerts, cpu: 180 },
      updated: "2022-03-21T09:01:05",
    });
  });

  test("takes the whole object back, unknown and read-only fields aside", async () => {
    const service = startService();
    const { id } = await service.running();
    const { body } = await service.get(`/acme/instances/${id}`);
    const reply = await service.put(`/acme/instances/${id}`, { ...body, group: "g", colour: "red" });
    expect(reply.body).toEqual({ ...body, group: "g", updated: reply.body.updated });
  });

  test("is made whole or not at all", async () => {
    const service = startService();
    const { id, label } = await service.running();
    const reply = await service.put(`/acme/instances/${id}`, {
      label: "new-name",
      backups: { schedule: { day: "Someday", window: "W1" } },
    });
    expect(Object.keys(faultsOf(reply))).toEqual(["backups.schedule.day", "backups.schedule.window"]);
    expect((await service.get(`/acme/instances/${id}`)).body.label).toBe(label);
  });

  test("refuses another's label and takes its own", async () => {
    const service = startService();
    const one = await service.empty({ label: "one" });
    await service.empty({ label: "two" });
    expect((await service.put(`/acme/instances/${one.id}`, { label: "two" })).status).toBe(400);
    expect((await service.put(`/acme/instances/${one.id}`, { label: "one" })).status).toBe(200);
  });
});

describe("a boot", () => {
  test("makes an instance that was not booted run", async () => {
    const service = startService();
    const { id } = await service.running({ booted: false });
    expect((await service.post(`/acme/instances/${id}/boot`)).body).toEqual({});
    expect(await service.statusOf(id)).toBe("booting");
    await service.passSeconds(11);
    expect(await service.statusOf(id)).toBe("running");
  });

  test("is refused while it runs, and while another action does", async () => {
    const service = startService();
    const { body } = await service.post("/acme/instances", deployment);
    expect(faultsOf(await service.post(`/acme/instances/${body.id}/boot`))).toEqual({ "": "Node busy." });
    await service.passSeconds(60);
    expect((await service.post(`/acme/instances/${body.id}/boot`)).status).toBe(400);
  });

  test("needs a configuration, and one chosen where there are several and none was booted last", async () => {
    const service = startService();
    const bare = await service.empty();
    expect(faultsOf(await service.post(`/acme/instances/${bare.id}/boot`))[""]).toMatch(/no configuration/);

    const { id } = await service.running({ booted: false });
    const world = service.control.world();
    const [config] = world.configs;
    service.control.load({ ...world, configs: [config, { ...config!, id: 77 }] });
    expect(faultsOf(await service.post(`/acme/instances/${id}/boot`))[""]).toMatch(/give config_id/);
    expect(faultsOf(await service.post(`/acme/instances/${id}/boot`, { config_id: 5 }))).toEqual({
      config_id: "config_id is not valid",
    });
    expect((await service.post(`/acme/instances/${id}/boot`, { config_id: 77 })).status).toBe(200);
    await service.passSeconds(20);
    service.control.externalChange({ kind: "instance_change", instanceId: id, patch: { status: "offline" } });
    expect((await service.post(`/acme/instances/${id}/boot`)).status).toBe(200);
    expect(service.control.world().instances.find((one) => one.id === id)?.last_booted_config).toBe(77);
  });
});

describe("a delete", () => {
  test("shows deleting, then nothing is left", async () => {
    const service = startService();
    const { id } = await service.running({ backups_enabled: true, private_ip: true });
    expect((await service.remove(`/acme/instances/${id}`)).body).toEqual({});
    expect(await service.statusOf(id)).toBe("deleting");
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(200);
    await service.passSeconds(6);
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(404);
    const left = { instances: [], disks: [], configs: [], addresses: [], backups: [] };
    expect(service.control.world()).toMatchObject(left);
    const next = await service.empty();
    expect(next.id).toBeGreaterThan(id);
  });

  test("keeps the label taken until the instance is gone", async () => {
    const service = startService();
    const { id } = await service.running({ label: "web" });
    await service.remove(`/acme/instances/${id}`);
    expect((await service.post("/acme/instances", { ...deployment, label: "web" })).status).toBe(400);
    await service.passSeconds(6);
    expect((await service.post("/acme/instances", { ...deployment, label: "web" })).status).toBe(200);
  });
});

describe("a clone", () => {
  test("is a new instance with the source's disks, configurations and tags, offline at the end", async () => {
    const service = startService();
    const source = await service.running({ tags: ["blue"] });
    const { body } = await service.post(`/acme/instances/${source.id}/clone`, {
      label: "copy",
      region: "eu-central",
      type: "g1-standard-2",
    });
    expect(body).toMatchObject({ label: "copy", region: "eu-central", tags: ["blue"], status: "offline" });
    expect(faultsOf(await service.post(`/acme/instances/${body.id}/boot`))[""]).toBe("Node busy.");
    await service.passSeconds(41);
    expect((await service.post(`/acme/instances/${body.id}/boot`)).status).toBe(200);
    expect(await service.statusOf(source.id)).toBe("running");
    const { disks, configs } = service.control.world();
    expect(disks.filter((disk) => disk.instance_id === body.id)).toHaveLength(2);
    const own = configs.find((config) => config.instance_id === body.id);
    expect(own?.disks).toEqual(disks.filter((disk) => disk.instance_id === body.id).map((disk) => disk.id));
  });

  test("takes the disks and configurations named", async () => {
    const service = startService();
    const source = await service.running();
    const [first] = service.control.world().disks;
    const { body } = await service.post(`/acme/instances/${source.id}/clone`, { disks: [first!.id] });
    const { disks } = service.control.world();
    expect(disks.filter((disk) => disk.instance_id === body.id)).toHaveLength(1);
    const refusal = await service.post(`/acme/instances/${source.id}/clone`, { disks: [99], configs: [98] });
    expect(Object.keys(faultsOf(refusal))).toEqual(["disks", "configs"]);
  });

  test("onto an existing instance replaces what it had, and is named by the brand's field", async () => {
    const service = startService();
    const source = await service.running();
    const target = await service.empty();
    const reply = await service.post(`/acme/instances/${source.id}/clone`, { acme_id: target.id });
    expect(reply.body).toMatchObject({ id: target.id, status: "cloning" });
    await service.passSeconds(60);
    expect(await service.statusOf(target.id)).toBe("offline");
    const unknown = await service.post(`/acme/instances/${source.id}/clone`, { acme_id: 99 });
    expect(faultsOf(unknown)).toEqual({ acme_id: "acme_id is not valid" });
    const small = await service.empty({ type: "g1-nano-1" });
    expect((await service.post(`/acme/instances/${source.id}/clone`, { acme_id: small.id })).status).toBe(
      400,
    );
  });

  test("is refused, with 400, as the sixth at a time of one source", async () => {
    const service = startService({ settings: { busyStatus: 409, inputStatus: 422 } });
    const source = await service.running();
    for (let index = 0; index < 5; index++) {
      expect((await service.post(`/acme/instances/${source.id}/clone`, {})).status).toBe(200);
    }
    expect((await service.post(`/acme/instances/${source.id}/clone`, {})).status).toBe(400);
    await service.passSeconds(41);
    expect((await service.post(`/acme/instances/${source.id}/clone`, {})).status).toBe(200);
  });
});

describe("what no operation causes", () => {
  test("a power-off without a job is mended by the watchdog, five boots long", async () => {
    const service = startService();
    const { id } = await service.running();
    for (let boots = 1; boots <= 5; boots++) {
      service.control.externalChange({ kind: "power_off", instanceId: id });
      expect(await service.statusOf(id)).toBe("offline");
      await service.passSeconds(30);
      expect(await service.statusOf(id)).toBe("running");
    }
    service.control.externalChange({ kind: "power_off", instanceId: id });
    await service.passSeconds(60);
    expect(await service.statusOf(id)).toBe("offline");
  });

  test("a power-off stays without the watchdog", async () => {
    const service = startService();
    const { id } = await service.running();
    await service.put(`/acme/instances/${id}`, { watchdog_enabled: false });
    service.control.externalChange({ kind: "power_off", instanceId: id });
    await service.passSeconds(600);
    expect(await service.statusOf(id)).toBe("offline");
  });

  test("the watchdog does not act on a power-off that something else has overtaken", async () => {
    const service = startService();
    const { id } = await service.running();
    service.control.externalChange({ kind: "power_off", instanceId: id });
    service.control.changeInstance(id, { status: "offline" });
    await service.passSeconds(60);
    expect(await service.statusOf(id)).toBe("offline");
  });

  test("a maintenance shows stopped, then the instance runs again", async () => {
    const service = startService();
    const { id } = await service.running();
    service.control.externalChange({ kind: "maintenance", instanceId: id });
    expect(await service.statusOf(id)).toBe("stopped");
    expect((await service.post(`/acme/instances/${id}/boot`)).status).toBe(400);
    await service.passSeconds(140);
    expect(await service.statusOf(id)).toBe("running");
  });

  test("a change behind everybody's back shows", async () => {
    const service = startService();
    const { id } = await service.running();
    service.control.changeInstance(id, { label: "drifted", tags: ["x"], status: "offline" });
    const { body } = await service.get(`/acme/instances/${id}`);
    expect(body).toMatchObject({ label: "drifted", tags: ["x"], status: "offline" });
    service.control.externalChange({ kind: "instance_delete", instanceId: id });
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
  });
});
