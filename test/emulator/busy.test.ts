import { errorReasons, newInstance, type Service, startService } from "./service";

/** Actions that keep an instance busy for `busySeconds` and leave it `running` or `offline`. */
const actions: Record<string, (service: Service, path: string) => Promise<unknown>> = {
  update: (service, path) => service.put(path, { group: "g" }),
  "enabling backups": (service, path) => service.post(`${path}/backups/enable`),
  "the capture of a disk": (service) => service.post("/images", { disk_id: 1 }),
};

describe("an instance is busy for `busySeconds`", () => {
  const removalError = async (service: Service, path: string) =>
    (await service.remove(path)).body.errors?.[0];

  test.each(Object.entries(actions))("after %s", async (name, act) => {
    const service = startService({ settings: { busySeconds: 20, imagizingSeconds: 0 } });
    const { id } = await service.createRunningInstance({ booted: false });
    const path = `/acme/instances/${id}`;
    await act(service, path);
    await service.advanceSeconds(19);
    expect([name, await removalError(service, path)]).toEqual([name, { reason: "Node busy." }]);
    await service.advanceSeconds(1);
    expect(await removalError(service, path)).toBeUndefined();
  });

  test("after cancelling backups", async () => {
    const service = startService({ settings: { busySeconds: 20 } });
    const { id } = await service.createRunningInstance({ backups_enabled: true });
    await service.post(`/acme/instances/${id}/backups/cancel`);
    await service.advanceSeconds(19);
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(400);
    await service.advanceSeconds(1);
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(200);
  });

  test("after the boot at the end of its creation, although its status is `running`", async () => {
    const service = startService({ settings: { busySeconds: 20, busyActions: "all" } });
    const { body } = await service.post("/acme/instances", newInstance);
    await service.advanceSeconds(40);
    expect(await service.statusOf(body.id)).toBe("running");
    const path = `/acme/instances/${body.id}`;
    expect(errorReasons(await service.put(path, { group: "g" }))).toEqual({ "": "Node busy." });
    await service.advanceSeconds(20);
    expect((await service.put(path, { group: "g" })).status).toBe(200);
  });

  test("after the end of a capture", async () => {
    const service = startService({ settings: { busySeconds: 20, imagizingSeconds: 30 } });
    const { id } = await service.createRunningInstance();
    await service.advanceSeconds(20);
    await service.post("/images", { disk_id: 1 });
    await service.advanceSeconds(49);
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(400);
    await service.advanceSeconds(1);
    expect((await service.remove(`/acme/instances/${id}`)).status).toBe(200);
  });

  test("but by default for no time", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    await service.put(`/acme/instances/${id}`, { group: "g" });
    await service.post("/images", { disk_id: 1 });
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
    expect(errorReasons(await service.remove(path))).toEqual({ "": "Node is locked against deletion." });
    expect((await service.put(path, { group: "g" })).status).toBe(200);
    service.control.changeInstance(id, { locked: false });
    expect((await service.remove(path)).status).toBe(200);
  });
});
