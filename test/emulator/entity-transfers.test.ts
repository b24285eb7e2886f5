import { seedNames, wellKnownTokens } from "../../src/emulator";
import { faultsOf, type Service, startService } from "./service";

const path = "/account/entity-transfers";
const second = { token: wellKnownTokens.secondAccount };
const day = 24 * 60 * 60;

const offer = async ({ post }: Service, ...ids: number[]) =>
  (await post(path, { entities: { acmes: ids } })).body;

const actionsOf = async ({ get }: Service, more = {}) =>
  (await get("/account/events", more)).body.data
    .map((event: { action: string }) => event.action)
    .filter((action: string) => action.startsWith("entity_transfer"));

describe("an offer", () => {
  test("is pending for 24 hours, and then stale", async () => {
    const service = startService();
    const { id } = await service.empty();
    const transfer = await offer(service, id);
    expect(transfer).toMatchObject({ entities: { acmes: [id] }, is_sender: true, status: "pending" });
    expect(Date.parse(`${transfer.expiry}Z`) - Date.parse(`${transfer.created}Z`)).toBe(day * 1000);
    await service.passSeconds(day - 1);
    expect((await service.get(`${path}/${transfer.token}`)).body.status).toBe("pending");
    await service.passSeconds(2);
    expect((await service.get(`${path}/${transfer.token}`)).body.status).toBe("stale");
    expect((await service.post(`${path}/${transfer.token}/accept`, undefined, second)).status).toBe(400);
    expect(await actionsOf(service)).toEqual(["entity_transfer_stale", "entity_transfer_create"]);
    expect((await offer(service, id)).status).toBe("pending");
  });

  test("is taken back by its sender only, while it is pending only", async () => {
    const service = startService();
    const { id } = await service.empty();
    const { token } = await offer(service, id);
    expect((await service.remove(`${path}/${token}`, second)).status).toBe(403);
    expect((await service.remove(`${path}/${token}`)).status).toBe(200);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("cancelled");
    expect((await service.remove(`${path}/${token}`)).status).toBe(400);
    expect((await service.post(`${path}/${token}/accept`, undefined, second)).status).toBe(400);
    expect(await actionsOf(service)).toEqual(["entity_transfer_cancel", "entity_transfer_create"]);
    expect(await actionsOf(service, second)).toEqual([]);
  });

  test("of what isn't there, another account's, or offered already is refused, each by its id", async () => {
    const service = startService();
    const { id } = await service.empty();
    const theirs = (await service.post("/acme/instances", { region: "us-east", type: "g1-nano-1" }, second))
      .body;
    await offer(service, id);
    const reply = await service.post(path, { entities: { acmes: [id, theirs.id, 99] } });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual([
      { field: "entities.acmes", reason: `${id} is being transferred already` },
      { field: "entities.acmes", reason: `${theirs.id} is not one of your nodes` },
      { field: "entities.acmes", reason: "99 is not one of your nodes" },
    ]);
  });

  test("of a busy instance is refused, as set", async () => {
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

  test("by a restricted user needs the grant on the account, and on the instance", async () => {
    const service = startService();
    const { id } = await service.empty();
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
    expect(faultsOf(await post(path, { entities: { acmes: [] } }))).toHaveProperty(["entities.acmes"]);
    expect(faultsOf(await post(path, {}))).toHaveProperty(["entities"]);
  });
});

describe("a transfer that is accepted", () => {
  test("moves the instance with all that is its own, and its id", async () => {
    const service = startService();
    const { id, ipv4 } = await service.running({ label: "web", tags: ["a"], backups_enabled: true });
    const instance = `/acme/instances/${id}`;
    const backup = (await service.post(`${instance}/backups`, { label: "one" })).body;
    await service.passSeconds(60);
    const before = (await service.get(instance)).body;
    const { token } = await offer(service, id);
    expect((await service.get(`${path}/${token}`, second)).body).toMatchObject({ is_sender: false });
    expect((await service.get(path, second)).body.results).toBe(0);
    expect((await service.post(`${path}/${token}/accept`, undefined, second)).status).toBe(200);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("accepted");
    expect((await service.get(instance)).status).toBe(200);
    await service.passSeconds(11);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("completed");
    expect((await service.get(instance)).status).toBe(404);
    const after = (await service.get(instance, second)).body;
    expect({ ...after, updated: before.updated }).toEqual(before);
    expect(after.ipv4).toEqual(ipv4);
    expect((await service.get(`${instance}/backups/${backup.id}`, second)).body.label).toBe("one");
    const [moved] = service.control.world().other_accounts;
    expect([moved?.disks.length, moved?.configs.length]).toEqual([2, 1]);
    expect(service.control.world()).toMatchObject({ disks: [], configs: [], addresses: [], backups: [] });
    for (const side of [{}, second]) {
      expect((await service.get(path, side)).body.data).toMatchObject([
        { token, is_sender: side !== second },
      ]);
    }
    expect(await actionsOf(service, second)).toEqual(["entity_transfer_accept"]);
    expect(await actionsOf(service)).toEqual(["entity_transfer_accept", "entity_transfer_create"]);
  });

  test("has what was planned go on: the next automatic backup, in the new account", async () => {
    const service = startService();
    const { id } = await service.running({ backups_enabled: true });
    const { token } = await offer(service, id);
    await service.post(`${path}/${token}/accept`, undefined, second);
    await service.passSeconds(day + 60);
    const { body } = await service.get(`/acme/instances/${id}/backups`, second);
    expect(body.automatic).toHaveLength(1);
  });

  test("fails when one of its instances has gone meanwhile, and moves none", async () => {
    const service = startService();
    const [one, other] = [await service.empty(), await service.empty()];
    const { token } = await offer(service, one.id, other.id);
    await service.post(`${path}/${token}/accept`, undefined, second);
    service.control.externalChange({ kind: "instance_delete", instanceId: other.id });
    await service.passSeconds(11);
    expect((await service.get(`${path}/${token}`)).body.status).toBe("failed");
    expect((await service.get(`/acme/instances/${one.id}`)).status).toBe(200);
    expect((await actionsOf(service))[0]).toBe("entity_transfer_fail");
    expect((await actionsOf(service, second))[0]).toBe("entity_transfer_fail");
  });

  test("is not its sender's to accept, and not to accept twice", async () => {
    const service = startService();
    const { id } = await service.empty();
    const { token } = await offer(service, id);
    expect((await service.post(`${path}/${token}/accept`)).status).toBe(400);
    expect((await service.post(`${path}/${token}/accept`, undefined, second)).status).toBe(200);
    expect((await service.post(`${path}/${token}/accept`, undefined, second)).status).toBe(400);
  });

  test("keeps the label, unless the receiver has one like it", async () => {
    const service = startService();
    const { id } = await service.empty({ label: "web" });
    const bare = { region: "us-east", type: "g1-nano-1", label: "web" };
    expect((await service.post("/acme/instances", bare, second)).status).toBe(200);
    const { token } = await offer(service, id);
    await service.post(`${path}/${token}/accept`, undefined, second);
    await service.passSeconds(11);
    expect((await service.get(`/acme/instances/${id}`, second)).body.label).toBe(`acme${id}`);
    expect((await service.empty({ label: "web" })).label).toBe("web");
  });
});

test("transfers are filtered by the fields marked F", async () => {
  const service = startService();
  const [one, other] = [await service.empty(), await service.empty()];
  const { token } = await offer(service, one.id);
  await offer(service, other.id);
  await service.remove(`${path}/${token}`);
  const filtered = async (filter: object) =>
    (await service.get(path, { headers: { "X-Filter": JSON.stringify(filter) } })).body.results;
  expect(await filtered({ status: "cancelled" })).toBe(1);
  expect(await filtered({ is_sender: true })).toBe(2);
  expect((await service.get(path, { headers: { "X-Filter": '{"token": "x"}' } })).status).toBe(400);
});

test("a token that is none, or none of a transfer, finds nothing", async () => {
  const { get } = startService();
  expect((await get(`${path}/nonsense`)).status).toBe(404);
  expect((await get(`${path}/0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01`)).status).toBe(404);
});
