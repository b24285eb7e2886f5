import { wellKnownTokens } from "../../src/emulator";
import { newInstance, newOAuthClient, startService } from "./service";

const lagging = () => startService({ settings: { listLagSeconds: 3, rateLimits: "off" } });
type Service = ReturnType<typeof lagging>;
const labels = async (service: Service, path = "/acme/instances") =>
  (await service.get(path)).body.data.map(({ label }: { label: string }) => label);

/** An instance `first` that lists contain. */
async function startWithInstance() {
  const service = lagging();
  const { body } = await service.post("/acme/instances", { ...newInstance, label: "first" });
  await service.advanceSeconds(120);
  return { service, id: Number(body.id) };
}

describe("a list that lags behind", () => {
  it("lacks a new object that views return, until the lag is over", async () => {
    const { service } = await startWithInstance();
    const { body } = await service.post("/acme/instances", { ...newInstance, label: "second" });
    expect((await service.get(`/acme/instances/${body.id}`)).status).toBe(200);
    await service.advanceSeconds(2.9);
    expect(await labels(service)).toEqual(["first"]);
    await service.advanceSeconds(0.1);
    expect(await labels(service)).toEqual(["first", "second"]);
  });

  it("returns an object as it was before changes that views return", async () => {
    const { service, id } = await startWithInstance();
    const path = `/acme/instances/${id}`;
    await service.put(path, { label: "renamed" });
    await service.advanceSeconds(1);
    await service.put(path, { label: "again" });
    expect((await service.get(path)).body.label).toBe("again");
    expect(await labels(service)).toEqual(["first"]);
    await service.advanceSeconds(2);
    expect(await labels(service)).toEqual(["renamed"]);
    await service.advanceSeconds(1);
    expect(await labels(service)).toEqual(["again"]);
  });

  it("contains a deleted object that views no longer return", async () => {
    const { service, id } = await startWithInstance();
    service.emulator.control.externalChange({ kind: "instance_delete", instanceId: id });
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(404);
    expect(await labels(service)).toEqual(["first"]);
    await service.advanceSeconds(3);
    expect(await labels(service)).toEqual([]);
  });

  it("still contains deleted objects in their old positions, with the objects that belong to them", async () => {
    const service = lagging();
    const created = [];
    for (const label of ["first", "second", "third", "fourth"])
      created.push((await service.post("/acme/instances", { ...newInstance, label, private_ip: true })).body);
    const { id } = (await service.post("/account/oauth-clients", newOAuthClient)).body;
    await service.post("/account/oauth-clients", { ...newOAuthClient, label: "other" });
    await service.advanceSeconds(120);
    await service.put(`/acme/instances/${created[1].id}`, { group: "changed" });
    await service.advanceSeconds(3);
    const clients = await labels(service, "/account/oauth-clients");
    const remove = (instanceId: number) =>
      service.emulator.control.externalChange({ kind: "instance_delete", instanceId });
    for (const index of [2, 0]) remove(created[index].id);
    await service.remove(`/account/oauth-clients/${id}`);
    await service.post("/acme/instances", { ...newInstance, label: "fifth" });
    const { data } = (await service.get("/acme/instances")).body;
    const shown = data.map(({ label, ipv4 }: { label: string; ipv4: string[] }) => [label, ipv4]);
    expect(shown).toEqual(created.map(({ label, ipv4 }) => [label, ipv4]));
    expect(await labels(service, "/account/oauth-clients")).toEqual(clients);
    await service.advanceSeconds(3);
    expect(await labels(service)).toEqual(["second", "fourth", "fifth"]);
    expect(await labels(service, "/account/oauth-clients")).toEqual(["other"]);
  });

  it("contains the items of an invoice that views return", async () => {
    const { service } = await startWithInstance();
    const { clock } = service.control;
    clock.advance(Date.UTC(2022, 3, 1) + 1000 - clock.view().now);
    const [invoice] = service.control.world().invoices;
    const path = `/account/invoices/${invoice?.id}`;
    expect((await service.get(path)).status).toBe(200);
    expect((await service.get(`${path}/items`)).body.results).toBeGreaterThan(0);
    service.control.faults.add({ effect: { staleList: 60_000 } });
    expect((await service.get(`${path}/items`)).body.results).toBeGreaterThan(0);
    expect((await service.get("/account/invoices")).body.results).toBe(0);
  });

  it("counts the objects that it contains", async () => {
    const { service } = await startWithInstance();
    await service.post("/acme/instances", { ...newInstance, label: "second" });
    expect((await service.get("/acme/instances")).body).toMatchObject({ results: 1, pages: 1 });
  });

  it("changes nothing: neither the world, nor its journal, nor what consoles see", async () => {
    const { service, id } = await startWithInstance();
    await service.put(`/acme/instances/${id}`, { label: "renamed" });
    const { control } = service.emulator;
    const world = control.world();
    await service.get("/acme/instances");
    expect(control.world()).toEqual(world);
  });

  it("belongs to the caller's account", async () => {
    const { service } = await startWithInstance();
    await service.post("/acme/instances", { ...newInstance, label: "second" });
    const { body } = await service.get("/acme/instances", { token: wellKnownTokens.secondAccount });
    expect(body.data).toEqual([]);
  });

  it("forgets earlier states when another world is loaded", async () => {
    const { service } = await startWithInstance();
    const { control } = service.emulator;
    await service.post("/acme/instances", { ...newInstance, label: "second" });
    control.load(control.world());
    expect(await labels(service)).toEqual(["first", "second"]);
  });

  it("lags for as long as a fault specifies, if that is longer", async () => {
    const { service, id } = await startWithInstance();
    service.emulator.control.faults.add({ operation: "instances.list", effect: { staleList: 10_000 } });
    await service.put(`/acme/instances/${id}`, { label: "renamed" });
    await service.advanceSeconds(9);
    expect(await labels(service)).toEqual(["first"]);
    await service.advanceSeconds(1);
    expect(await labels(service)).toEqual(["renamed"]);
  });
});
