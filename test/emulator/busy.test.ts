import { errorReasons, newInstance, type Service, startService } from "./service";

describe("an instance whose status is idle", () => {
  const busy = { "": "Acme busy." };

  test("is busy for `busySeconds` after its creation, by default 8", async () => {
    for (const settings of [{}, { busySeconds: 20 }]) {
      const service = startService({ settings });
      const { busySeconds = 8 } = settings as { busySeconds?: number };
      const { body } = await service.post("/acme/instances", newInstance);
      const path = `/acme/instances/${body.id}`;
      await service.advanceSeconds(60 + busySeconds - 1);
      expect(await service.statusOf(body.id)).toBe("running");
      expect(errorReasons(await service.put(path, { group: "g" }))).toEqual(busy);
      await service.advanceSeconds(1);
      expect((await service.put(path, { group: "g" })).status).toBe(200);
    }
  });

  test("rejects every action while it is busy", async () => {
    const service = startService({ settings: { busySeconds: 60 } });
    const { id } = (await service.post("/acme/instances", { ...newInstance, backups_enabled: true })).body;
    const path = `/acme/instances/${id}`;
    const statuses = { provisioning: 0, offline: 30, booting: 20, running: 10 };
    for (const [status, seconds] of Object.entries(statuses)) {
      await service.advanceSeconds(seconds);
      expect(await service.statusOf(id)).toBe(status);
      const replies = [
        await service.put(path, { backups: { schedule: { day: "Sunday", window: "W2" } } }),
        await service.post(`${path}/boot`),
        await service.post(`${path}/backups/cancel`),
        await service.post(`${path}/backups/enable`),
        await service.post(`${path}/backups`, { label: "one" }),
        await service.post("/images", { disk_id: 1 }),
        await service.remove(path),
      ];
      expect(replies.map((reply) => [status, reply.status, errorReasons(reply)])).toEqual(
        replies.map(() => [status, 400, busy]),
      );
    }
  });

  test.each([
    ["captured", 30, (service: Service) => service.post("/images", { disk_id: 1 })],
    ["booted", 10, (service: Service) => service.post("/acme/instances/1/boot")],
  ])("is busy after it was %s", async (_, seconds, act) => {
    const service = startService({ settings: { busySeconds: 20 } });
    await service.createRunningInstance({ booted: false });
    await act(service);
    await service.advanceSeconds(seconds + 19);
    expect(errorReasons(await service.remove("/acme/instances/1"))).toEqual(busy);
    await service.advanceSeconds(1);
    expect((await service.remove("/acme/instances/1")).status).toBe(200);
  });

  test("is not busy after a change that takes no time", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    await service.put(`/acme/instances/${id}`, { group: "g" });
    await service.post(`/acme/instances/${id}/backups/enable`);
    await service.post(`/acme/instances/${id}/backups/cancel`);
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(200);
  });
});

describe("a locked instance", () => {
  test("is not deleted until an external change unlocks it", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    const path = `/acme/instances/${id}`;
    service.control.changeInstance(id, { locked: true });
    service.control.changeInstance(id, { label: "still-locked" });
    await service.advanceSeconds(3600);
    expect(errorReasons(await service.remove(path))).toEqual({ "": "Acme is locked against deletion." });
    expect((await service.put(path, { group: "g" })).status).toBe(200);
    service.control.changeInstance(id, { locked: false });
    expect((await service.remove(path)).status).toBe(200);
  });
});
