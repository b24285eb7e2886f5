import { errorReasons, type Service, startService } from "./service";

const day = 24 * 60 * 60;

async function runWithBackups(service: Service): Promise<number> {
  return (await service.createRunningInstance({ backups_enabled: true })).id;
}

describe("the backup service", () => {
  test("can be enabled, and enabling it again changes nothing", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    expect((await service.post(`/acme/instances/${id}/backups/enable`)).body).toEqual({});
    expect((await service.post(`/acme/instances/${id}/backups/enable`)).status).toBe(200);
    expect((await service.get(`/acme/instances/${id}`)).body.backups.enabled).toBe(true);
  });

  test("takes one backup a day, in the window of its schedule", async () => {
    const service = startService();
    const id = await runWithBackups(service);
    const schedule = { day: "Tuesday", window: "W10" };
    await service.put(`/acme/instances/${id}`, { backups: { schedule } });
    expect((await service.get(`/acme/instances/${id}`)).body.backups.schedule).toEqual(schedule);
    // It is Monday, a minute past nine: the window begins at ten.
    await service.advanceSeconds(58 * 60);
    expect((await service.get(`/acme/instances/${id}/backups`)).body.automatic).toEqual([]);
    await service.advanceSeconds(2 * 60);
    const { automatic } = (await service.get(`/acme/instances/${id}/backups`)).body;
    expect(automatic).toMatchObject([
      {
        type: "auto",
        label: null,
        status: "successful",
        created: "2022-03-21T10:00:00",
        configs: ["Debian 12 profile"],
      },
    ]);
    expect((await service.get(`/acme/instances/${id}`)).body.backups.last_successful).toBe(
      "2022-03-21T10:00:30",
    );
    await service.advanceSeconds(day);
    expect((await service.get(`/acme/instances/${id}/backups`)).body.automatic).toMatchObject([
      { created: "2022-03-22T10:00:00" },
    ]);
  });

  test("assigns schedules that differ between instances, and keeps the one that is declared", async () => {
    const service = startService({ settings: { scheduleWhenEnabled: "assigned" } });
    const scheduleOf = async (id: number) =>
      (await service.get(`/acme/instances/${id}`)).body.backups.schedule;
    const first = await runWithBackups(service);
    const second = await runWithBackups(service);
    expect([first, await scheduleOf(first)]).toEqual([1, { day: "Monday", window: "W2" }]);
    expect([second, await scheduleOf(second)]).toEqual([2, { day: "Tuesday", window: "W4" }]);
    await service.advanceSeconds(day);
    expect((await service.get(`/acme/instances/${first}/backups`)).body.automatic).toMatchObject([
      { created: "2022-03-22T02:00:00" },
    ]);
    const declared = { day: "Sunday", window: "W22" };
    const { id } = await service.createRunningInstance();
    await service.put(`/acme/instances/${id}`, { backups: { schedule: declared } });
    await service.post(`/acme/instances/${id}/backups/enable`);
    expect(await scheduleOf(id)).toEqual(declared);
  });

  test("keeps the newest backup, and those of the schedule's day for two weeks", async () => {
    const service = startService();
    const id = await runWithBackups(service);
    await service.put(`/acme/instances/${id}`, { backups: { schedule: { day: "Tuesday", window: "W10" } } });
    const datesOfBackups = async () => {
      const { automatic } = (await service.get(`/acme/instances/${id}/backups`)).body;
      return automatic.map((backup: { created: string }) => backup.created.slice(0, 10));
    };
    await service.advanceSeconds(24 * day);
    expect(await datesOfBackups()).toEqual(["2022-04-05", "2022-04-12", "2022-04-13"]);
    // Another Tuesday: the newest backup is also the weekly one.
    await service.advanceSeconds(6 * day);
    expect(await datesOfBackups()).toEqual(["2022-04-12", "2022-04-19"]);
  });

  test("deletes all backups when it is cancelled, and cannot be enabled again for 24 hours", async () => {
    const service = startService();
    const id = await runWithBackups(service);
    await service.advanceSeconds(2 * day);
    await service.post(`/acme/instances/${id}/backups/cancel`);
    expect((await service.get(`/acme/instances/${id}/backups`)).body).toEqual({
      automatic: [],
      snapshot: { current: null, in_progress: null },
    });
    const early = await service.post(`/acme/instances/${id}/backups/enable`);
    expect(errorReasons(early)[""]).toMatch(/24 hours/);
    await service.advanceSeconds(day);
    expect(service.control.world().backups).toEqual([]);
    expect((await service.post(`/acme/instances/${id}/backups/enable`)).status).toBe(200);
  });
});

describe("a snapshot", () => {
  test("passes through its statuses in progress, then becomes the current one", async () => {
    const service = startService();
    const id = await runWithBackups(service);
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "before upgrade" });
    expect(body).toMatchObject({
      type: "snapshot",
      label: "before upgrade",
      status: "pending",
      finished: null,
    });
    const seen: string[] = [];
    for (let second = 0; second < 30; second += 2) {
      await service.advanceSeconds(2);
      const { status } = (await service.get(`/acme/instances/${id}/backups/${body.id}`)).body;
      if (seen.at(-1) !== status) seen.push(status);
    }
    expect(seen).toEqual(["pending", "running", "needsPostProcessing", "successful"]);
    const { snapshot } = (await service.get(`/acme/instances/${id}/backups`)).body;
    expect(snapshot).toMatchObject({ current: { id: body.id }, in_progress: null });
  });

  test("replaces the previous one", async () => {
    const service = startService();
    const id = await runWithBackups(service);
    const first = (await service.post(`/acme/instances/${id}/backups`, { label: "one" })).body;
    expect(errorReasons(await service.post(`/acme/instances/${id}/backups`, { label: "two" }))[""]).toBe(
      "Acme busy.",
    );
    await service.advanceSeconds(31);
    const second = (await service.post(`/acme/instances/${id}/backups`, { label: "two" })).body;
    await service.advanceSeconds(31);
    expect((await service.get(`/acme/instances/${id}/backups`)).body.snapshot.current.id).toBe(second.id);
    expect((await service.get(`/acme/instances/${id}/backups/${first.id}`)).status).toBe(404);
  });

  test("is the only one in progress, even if no other action is rejected as busy", async () => {
    const service = startService({ settings: { busyRefusals: false } });
    const id = await runWithBackups(service);
    await service.post(`/acme/instances/${id}/backups`, { label: "one" });
    const second = await service.post(`/acme/instances/${id}/backups`, { label: "two" });
    expect(errorReasons(second)[""]).toBe("Acme busy.");
    await service.advanceSeconds(31);
    expect((await service.post(`/acme/instances/${id}/backups`, { label: "two" })).status).toBe(200);
  });

  test("needs a label of 1 to 255 characters and an enabled backup service", async () => {
    const service = startService();
    const id = await runWithBackups(service);
    for (const label of [undefined, "", "x".repeat(256)]) {
      expect(
        Object.keys(errorReasons(await service.post(`/acme/instances/${id}/backups`, { label }))),
      ).toEqual(["label"]);
    }
    const bare = await service.createEmptyInstance();
    expect((await service.post(`/acme/instances/${bare.id}/backups`, { label: "one" })).status).toBe(400);
  });
});

describe("a restore", () => {
  async function withSnapshot(service: Service) {
    const id = await runWithBackups(service);
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "one" });
    await service.advanceSeconds(31);
    return { id, path: `/acme/instances/${id}/backups/${body.id}/restore` };
  }

  test("with overwrite replaces the target's disks and configurations", async () => {
    const service = startService();
    const { id, path } = await withSnapshot(service);
    const before = service.control.world().disks.map((disk) => disk.id);
    expect((await service.post(path, { acme_id: id, overwrite: true })).body).toEqual({});
    expect(await service.statusOf(id)).toBe("restoring");
    await service.advanceSeconds(41);
    expect(await service.statusOf(id)).toBe("offline");
    const after = service.control.world().disks;
    expect(after).toHaveLength(2);
    for (const disk of after) expect(before).not.toContain(disk.id);
  });

  test("without overwrite needs enough free space", async () => {
    const service = startService();
    const { id, path } = await withSnapshot(service);
    const refusal = await service.post(path, { acme_id: id });
    expect(errorReasons(refusal)[""]).toMatch(/Insufficient space/);
    const large = await service.createRunningInstance({ type: "g1-standard-8", swap_size: 600_000 });
    expect((await service.post(path, { acme_id: large.id })).status).toBe(400);
    const empty = await service.createEmptyInstance();
    expect((await service.post(path, { acme_id: empty.id })).status).toBe(200);
  });

  test("names the target's field in the brand's word", async () => {
    const service = startService();
    const { path } = await withSnapshot(service);
    expect(errorReasons(await service.post(path, {}))).toEqual({ acme_id: "acme_id is required" });
    expect(errorReasons(await service.post(path, { acme_id: 99 }))).toEqual({
      acme_id: "acme_id is not valid",
    });
  });

  test("does not find another instance's backup", async () => {
    const service = startService();
    const { path } = await withSnapshot(service);
    const other = await service.createEmptyInstance();
    const wrong = path.replace(/instances\/\d+/, `instances/${other.id}`);
    expect((await service.post(wrong, { acme_id: other.id })).status).toBe(404);
  });
});

describe("a backup service that is being enabled", () => {
  const schedule = { day: "Monday", window: "W2" };

  test("is enabled with a schedule that is set in the meantime", async () => {
    const service = startService({ settings: { enableSeconds: 15 } });
    const { id } = await service.createEmptyInstance();
    await service.post(`/acme/instances/${id}/backups/enable`);
    await service.put(`/acme/instances/${id}`, { backups: { schedule } });
    await service.advanceSeconds(15);
    expect((await service.get(`/acme/instances/${id}`)).body.backups).toMatchObject({
      enabled: true,
      schedule,
    });
    await service.advanceSeconds(day);
    expect((await service.get(`/acme/instances/${id}/backups`)).body.automatic).toMatchObject([
      { created: "2022-03-22T02:00:00" },
    ]);
  });

  test("stays off after a cancel, and can be enabled again immediately", async () => {
    const service = startService({ settings: { enableSeconds: 15 } });
    const { id } = await service.createEmptyInstance();
    const path = `/acme/instances/${id}`;
    const isEnabled = async () => (await service.get(path)).body.backups.enabled;
    await service.post(`${path}/backups/enable`);
    const before = (await service.get(path)).body;
    expect((await service.post(`${path}/backups/cancel`)).status).toBe(200);
    await service.advanceSeconds(day);
    expect((await service.get(path)).body).toEqual(before);
    await service.post(`${path}/backups/enable`);
    await service.advanceSeconds(15);
    expect(await isEnabled()).toBe(true);
  });
});

test("a backup service that was cancelled is not enabled by an earlier call that takes a while", async () => {
  const service = startService({ settings: { enableSeconds: 15 } });
  const { id } = await service.createEmptyInstance();
  const path = `/acme/instances/${id}`;
  const isEnabled = async () => (await service.get(path)).body.backups.enabled;
  await service.post(`${path}/backups/enable`);
  await service.advanceSeconds(10);
  await service.post(`${path}/backups/enable`);
  expect(await isEnabled()).toBe(false);
  await service.advanceSeconds(5);
  expect(await isEnabled()).toBe(true);
  await service.post(`${path}/backups/cancel`);
  await service.advanceSeconds(60);
  expect(await isEnabled()).toBe(false);
});
