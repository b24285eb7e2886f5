import { wellKnownTokens } from "../../src/emulator";
import { newInstance, newOAuthClient, startService } from "./service";

const actionsOf = (body: { data: { action: string }[] }) => body.data.map((event) => event.action);

test("logs every change in the brand's word, newest first", async () => {
  const service = startService();
  const { id } = await service.createRunningInstance({ label: "web" });
  await service.put(`/acme/instances/${id}`, { group: "g" });
  await service.post(`/acme/instances/${id}/backups/enable`);
  await service.post(`/acme/instances/${id}/backups`, { label: "one" });
  await service.advanceSeconds(60);
  await service.post(`/acme/instances/${id}/backups/cancel`);
  await service.post(`/acme/instances/${id}/clone`, {});
  await service.advanceSeconds(60);
  await service.remove(`/acme/instances/${id}`);
  const { body } = await service.get("/account/events");
  expect(actionsOf(body)).toEqual([
    "acme_delete",
    "acme_clone",
    "backups_cancel",
    "acme_snapshot",
    "backups_enable",
    "acme_update",
    "acme_boot",
    "acme_create",
  ]);
  expect(body.data[7]).toMatchObject({
    status: "finished",
    duration: 50,
    percent_complete: 100,
    username: "admin",
    entity: { id, label: "web", type: "acme", url: `/v4/acme/instances/${id}` },
  });
  expect(body.data[5]).toMatchObject({ status: "notification", percent_complete: null });
  expect(body.data[1]).toMatchObject({ entity: { id }, secondary_entity: { id: id + 1 } });
});

test("the event of a change of the account has no entity", async () => {
  const service = startService();
  await service.post("/account/oauth-clients", newOAuthClient);
  service.control.externalChange({ kind: "payment_method_add", type: "paypal", isDefault: true });
  const { body } = await service.get("/account/events");
  expect(actionsOf(body)).toEqual(["payment_method_add", "oauth_client_create"]);
  expect(body.data[0]).toMatchObject({ entity: null, secondary_entity: null });
  expect(body.data[1]).toMatchObject({ entity: { type: "oauth_client" }, secondary_entity: null });
});

test("an action that takes time is started, then finished", async () => {
  const service = startService();
  await service.post("/acme/instances", {
    region: "us-east",
    type: "g1-nano-1",
    image: "acme/alma9",
    root_pass: "12345-a",
  });
  await service.advanceSeconds(15);
  expect((await service.get("/account/events/1")).body).toMatchObject({
    status: "started",
    percent_complete: 30,
  });
  await service.advanceSeconds(60);
  expect((await service.get("/account/events/1")).body).toMatchObject({ status: "finished" });
});

test("the event of a creation lasts until the next event, through all statuses between them", async () => {
  const service = startService({ settings: { extraStatuses: true, extraSeconds: 15 } });
  await service.post("/acme/instances", newInstance);
  const event = async () => (await service.get("/account/events/1")).body;
  await service.advanceSeconds(30);
  expect(await event()).toMatchObject({ status: "started", percent_complete: 50 });
  await service.advanceSeconds(29);
  expect(await event()).toMatchObject({ status: "started", percent_complete: 98 });
  await service.advanceSeconds(1);
  expect(await event()).toMatchObject({ status: "finished", percent_complete: 100 });
});

test("read marks one event, seen marks it and all earlier ones", async () => {
  const service = startService();
  for (let index = 0; index < 3; index++) await service.createEmptyInstance();
  await service.post("/account/events/2/read");
  await service.post("/account/events/2/seen");
  const marks = async (name: "read" | "seen") =>
    (await service.get("/account/events")).body.data.map((event: Record<string, boolean>) => event[name]);
  expect(await marks("read")).toEqual([false, true, false]);
  expect(await marks("seen")).toEqual([false, true, true]);
});

test("lists events for 90 days", async () => {
  const service = startService();
  await service.createEmptyInstance();
  await service.advanceSeconds(90 * 24 * 60 * 60);
  expect((await service.get("/account/events/1")).status).toBe(200);
  expect((await service.get("/account/events")).body.results).toBe(1);
  await service.advanceSeconds(1);
  expect((await service.get("/account/events/1")).status).toBe(404);
  expect((await service.get("/account/events")).body).toEqual({ data: [], page: 1, pages: 1, results: 0 });
});

test("a restricted user sees the events of granted instances", async () => {
  const service = startService();
  await service.createEmptyInstance();
  const token = wellKnownTokens.restricted;
  expect((await service.get("/account/events", { token })).body.results).toBe(0);
  expect((await service.get("/account/events/1", { token })).status).toBe(404);
  await service.post("/acme/instances", { region: "us-east", type: "g1-nano-1" }, { token });
  expect((await service.get("/account/events", { token })).body.results).toBe(1);
});

test("a restricted user sees the events of granted images, but not those of the account", async () => {
  const service = startService();
  const token = wellKnownTokens.restricted;
  await service.post("/account/oauth-clients", newOAuthClient);
  await service.put("/images/private/1", { label: "theirs" });
  expect((await service.get("/account/events", { token })).body.results).toBe(0);
  const world = service.control.world();
  const users = world.users.map((user) => ({ ...user, images: { "private/1": "read_only" } }));
  service.control.load({ ...world, users });
  const { data } = (await service.get("/account/events", { token })).body;
  expect(actionsOf({ data })).toEqual(["image_update"]);
});
