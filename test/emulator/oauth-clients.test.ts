import { z } from "zod";
import { wellKnownTokens } from "../../src/emulator";
import { errorReasons, newOAuthClient, type Service, startService } from "./service";

const path = "/account/oauth-clients";
const redacted = "<REDACTED>";
const png = { headers: { "Content-Type": "image/png" }, data: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 255) };

const createClient = async (service: Service, more: object = {}) =>
  (await service.post(path, { ...newOAuthClient, ...more })).body;
/** A service whose response to a create shows the secret. */
const startWithSecrets = () => startService({ settings: { createdSecret: "plain" } });
const logIn = (service: Service, clientId: string, secret: string | undefined) =>
  service.control.oauth.logIn({ clientId, secret, username: "admin", scopes: ["account:read_only"] });

describe("an OAuth client", () => {
  test("is created active, without a thumbnail, and can be listed and viewed", async () => {
    const service = startService();
    const { secret, ...client } = await createClient(service);
    expect(client).toEqual({
      ...newOAuthClient,
      id: expect.stringMatching(/^\w{20}$/),
      public: false,
      status: "active",
      thumbnail_url: null,
    });
    expect(secret).toBe(redacted);
    const shown = { ...client, secret: redacted };
    expect((await service.get(`${path}/${client.id}`)).body).toEqual(shown);
    expect((await service.get(path)).body.data).toEqual([shown]);
  });

  test("changes the given fields and returns no secret", async () => {
    const service = startService();
    const { id } = await createClient(service);
    await service.put(`${path}/${id}`, { public: true });
    const { body } = await service.put(`${path}/${id}`, { label: "new", redirect_uri: "http://localhost/" });
    expect(body).toMatchObject({
      label: "new",
      public: true,
      redirect_uri: "http://localhost/",
      secret: redacted,
    });
  });

  test("is replaced when PUT replaces", async () => {
    const service = startService({ settings: { putOmitted: "replace" } });
    const { id } = await createClient(service, { public: true });
    expect((await service.put(`${path}/${id}`, newOAuthClient)).body.public).toBe(false);
    expect(errorReasons(await service.put(`${path}/${id}`, { public: true }))).toEqual({
      label: "label is required",
      redirect_uri: "redirect_uri is required",
    });
  });

  test("accepts the whole client as it was read", async () => {
    const service = startService({ settings: { unknownFields: "refused" } });
    const { id } = await createClient(service);
    const { body } = await service.get(`${path}/${id}`);
    expect((await service.put(`${path}/${id}`, body)).body).toEqual(body);
  });

  test.each([
    ["label", { label: "" }],
    ["label", { label: "x".repeat(513) }],
    ["redirect_uri", { redirect_uri: "nowhere" }],
  ])("is rejected with an invalid %s", async (field, more) => {
    const { post } = startService();
    expect(Object.keys(errorReasons(await post(path, { ...newOAuthClient, ...more })))).toEqual([field]);
  });

  test("can have the label of another one", async () => {
    const service = startService();
    expect((await createClient(service)).id).not.toBe((await createClient(service)).id);
  });

  test("is not found once it is deleted", async () => {
    const service = startService();
    const { id } = await createClient(service);
    expect((await service.remove(`${path}/${id}`)).body).toEqual({});
    for (const reply of [
      await service.get(`${path}/${id}`),
      await service.put(`${path}/${id}`, newOAuthClient),
      await service.post(`${path}/${id}/reset-secret`),
      await service.remove(`${path}/${id}`),
    ]) {
      expect(reply.status).toBe(404);
    }
  });

  test("is visible to users with a grant on the account", async () => {
    const service = startService();
    const token = wellKnownTokens.restricted;
    const { id } = await createClient(service);
    const grant = (account: string) => {
      const world = service.control.world();
      service.control.load({ ...world, users: world.users.map((user) => ({ ...user, account })) });
    };
    expect((await service.get(path, { token })).status).toBe(403);
    expect((await service.get(`${path}/${id}`, { token })).status).toBe(403);
    grant("read_only");
    expect((await service.get(`${path}/${id}`, { token })).status).toBe(200);
    expect((await service.put(`${path}/${id}`, newOAuthClient, { token })).status).toBe(403);
    grant("read_write");
    expect((await service.remove(`${path}/${id}`, { token })).status).toBe(200);
  });
});

describe("a secret", () => {
  test("is returned by a reset, which invalidates the old one immediately", async () => {
    const service = startWithSecrets();
    const { id, secret } = await createClient(service);
    expect(logIn(service, id, secret)).toHaveLength(64);
    const next = (await service.post(`${path}/${id}/reset-secret`)).body.secret;
    expect(next).not.toBe(secret);
    expect(() => logIn(service, id, secret)).toThrow(/secret/);
    expect(logIn(service, id, next)).toHaveLength(64);
  });

  test("is returned by a reset and, only if configured, on creation", async () => {
    const service = startService({ settings: { createdSecret: "plain" } });
    const { id, secret } = await createClient(service);
    expect(secret).toHaveLength(64);
    expect(logIn(service, id, secret)).toHaveLength(64);
    service.control.settings({ createdSecret: "redacted" });
    expect((await service.post(`${path}/${id}/reset-secret`)).body.secret).toHaveLength(64);
    expect((await createClient(service)).secret).toBe(redacted);
  });

  test("appears neither in the world nor in the request log", async () => {
    const service = startWithSecrets();
    const { id, secret } = await createClient(service);
    const next = (await service.post(`${path}/${id}/reset-secret`)).body.secret;
    const token = logIn(service, id, next);
    const kept = JSON.stringify([service.control.world(), service.control.requests()]);
    for (const text of [secret, next, token]) expect(kept).not.toContain(text);
  });

  test("still works after the world was saved and loaded", async () => {
    const service = startWithSecrets();
    const { id, secret } = await createClient(service);
    service.control.load(service.control.world());
    expect(logIn(service, id, secret)).toHaveLength(64);
  });
});

describe("a token issued to a client", () => {
  test("works with its scopes until the client is deleted", async () => {
    const service = startWithSecrets();
    const { id, secret } = await createClient(service);
    const token = logIn(service, id, secret);
    expect((await service.get(path, { token })).status).toBe(200);
    expect((await service.post(path, newOAuthClient, { token })).status).toBe(401);
    await service.remove(`${path}/${id}`);
    expect(errorReasons(await service.get(path, { token }))).toEqual({ "": "Invalid Token" });
    expect(service.control.world().tokens.some((one) => one.client_id === id)).toBe(false);
  });

  test.each(["disabled", "suspended"] as const)("does not work while the client is %s", async (status) => {
    const service = startWithSecrets();
    const { id, secret } = await createClient(service);
    const token = logIn(service, id, secret);
    service.control.externalChange({ kind: "oauth_client_change", clientId: id, patch: { status } });
    expect((await service.get(path, { token })).status).toBe(401);
    expect(() => logIn(service, id, secret)).toThrow(status);
    expect((await service.get(`${path}/${id}`)).body.status).toBe(status);
    service.control.externalChange({
      kind: "oauth_client_change",
      clientId: id,
      patch: { status: "active" },
    });
    expect((await service.get(path, { token })).status).toBe(200);
  });

  test("is issued without a secret only to public clients", async () => {
    const service = startService();
    const plain = await createClient(service);
    const open = await createClient(service, { public: true });
    expect(() => logIn(service, plain.id, undefined)).toThrow(/secret/);
    expect(logIn(service, open.id, undefined)).toHaveLength(64);
    expect(() => logIn(service, "nobody", undefined)).toThrow(/Not found/);
  });

  test("is also issued over HTTP", async () => {
    const service = startWithSecrets();
    const { id, secret } = await createClient(service);
    const ask = (body: object) =>
      service.send("POST", "http://127.0.0.1/_emulator/oauth", { data: JSON.stringify(body) });
    const good = { client_id: id, client_secret: secret, scopes: ["account:read_only"] };
    const token = z.object({ access_token: z.string() }).parse(await (await ask(good)).json()).access_token;
    expect((await service.get(path, { token })).status).toBe(200);
    expect((await ask({ ...good, client_secret: "guess" })).status).toBe(401);
    expect((await ask({ ...good, client_id: "nobody" })).status).toBe(404);
    expect((await ask({ ...good, username: "nobody" })).status).toBe(400);
  });
});

describe("a thumbnail", () => {
  test("is returned to anybody, byte for byte and with its type", async () => {
    const service = startService();
    const { id } = await createClient(service);
    const reply = await service.send("PUT", `${path}/${id}/thumbnail`, png);
    expect([reply.status, await reply.json()]).toEqual([200, {}]);
    const { thumbnail_url } = (await service.get(`${path}/${id}`)).body;
    expect(thumbnail_url).toBe(`http://127.0.0.1/v4${path}/${id}/thumbnail`);
    const seen = await service.send("GET", thumbnail_url, { token: null });
    expect([seen.status, seen.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(new Uint8Array(await seen.arrayBuffer())).toEqual(png.data);
    const other = { headers: { "Content-Type": "image/svg+xml; charset=utf-8" }, data: "<svg/>" };
    await service.send("PUT", `${path}/${id}/thumbnail`, other);
    const changed = await service.send("GET", thumbnail_url, { token: "nonsense" });
    expect([changed.headers.get("Content-Type"), await changed.text()]).toEqual(["image/svg+xml", "<svg/>"]);
  });

  test("is at another address when the service redirects to it, unless there is none", async () => {
    const service = startService({ settings: { thumbnails: "redirected", missingThumbnail: "noBody" } });
    const { id } = await createClient(service);
    const view = () => service.send("GET", `${path}/${id}/thumbnail`, { token: null });
    const missing = await view();
    expect([missing.status, await missing.text()]).toEqual([404, ""]);
    await service.send("PUT", `${path}/${id}/thumbnail`, png);
    const redirect = await view();
    expect([redirect.status, await redirect.text()]).toEqual([302, ""]);
    expect(redirect.headers.get("Location")).toBe(`https://thumbnails.example/${id}`);
  });

  test("is not found if the client or the thumbnail does not exist", async () => {
    const service = startService();
    const { id } = await createClient(service);
    expect((await service.get(`${path}/${id}/thumbnail`)).status).toBe(404);
    expect((await service.get(`${path}/nobody/thumbnail`)).status).toBe(404);
    expect((await service.send("PUT", `${path}/nobody/thumbnail`, png)).status).toBe(404);
  });

  test.each([
    ["another type", { ...png, headers: { "Content-Type": "application/json" } }, 400],
    ["no bytes", { ...png, data: "" }, 400],
    ["a megabyte and one", { ...png, data: new Uint8Array(1_000_001) }, 413],
    ["no token", { ...png, token: null }, 401],
    ["a read-only token", { ...png, token: wellKnownTokens.readOnly }, 401],
  ])("is rejected: %s", async (_, sent, status) => {
    const service = startService();
    const { id } = await createClient(service);
    expect((await service.send("PUT", `${path}/${id}/thumbnail`, sent)).status).toBe(status);
    expect((await service.get(`${path}/${id}`)).body.thumbnail_url).toBeNull();
  });

  test("is kept in a saved world, and not in the request log", async () => {
    const service = startService();
    const { id } = await createClient(service);
    await service.send("PUT", `${path}/${id}/thumbnail`, png);
    service.control.load(JSON.parse(JSON.stringify(service.control.world())));
    const seen = await service.send("GET", `${path}/${id}/thumbnail`, { token: null });
    expect(new Uint8Array(await seen.arrayBuffer())).toEqual(png.data);
    const put = service.control.requests().find((one) => one.operation === "oauthClients.updateThumbnail");
    expect(put?.body).toEqual({ data: "6 bytes", content_type: "image/png" });
  });
});

test("logs every change to a client", async () => {
  const service = startService();
  const { id } = await createClient(service);
  await service.put(`${path}/${id}`, { label: "new" });
  await service.send("PUT", `${path}/${id}/thumbnail`, png);
  await service.post(`${path}/${id}/reset-secret`);
  await service.remove(`${path}/${id}`);
  const { data } = (await service.get("/account/events")).body;
  expect(data.map((event: { action: string }) => event.action)).toEqual([
    "oauth_client_delete",
    "oauth_client_secret_reset",
    "oauth_client_update",
    "oauth_client_update",
    "oauth_client_create",
  ]);
  expect(data[0].entity).toEqual({
    id,
    label: "new",
    type: "oauth_client",
    url: `/v4/account/oauth-clients/${id}`,
  });
});
