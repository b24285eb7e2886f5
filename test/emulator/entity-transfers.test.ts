import { seedNames, wellKnownTokens } from "../../src/emulator";
import { errorReasons, type Service, startService } from "./service";

const path = "/account/entity-transfers";
const secondAccount = { token: wellKnownTokens.secondAccount };
const day = 24 * 60 * 60;

const createTransfer = async ({ post }: Service, ...ids: number[]) =>
  (await post(path, { entities: { acmes: ids } })).body;

const actionsOf = async ({ get }: Service, more = {}) =>
  (await get("/account/events", more)).body.data
    .map((event: { action: string }) => event.action)
    .filter((action: string) => action.startsWith("entity_transfer"));

describe("a new transfer", () => {
  test("is pending for 24 hours, then stale", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    const transfer = await createTransfer(service, id);
    expect(transfer).toMatchObject({ entities: { acmes: [id] }, is_sender: true, status: "pending" });
    expect(Date.parse(`${transfer.expiry}Z`) - Date.parse(`${transfer.created}Z`)).toBe(day * 1000);
    await service.advanceSeconds(day - 1);
    expect((await service.get(`${path}/${transfer.token}`)).body.status).toBe("pending");
    await service.advanceSeconds(2);
    expect((await service.get(`${path}/${transfer.token}`)).body.status).toBe("stale");
    expect((await service.post(`${path}/${transfer.token}/accept`, undefined, secondAccount)).status).toBe(
      400,
    );
    expect(await actionsOf(service)).toEqual(["entity_transfer_stale", "entity_transfer_create"]);
    expect((await createTransfer(service, id)).status).toBe("pending");
  });

  test("can be cancelled only by its sender and only while it is pending", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    const { token } = await createTransfer(service, id);
    expect((await service.remove(`${path}/${token}`, secondAccount)).status).toBe(403);
    expect((await service.remove(`${path}/${token}`)).status).toBe(200);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("cancelled");
    expect((await service.remove(`${path}/${token}`)).status).toBe(400);
    expect((await service.post(`${path}/${token}/accept`, undefined, secondAccount)).status).toBe(400);
    expect(await actionsOf(service)).toEqual(["entity_transfer_cancel", "entity_transfer_create"]);
    expect(await actionsOf(service, secondAccount)).toEqual([]);
  });

  test("rejects instances that do not exist, belong to another account or are in another transfer, each by its id", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    const theirs = (
      await service.post("/acme/instances", { region: "us-east", type: "g1-nano-1" }, secondAccount)
    ).body;
    await createTransfer(service, id);
    const reply = await service.post(path, { entities: { acmes: [id, theirs.id, 99] } });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual([
      { field: "entities.acmes", reason: `${id} is being transferred already` },
      { field: "entities.acmes", reason: `${theirs.id} is not one of your acmes` },
      { field: "entities.acmes", reason: "99 is not one of your acmes" },
    ]);
  });

  test("rejects a busy instance if configured", async () => {
    const service = startService();
    const { body } = await service.post("/acme/instances", {
      region: "us-east",
      type: "g1-standard-1",
      image: "acme/debian12",
      root_pass: "correct horse 7",
    });
    expect((await service.post(path, { entities: { acmes: [body.id] } })).status).toBe(400);
    service.control.settings({ busyRefusals: false });
    expect((await service.post(path, { entities: { acmes: [body.id] } })).status).toBe(200);
  });

  test("by a restricted user needs grants on the account and on the instance", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    const more = { token: wellKnownTokens.restricted };
    const send = () => service.post(path, { entities: { acmes: [id] } }, more);
    expect((await send()).status).toBe(403);
    const username = seedNames.restrictedUser;
    service.control.externalChange({ kind: "user_change", username, patch: { account: "read_write" } });
    expect((await send()).status).toBe(403);
    const instances = { [String(id)]: "read_write" as const };
    service.control.externalChange({ kind: "user_change", username, patch: { instances } });
    expect((await send()).status).toBe(200);
  });

  test("needs at least one instance", async () => {
    const { post } = startService();
    expect(errorReasons(await post(path, { entities: { acmes: [] } }))).toHaveProperty(["entities.acmes"]);
    expect(errorReasons(await post(path, {}))).toHaveProperty(["entities"]);
  });
});

describe("an accepted transfer", () => {
  test("moves the instance with everything that belongs to it, and keeps its id", async () => {
    const service = startService();
    const { id, ipv4 } = await service.createRunningInstance({
      label: "web",
      tags: ["a-tag"],
      backups_enabled: true,
    });
    const instance = `/acme/instances/${id}`;
    const backup = (await service.post(`${instance}/backups`, { label: "one" })).body;
    await service.advanceSeconds(60);
    const before = (await service.get(instance)).body;
    const { token } = await createTransfer(service, id);
    expect((await service.get(`${path}/${token}`, secondAccount)).body).toMatchObject({ is_sender: false });
    expect((await service.get(path, secondAccount)).body.results).toBe(0);
    expect((await service.post(`${path}/${token}/accept`, undefined, secondAccount)).status).toBe(200);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("accepted");
    expect((await service.get(instance)).status).toBe(200);
    await service.advanceSeconds(11);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("completed");
    expect((await service.get(instance)).status).toBe(404);
    const after = (await service.get(instance, secondAccount)).body;
    expect({ ...after, updated: before.updated }).toEqual(before);
    expect(after.ipv4).toEqual(ipv4);
    expect((await service.get(`${instance}/backups/${backup.id}`, secondAccount)).body.label).toBe("one");
    const [moved] = service.control.world().other_accounts;
    expect([moved?.disks.length, moved?.configs.length]).toEqual([2, 1]);
    expect(service.control.world()).toMatchObject({ disks: [], configs: [], addresses: [], backups: [] });
    for (const side of [{}, secondAccount]) {
      expect((await service.get(path, side)).body.data).toMatchObject([
        { token, is_sender: side !== secondAccount },
      ]);
    }
    expect(await actionsOf(service, secondAccount)).toEqual(["entity_transfer_accept"]);
    expect(await actionsOf(service)).toEqual(["entity_transfer_accept", "entity_transfer_create"]);
  });

  test("keeps planned transitions: the next automatic backup is taken in the new account", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ backups_enabled: true });
    const { token } = await createTransfer(service, id);
    await service.post(`${path}/${token}/accept`, undefined, secondAccount);
    await service.advanceSeconds(day + 60);
    const { body } = await service.get(`/acme/instances/${id}/backups`, secondAccount);
    expect(body.automatic).toHaveLength(1);
  });

  test("fails and moves nothing when one of its instances no longer exists", async () => {
    const service = startService();
    const [one, other] = [await service.createEmptyInstance(), await service.createEmptyInstance()];
    const { token } = await createTransfer(service, one.id, other.id);
    await service.post(`${path}/${token}/accept`, undefined, secondAccount);
    service.control.externalChange({ kind: "instance_delete", instanceId: other.id });
    await service.advanceSeconds(11);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("failed");
    expect((await service.get(`/acme/instances/${one.id}`)).status).toBe(200);
    expect((await actionsOf(service))[0]).toBe("entity_transfer_fail");
    expect((await actionsOf(service, secondAccount))[0]).toBe("entity_transfer_fail");
  });

  test("fails when one of its instances is busy", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ booted: false });
    const { token } = await createTransfer(service, id);
    await service.post(`${path}/${token}/accept`, undefined, secondAccount);
    await service.advanceSeconds(5);
    await service.post(`/acme/instances/${id}/boot`);
    await service.advanceSeconds(6);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("failed");
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(200);
  });

  test.each([
    ["closed", "failed", 200],
    ["open", "completed", 404],
  ] as const)(
    "whose receiver is cancelled in the meantime and then %s ends %s",
    async (afterCancel, status, view) => {
      const service = startService({ settings: { afterCancel } });
      const { id } = await service.createEmptyInstance();
      const { token } = await createTransfer(service, id);
      await service.post(`${path}/${token}/accept`, undefined, secondAccount);
      expect((await service.post("/account/cancel", {}, secondAccount)).status).toBe(200);
      await service.advanceSeconds(11);
      expect((await service.get(`${path}/${token}`)).body.status).toBe(status);
      expect((await service.get(`/acme/instances/${id}`)).status).toBe(view);
    },
  );

  test("can move an instance from the second account to the first", async () => {
    const service = startService();
    const bare = { region: "us-east", type: "g1-nano-1" };
    const { id } = (await service.post("/acme/instances", bare, secondAccount)).body;
    const { token } = (await service.post(path, { entities: { acmes: [id] } }, secondAccount)).body;
    expect((await service.post(`${path}/${token}/accept`)).status).toBe(200);
    await service.advanceSeconds(11);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("completed");
    expect((await service.get(`/acme/instances/${id}`)).body.id).toBe(id);
  });

  test("cannot be accepted by its sender, nor twice", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    const { token } = await createTransfer(service, id);
    expect((await service.post(`${path}/${token}/accept`)).status).toBe(400);
    expect((await service.post(`${path}/${token}/accept`, undefined, secondAccount)).status).toBe(200);
    expect((await service.post(`${path}/${token}/accept`, undefined, secondAccount)).status).toBe(400);
  });

  test("keeps the label unless the receiver already uses it", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance({ label: "web" });
    const bare = { region: "us-east", type: "g1-nano-1", label: "web" };
    expect((await service.post("/acme/instances", bare, secondAccount)).status).toBe(200);
    const { token } = await createTransfer(service, id);
    await service.post(`${path}/${token}/accept`, undefined, secondAccount);
    await service.advanceSeconds(11);
    expect((await service.get(`/acme/instances/${id}`, secondAccount)).body.label).toBe(`acme${id}`);
    expect((await service.createEmptyInstance({ label: "web" })).label).toBe("web");
  });
});

test("filters transfers by the fields marked F", async () => {
  const service = startService();
  const [one, other] = [await service.createEmptyInstance(), await service.createEmptyInstance()];
  const { token } = await createTransfer(service, one.id);
  await createTransfer(service, other.id);
  await service.remove(`${path}/${token}`);
  const filtered = async (filter: object) =>
    (await service.get(path, { headers: { "X-Filter": JSON.stringify(filter) } })).body.results;
  expect(await filtered({ status: "cancelled" })).toBe(1);
  expect(await filtered({ is_sender: true })).toBe(2);
  expect((await service.get(path, { headers: { "X-Filter": '{"token": "x"}' } })).status).toBe(400);
});

test("finds no transfer for a malformed or unknown token", async () => {
  const { get } = startService();
  expect((await get(`${path}/nonsense`)).status).toBe(404);
  expect((await get(`${path}/0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01`)).status).toBe(404);
});
