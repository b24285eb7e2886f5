import { wellKnownTokens } from "../../src/emulator";
import { newOAuthClient, type Service, startService } from "./service";

const other = { token: wellKnownTokens.secondAccount };

/** Whether a new instance may have the label `web`. */
const isFree = async (service: Service, more = {}) => {
  const body = { region: "us-east", type: "g1-nano-1", label: "web" };
  return (await service.post("/acme/instances", body, more)).status === 200;
};

async function startWithDeleted() {
  const service = startService({ settings: { labelFreedSeconds: 5 } });
  const { id } = await service.createEmptyInstance({ label: "web" });
  service.control.externalChange({ kind: "instance_delete", instanceId: id });
  return service;
}

describe("the label of a deleted instance", () => {
  it("stays taken for the time of the setting, for an update too", async () => {
    const service = await startWithDeleted();
    const { id } = await service.createEmptyInstance({ label: "other" });
    await service.advanceSeconds(4.9);
    expect(await isFree(service)).toBe(false);
    expect((await service.put(`/acme/instances/${id}`, { label: "web" })).status).toBe(400);
    await service.advanceSeconds(0.1);
    expect(await isFree(service)).toBe(true);
  });

  it("is free in another account", async () => {
    const service = await startWithDeleted();
    expect(await isFree(service, other)).toBe(true);
  });

  it("stays taken in another account if that account deleted the instance", async () => {
    const service = startService({ settings: { labelFreedSeconds: 5, deletingSeconds: 0 } });
    const body = { region: "us-east", type: "g1-nano-1", label: "web" };
    const own = (await service.post("/acme/instances", body, other)).body;
    await service.advanceSeconds(60);
    await service.remove(`/acme/instances/${own.id}`, other);
    expect((await service.get(`/acme/instances/${own.id}`, other)).status).toBe(404);
    expect(await isFree(service, other)).toBe(false);
    await service.advanceSeconds(5);
    expect(await isFree(service, other)).toBe(true);
  });

  it("is free immediately if labels need not be unique", async () => {
    const service = await startWithDeleted();
    service.control.settings({ uniqueLabels: false });
    expect(await isFree(service)).toBe(true);
  });
});

it("a label is free immediately if its instance was relabeled, or if it belonged to another kind of object", async () => {
  const service = startService({ settings: { labelFreedSeconds: 5 } });
  const { id } = await service.createEmptyInstance({ label: "web" });
  await service.put(`/acme/instances/${id}`, { label: "renamed" });
  const client = (await service.post("/account/oauth-clients", { ...newOAuthClient, label: "web" })).body;
  await service.remove(`/account/oauth-clients/${client.id}`);
  expect(await isFree(service)).toBe(true);
});
