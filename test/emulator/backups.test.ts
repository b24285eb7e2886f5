import { faultsOf, type Service, startService } from "./service";

const day = 24 * 60 * 60;

async function backedUp(service: Service): Promise<number> {
  return (await service.running({ backups_enabled: true })).id;
}

describe("the backup service", () => {
  test("is enabled, and again without a change", async () => {
    const service = startService();
    const { id } = await service.running();
    expect((await service.post(`/acme/instances/${id}/backups/enable`)).body).toEqual({});
    expect((await service.post(`/acme/instances/${id}/backups/enable`)).status).toBe(200);
    expect((await service.get(`/acme/instances/${id}`)).body.backups.enabled).toBe(true);
  });

  test("takes a backup a day in the window of its schedule", async () => {
    const service = startService();
    const id = await backedUp(service);
    const schedule = { day: "Tuesday", window: "W10" };
    await service.put(`/acme/instances/${id}`, { backups: { schedule } });
    expect((await service.get(`/acme/instances/${id}`)).body.backups.schedule).toEqual(schedule);
    // It is Monday, a minute past nine: the window begins at ten.
    await service.passSeconds(58 * 60);
    expect((await service.get(`/acme/instances/${id}/backups`)).body.automatic).toEqual([]);
    await service.passSeconds(2 * 60);
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
    await service.passSeconds(day);
    expect((await service.get(`/acme/instances/${id}/backups`)).body.automatic).toMatchObject([
      { created: "2022-03-22T10:00:00" },
    ]);
  });

  test("keeps the newest backup and those of the schedule's day of two weeks", async () => {
    const service = startService();
    const id = await backedUp(service);
    await service.put(`/acme/instances/${id}`, { backups: { schedule: { day: "Tuesday", window: "W10" } } });
    const kept = async () => {
      const { automatic } = (await service.get(`/acme/instances/${id}/backups`)).body;
      return automatic.map((backup: { created: string }) => backup.created.slice(0, 10));
    };
    await service.passSeconds(24 * day);
    expect(await kept()).toEqual(["2022-04-05", "2022-04-12", "2022-04-13"]);
    // A Tuesday again: the newest is itself the one of its week.
    await service.passSeconds(6 * day);
    expect(await kept()).toEqual(["2022-04-12", "2022-04-19"]);
  });

  test("is cancelled with all backups, and not to be enabled again for 24 hours", async () => {
    const service = startService();
    const id = await backedUp(service);
    await service.passSeconds(2 * day);
    await service.post(`/acme/instances/${id}/backups/cancel`);
    expect((await service.get(`/acme/instances/${id}/backups`)).body).toEqual({
      automatic: [],
      snapshot: { current: null, in_progress: null },
    });
    const early = await service.post(`/acme/instances/${id}/backups/enable`);
    expect(faultsOf(early)[""]).toMatch(/24 hours/);
    await service.passSeconds(day);
    expect(service.control.world().backups).toEqual([]);
    expect((await service.post(`/acme/instances/${id}/backups/enable`)).status).toBe(200);
  });
});

describe("a snapshot", () => {
  test("is in progress first, by steps, then the current one", async () => {
    const service = startService();
    const id = await backedUp(service);
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "before upgrade" });
    expect(body).toMatchObject({
      type: "snapshot",
      label: "before upgrade",
      status: "pending",
      finished: null,
    });
    const seen: string[] = [];
    for (let second = 0; second < 30; second += 2) {
      await service.passSeconds(2);
      const { status } = (await service.get(`/acme/instances/${id}/backups/${body.id}`)).body;
      if (seen.at(-1) !== status) seen.push(status);
    }
    expect(seen).toEqual(["pending", "running", "needsPostProcessing", "successful"]);
    const { snapshot } = (await service.get(`/acme/instances/${id}/backups`)).body;
    expect(snapshot).toMatchObject({ current: { id: body.id }, in_progress: null });
  });

  test("takes the place of the one before", async () => {
    const service = startService();
    const id = await backedUp(service);
    const first = (await service.post(`/acme/instances/${id}/backups`, { label: "one" })).body;
    expect(faultsOf(await service.post(`/acme/instances/${id}/backups`, { label: "two" }))[""]).toBe(
      "Node busy.",
    );
    await service.passSeconds(31);
    const second = (await service.post(`/acme/instances/${id}/backups`, { label: "two" })).body;
    await service.passSeconds(31);
    expect((await service.get(`/acme/instances/${id}/backups`)).body.snapshot.current.id).toBe(second.id);
    expect((await service.get(`/acme/instances/${id}/backups/${first.id}`)).status).toBe(404);
  });

  test("needs a label of 1 to 255 characters, and the service enabled", async () => {
    const service = startService();
    const id = await backedUp(service);
    for (const label of [undefined, "", "x".repeat(256)]) {
      expect(Object.keys(faultsOf(await service.post(`/acme/instances/${id}/backups`, { label })))).toEqual([
        "label",
      ]);
    }
    const bare = await service.empty();
    expect((await service.post(`/acme/instances/${bare.id}/backups`, { label: "one" })).status).toBe(400);
  });
});

describe("a restore", () => {
  async function withSnapshot(service: Service) {
    const id = await backedUp(service);
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "one" });
    await service.passSeconds(31);
    return { id, path: `/acme/instances/${id}/backups/${body.id}/restore` };
  }

  test("with overwrite replaces the target's disks and configurations", async () => {
    const service = startService();
    const { id, path } = await withSnapshot(service);
    const before = service.control.world().disks.map((disk) => disk.id);
    expect((await service.post(path, { acme_id: id, overwrite: true })).body).toEqual({});
    expect(await service.statusOf(id)).toBe("restoring");
    await service.passSeconds(41);
    expect(await service.statusOf(id)).toBe("offline");
    const after = service.control.world().disks;
    expect(after).toHaveLength(2);
    for (const disk of after) expect(before).not.toContain(disk.id);
  });

  test("without overwrite needs the space", async () => {
    const service = startService();
    const { id, path } = await withSnapshot(service);
    const refusal = await service.post(path, { acme_id: id });
    expect(faultsOf(refusal)[""]).toMatch(/Insufficient space/);
    const large = await service.running({ type: "g1-standard-8", swap_size: 600_000 });
    expect((await service.post(path, { acme_id: large.id })).status).toBe(400);
    const empty = await service.empty();
    expect((await service.post(path, { acme_id: empty.id })).status).toBe(200);
  });

  test("names the target's field in the brand's word", async () => {
    const service = startService();
    const { path } = await withSnapshot(service);
    expect(faultsOf(await service.post(path, {}))).toEqual({ acme_id: "acme_id is required" });
    expect(faultsOf(await service.post(path, { acme_id: 99 }))).toEqual({ acme_id: "acme_id is not valid" });
  });

  test("of another instance's backup is not found", async () => {
    const service = startService();
    const { path } = await withSnapshot(service);
    const other = await service.empty();
    const wrong = path.replace(/instances\/\d+/, `instances/${other.id}`);
    expect((await service.post(wrong, { acme_id: other.id })).status).toBe(404);
  });
});
