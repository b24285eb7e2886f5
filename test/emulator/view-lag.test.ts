import { newInstance, startService } from "./service";

const lagging = () => startService({ settings: { viewLagSeconds: 5, listLagSeconds: 0, rateLimits: "off" } });

describe("a view that lags behind", () => {
  it("returns 404 for a new object that lists contain, until the lag is over", async () => {
    const service = lagging();
    const { body } = await service.post("/acme/instances", newInstance);
    const path = `/acme/instances/${body.id}`;
    expect((await service.get("/acme/instances")).body.results).toBe(1);
    await service.advanceSeconds(4.9);
    expect((await service.get(path)).status).toBe(404);
    await service.advanceSeconds(0.1);
    expect((await service.get(path)).status).toBe(200);
  });

  it("returns an object as it was before a change that the change's own response and lists contain", async () => {
    const service = lagging();
    const { body } = await service.post("/acme/instances", { ...newInstance, label: "first" });
    await service.advanceSeconds(120);
    const path = `/acme/instances/${body.id}`;
    expect((await service.put(path, { label: "renamed" })).body.label).toBe("renamed");
    expect((await service.get("/acme/instances")).body.data[0].label).toBe("renamed");
    await service.advanceSeconds(4.9);
    expect((await service.get(path)).body.label).toBe("first");
    await service.advanceSeconds(0.1);
    expect((await service.get(path)).body.label).toBe("renamed");
  });

  it("returns a deleted object, whose actions get 404", async () => {
    const service = lagging();
    const { body } = await service.post("/acme/instances", newInstance);
    await service.advanceSeconds(120);
    const path = `/acme/instances/${body.id}`;
    service.emulator.control.externalChange({ kind: "instance_delete", instanceId: body.id });
    expect((await service.get(path)).status).toBe(200);
    expect((await service.post(`${path}/boot`)).status).toBe(404);
    await service.advanceSeconds(5);
    expect((await service.get(path)).status).toBe(404);
  });

  it("does not lag for as long as a fault specifies for lists", async () => {
    const service = startService();
    service.emulator.control.faults.add({ operation: "instances.view", effect: { staleList: 60_000 } });
    const { body } = await service.post("/acme/instances", newInstance);
    expect((await service.get(`/acme/instances/${body.id}`)).status).toBe(200);
  });
});
