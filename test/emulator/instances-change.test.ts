import { errorReasons, newInstance, startService } from "./service";

interface AnEvent {
  readonly action: string;
  readonly status: string;
  readonly entity: { readonly id: number };
}

describe("an update", () => {
  test("changes the given fields and keeps the others", async () => {
    const service = startService();
    const before = await service.createRunningInstance({ tags: ["a-tag"] });
    await service.advanceSeconds(5);
    const { body } = await service.put(`/acme/instances/${before.id}`, {
      label: "web",
      alerts: { cpu: 180 },
    });
    expect(body).toEqual({
      ...before,
      status: "running",
      label: "web",
      alerts: { ...before.alerts, cpu: 180 },
      updated: "2022-03-21T09:01:15",
    });
  });

  test("keeps each tag once", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    const { body } = await service.put(`/acme/instances/${id}`, { tags: ["b-tag", "a-tag", "b-tag"] });
    expect(body.tags).toEqual(["b-tag", "a-tag"]);
    expect((await service.get(`/acme/instances/${id}`)).body.tags).toEqual(["b-tag", "a-tag"]);
  });

  test("accepts the whole instance as it was read, and ignores unknown and read-only fields", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    const { body } = await service.get(`/acme/instances/${id}`);
    const reply = await service.put(`/acme/instances/${id}`, { ...body, group: "g", color: "red" });
    expect(reply.body).toEqual({ ...body, group: "g", updated: reply.body.updated });
  });

  test("accepts a schedule that is not set yet as it was read", async () => {
    const service = startService({ settings: { newSchedule: "Scheduling" } });
    const { id } = await service.createRunningInstance({ backups_enabled: true });
    const path = `/acme/instances/${id}`;
    const { body } = await service.get(path);
    expect(body.backups.schedule).toEqual({ day: "Scheduling", window: "Scheduling" });
    const schedule = async (given: object) => {
      const reply = await service.put(path, { ...body, backups: { schedule: given } });
      return reply.status === 200 ? reply.body.backups.schedule : Object.keys(errorReasons(reply));
    };
    expect(await schedule(body.backups.schedule)).toEqual(body.backups.schedule);
    expect(await schedule({ day: "Monday", window: "Scheduling" })).toEqual({
      day: "Monday",
      window: "Scheduling",
    });
    expect(await schedule(body.backups.schedule)).toEqual(["backups.schedule.day"]);
    expect(await schedule({ window: "W2" })).toEqual({ day: "Monday", window: "W2" });
    expect(await schedule({ window: "Scheduling" })).toEqual(["backups.schedule.window"]);
  });

  test("rejects a schedule that no view returns", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ backups_enabled: true });
    const schedule = { day: "Scheduling", window: "Scheduling" };
    const reply = await service.put(`/acme/instances/${id}`, { backups: { schedule } });
    expect(Object.keys(errorReasons(reply))).toEqual(["backups.schedule.day", "backups.schedule.window"]);
  });

  test("changes everything or nothing", async () => {
    const service = startService();
    const { id, label } = await service.createRunningInstance();
    const reply = await service.put(`/acme/instances/${id}`, {
      label: "new-name",
      backups: { schedule: { day: "Someday", window: "W1" } },
    });
    expect(Object.keys(errorReasons(reply))).toEqual(["backups.schedule.day", "backups.schedule.window"]);
    expect((await service.get(`/acme/instances/${id}`)).body.label).toBe(label);
  });

  test("resets the omitted fields to their defaults if configured", async () => {
    const service = startService({ settings: { putOmitted: "replace" } });
    const { id, alerts } = await service.createRunningInstance({ label: "web", tags: ["a-tag"], group: "g" });
    const backups = { schedule: { day: "Sunday", window: "W2" } };
    const changed = { label: "data", group: "h", tags: ["b-tag"], watchdog_enabled: false, backups };
    const path = `/acme/instances/${id}`;
    expect((await service.put(path, { ...changed, alerts: { cpu: 5, io: 5 } })).body).toMatchObject({
      ...changed,
      alerts: { ...alerts, cpu: 5, io: 5 },
    });
    expect((await service.put(path, { alerts: { cpu: 6 } })).body).toMatchObject({
      ...{ label: `acme${id}`, group: "", tags: [], watchdog_enabled: true },
      backups: { schedule: { day: null, window: null } },
      alerts: { ...alerts, cpu: 6 },
    });
  });

  test("rejects another instance's label and accepts its own", async () => {
    const service = startService();
    const one = await service.createEmptyInstance({ label: "one" });
    await service.createEmptyInstance({ label: "two" });
    expect((await service.put(`/acme/instances/${one.id}`, { label: "two" })).status).toBe(400);
    expect((await service.put(`/acme/instances/${one.id}`, { label: "one" })).status).toBe(200);
  });
});

describe("a boot", () => {
  test("starts an instance that was not booted", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ booted: false });
    expect((await service.post(`/acme/instances/${id}/boot`)).body).toEqual({});
    expect(await service.statusOf(id)).toBe("booting");
    await service.advanceSeconds(11);
    expect(await service.statusOf(id)).toBe("running");
  });

  test("is rejected while the instance is running or busy", async () => {
    const service = startService();
    const { body } = await service.post("/acme/instances", newInstance);
    expect(errorReasons(await service.post(`/acme/instances/${body.id}/boot`))).toEqual({ "": "Acme busy." });
    await service.advanceSeconds(60);
    expect((await service.post(`/acme/instances/${body.id}/boot`)).status).toBe(400);
  });

  test("needs a configuration, and a choice if there are several and none was booted last", async () => {
    const service = startService();
    const bare = await service.createEmptyInstance();
    expect(errorReasons(await service.post(`/acme/instances/${bare.id}/boot`))[""]).toMatch(
      /no configuration/,
    );

    const { id } = await service.createRunningInstance({ booted: false });
    const world = service.control.world();
    const [config] = world.configs;
    service.control.load({ ...world, configs: [config, { ...config!, id: 77 }] });
    expect(errorReasons(await service.post(`/acme/instances/${id}/boot`))[""]).toMatch(
      /config_id is required/,
    );
    expect(errorReasons(await service.post(`/acme/instances/${id}/boot`, { config_id: 5 }))).toEqual({
      config_id: "config_id is not valid",
    });
    expect((await service.post(`/acme/instances/${id}/boot`, { config_id: 77 })).status).toBe(200);
    await service.advanceSeconds(20);
    service.control.externalChange({ kind: "instance_change", instanceId: id, patch: { status: "offline" } });
    expect((await service.post(`/acme/instances/${id}/boot`)).status).toBe(200);
    expect(service.control.world().instances.find((one) => one.id === id)?.last_booted_config).toBe(77);
  });

  test("uses the configuration of the first boot if another one has been added since", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    const world = service.control.world();
    const [config] = world.configs;
    service.control.load({ ...world, configs: [config, { ...config!, id: 77 }] });
    service.control.changeInstance(id, { status: "offline" });
    expect((await service.post(`/acme/instances/${id}/boot`)).body).toEqual({});
    expect(service.control.world().instances[0]?.last_booted_config).toBe(config?.id);
  });
});

describe("a deletion", () => {
  test("is not aborted by a clone or a restore, even if no action is rejected as busy", async () => {
    const service = startService({ settings: { busyRefusals: false } });
    const source = await service.createRunningInstance({ backups_enabled: true });
    const { body: backup } = await service.post(`/acme/instances/${source.id}/backups`, { label: "snap" });
    await service.advanceSeconds(60);
    const { id } = await service.createEmptyInstance();
    await service.remove(`/acme/instances/${id}`);
    const target = { acme_id: id, overwrite: true };
    const reasons = { acme_id: "the target is being deleted" };
    const restore = `/acme/instances/${source.id}/backups/${backup.id}/restore`;
    expect(errorReasons(await service.post(restore, target))).toEqual(reasons);
    expect(errorReasons(await service.post(`/acme/instances/${source.id}/clone`, { acme_id: id }))).toEqual(
      reasons,
    );
    await service.advanceSeconds(60);
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
  });

  test("is deleting, then leaves nothing behind", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ backups_enabled: true, private_ip: true });
    expect((await service.remove(`/acme/instances/${id}`)).body).toEqual({});
    expect(await service.statusOf(id)).toBe("deleting");
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(200);
    await service.advanceSeconds(6);
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(404);
    const left = { instances: [], disks: [], configs: [], addresses: [], backups: [] };
    expect(service.control.world()).toMatchObject(left);
    const next = await service.createEmptyInstance();
    expect(next.id).toBeGreaterThan(id);
  });

  test("keeps the label in use until the instance no longer exists", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ label: "web" });
    await service.remove(`/acme/instances/${id}`);
    expect((await service.post("/acme/instances", { ...newInstance, label: "web" })).status).toBe(400);
    await service.advanceSeconds(6);
    expect((await service.post("/acme/instances", { ...newInstance, label: "web" })).status).toBe(200);
  });
});

describe("a clone", () => {
  test("is a new instance with the source's disks, configurations and tags, and ends offline", async () => {
    const service = startService();
    const source = await service.createRunningInstance({ tags: ["blue"] });
    const { body } = await service.post(`/acme/instances/${source.id}/clone`, {
      label: "copy",
      region: "eu-central",
      type: "g1-standard-2",
    });
    expect(body).toMatchObject({ label: "copy", region: "eu-central", tags: ["blue"], status: "offline" });
    expect(errorReasons(await service.post(`/acme/instances/${body.id}/boot`))[""]).toBe("Acme busy.");
    await service.advanceSeconds(40 + 8);
    expect((await service.post(`/acme/instances/${body.id}/boot`)).status).toBe(200);
    expect(await service.statusOf(source.id)).toBe("running");
    const { disks, configs } = service.control.world();
    expect(disks.filter((disk) => disk.instance_id === body.id)).toHaveLength(2);
    const own = configs.find((config) => config.instance_id === body.id);
    expect(own?.disks).toEqual(disks.filter((disk) => disk.instance_id === body.id).map((disk) => disk.id));
  });

  test("copies the named disks and configurations", async () => {
    const service = startService();
    const source = await service.createRunningInstance();
    const [first] = service.control.world().disks;
    const { body } = await service.post(`/acme/instances/${source.id}/clone`, { disks: [first!.id] });
    const { disks } = service.control.world();
    expect(disks.filter((disk) => disk.instance_id === body.id)).toHaveLength(1);
    const refusal = await service.post(`/acme/instances/${source.id}/clone`, { disks: [99], configs: [98] });
    expect(Object.keys(errorReasons(refusal))).toEqual(["disks", "configs"]);
  });

  test("onto an existing instance, named by the brand's field, replaces what it had", async () => {
    const service = startService();
    const source = await service.createRunningInstance();
    const target = await service.createEmptyInstance();
    const reply = await service.post(`/acme/instances/${source.id}/clone`, { acme_id: target.id });
    expect(reply.body).toMatchObject({ id: target.id, status: "cloning" });
    await service.advanceSeconds(60);
    expect(await service.statusOf(target.id)).toBe("offline");
    expect((await service.get("/account/events")).body.data[0]).toMatchObject({
      action: "acme_clone",
      entity: { id: source.id },
      secondary_entity: { id: target.id },
    });
    const unknown = await service.post(`/acme/instances/${source.id}/clone`, { acme_id: 99 });
    expect(errorReasons(unknown)).toEqual({ acme_id: "acme_id is not valid" });
    const small = await service.createEmptyInstance({ type: "g1-nano-1" });
    expect((await service.post(`/acme/instances/${source.id}/clone`, { acme_id: small.id })).status).toBe(
      400,
    );
  });

  test("onto an existing instance is rejected in a region without virtual networks, if it has one", async () => {
    const service = startService();
    const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "lan" }];
    const source = await service.createRunningInstance({ interfaces });
    const target = await service.createEmptyInstance({ region: "us-central" });
    const clone = `/acme/instances/${source.id}/clone`;
    expect(errorReasons(await service.post(clone, { acme_id: target.id }))).toEqual({
      acme_id: "virtual networks are not available in the region of the target",
    });
    expect(service.control.world().disks.map(({ instance_id }) => instance_id)).toEqual([
      source.id,
      source.id,
    ]);
    const [disk] = service.control.world().disks;
    expect((await service.post(clone, { acme_id: target.id, disks: [disk?.id] })).status).toBe(200);
    const { id } = await service.createEmptyInstance();
    expect((await service.post(clone, { acme_id: id })).status).toBe(200);
    await service.advanceSeconds(60);
    const plain = await service.createRunningInstance();
    expect((await service.post(`/acme/instances/${plain.id}/clone`, { acme_id: target.id })).status).toBe(
      200,
    );
  });

  test("is rejected with 400 as the sixth concurrent clone of one source", async () => {
    const service = startService({ settings: { busyStatus: 409, inputStatus: 422 } });
    const source = await service.createRunningInstance();
    for (let index = 0; index < 5; index++) {
      expect((await service.post(`/acme/instances/${source.id}/clone`, {})).status).toBe(200);
    }
    expect((await service.post(`/acme/instances/${source.id}/clone`, {})).status).toBe(400);
    await service.advanceSeconds(41);
    expect((await service.post(`/acme/instances/${source.id}/clone`, {})).status).toBe(200);
  });
});

describe("an external change", () => {
  test("powers an instance off, and the watchdog boots it again up to five times", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    for (let boots = 1; boots <= 5; boots++) {
      service.control.externalChange({ kind: "power_off", instanceId: id });
      expect(await service.statusOf(id)).toBe("offline");
      await service.advanceSeconds(30);
      expect(await service.statusOf(id)).toBe("running");
    }
    service.control.externalChange({ kind: "power_off", instanceId: id });
    await service.advanceSeconds(60);
    expect(await service.statusOf(id)).toBe("offline");
  });

  test("powers an instance off for good when its watchdog is disabled", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    await service.put(`/acme/instances/${id}`, { watchdog_enabled: false });
    service.control.externalChange({ kind: "power_off", instanceId: id });
    await service.advanceSeconds(600);
    expect(await service.statusOf(id)).toBe("offline");
  });

  test("does not power off an instance that is being deleted", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    await service.remove(`/acme/instances/${id}`);
    service.control.externalChange({ kind: "power_off", instanceId: id });
    expect(await service.statusOf(id)).toBe("deleting");
    await service.advanceSeconds(600);
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
  });

  test("does not power off an instance that is off, so that no watchdog boots it", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    service.control.externalChange({ kind: "power_off", instanceId: id });
    await service.advanceSeconds(600);
    expect(await service.statusOf(id)).toBe("offline");
  });

  test("sets a status after a power-off, and the watchdog does not act on that power-off", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    service.control.externalChange({ kind: "power_off", instanceId: id });
    service.control.changeInstance(id, { status: "offline" });
    await service.advanceSeconds(60);
    expect(await service.statusOf(id)).toBe("offline");
  });

  test("starts maintenance: the instance is stopped, then runs again", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    service.control.externalChange({ kind: "maintenance", instanceId: id });
    expect(await service.statusOf(id)).toBe("stopped");
    expect((await service.post(`/acme/instances/${id}/boot`)).status).toBe(400);
    await service.advanceSeconds(140);
    expect(await service.statusOf(id)).toBe("running");
  });

  test("deletes an instance, and ends the events of its actions in progress", async () => {
    const service = startService({ settings: { busyRefusals: false } });
    const { id } = await service.createRunningInstance({ backups_enabled: true });
    await service.post(`/acme/instances/${id}/backups`, { label: "before" });
    const deployed = (await service.post("/acme/instances", { ...newInstance, label: "new" })).body;
    for (const instanceId of [id, deployed.id])
      service.control.externalChange({ kind: "instance_delete", instanceId });
    const { data } = (await service.get("/account/events")).body;
    const statusOf = (action: string, entity: number) =>
      data.find((event: AnEvent) => event.action === action && event.entity.id === entity)?.status;
    expect(statusOf("acme_create", id)).toBe("finished");
    expect(statusOf("acme_snapshot", id)).toBe("failed");
    expect(statusOf("acme_create", deployed.id)).toBe("failed");
    expect(data.filter(({ status }: AnEvent) => status === "started")).toEqual([]);
  });

  test("sets fields of an instance, and deletes it", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    service.control.changeInstance(id, { label: "drifted", tags: ["x-tag"], status: "offline" });
    const { body } = await service.get(`/acme/instances/${id}`);
    expect(body).toMatchObject({ label: "drifted", tags: ["x-tag"], status: "offline" });
    service.control.externalChange({ kind: "instance_delete", instanceId: id });
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
  });
});
