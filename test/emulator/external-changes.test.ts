import { seedNames, wellKnownTokens } from "../../src/emulator";
import { externalChanges } from "../../src/emulator/models/external-changes/external-change";
import { card, imageUpload, newOAuthClient, type Service, startService } from "./service";

const image = `/images/${seedNames.privateImage}`;
const imageId = seedNames.privateImage;

describe("an external change to an image", () => {
  test("sets its label and description", async () => {
    const { control, get } = startService();
    control.externalChange({ kind: "image_change", imageId, patch: { label: "theirs" } });
    control.externalChange({ kind: "image_change", imageId, patch: { description: null } });
    expect((await get(image)).body).toMatchObject({ label: "theirs", description: null });
  });

  test("sets nothing that the service would not accept back", async () => {
    const { control, get, put } = startService();
    for (const patch of [{ description: "" }, { description: "x".repeat(65_001) }, { label: "" }]) {
      expect(() => control.externalChange({ kind: "image_change", imageId, patch })).toThrow(
        /description|label/,
      );
    }
    const patch = { description: "x".repeat(65_000), label: "x" };
    control.externalChange({ kind: "image_change", imageId, patch });
    expect((await put(image, (await get(image)).body)).status).toBe(200);
  });

  test("sets its status and voids its planned transitions", async () => {
    const service = startService();
    const { image: begun, upload_to } = (
      await service.post("/images/upload", { label: "x", region: "us-east" })
    ).body;
    await service.send("PUT", upload_to, imageUpload);
    service.control.externalChange({
      kind: "image_change",
      imageId: begun.id,
      patch: { status: "creating" },
    });
    await service.advanceSeconds(24 * 60 * 60);
    expect((await service.get(`/images/${begun.id}`)).body.status).toBe("creating");
  });

  test("deletes it", async () => {
    const { control, get } = startService();
    control.externalChange({ kind: "image_delete", imageId });
    expect((await get(image)).status).toBe(404);
  });
});

describe("an external change to an OAuth client", () => {
  const createClient = async () => {
    const service = startService();
    const { id } = (await service.post("/account/oauth-clients", newOAuthClient)).body;
    return { service, clientId: id, path: `/account/oauth-clients/${id}` };
  };

  test.each([
    { label: "theirs" },
    { redirect_uri: "https://elsewhere.example.com/" },
    { public: true },
    { status: "suspended" as const },
  ])("sets one field: %j", async (patch) => {
    const { service, clientId, path } = await createClient();
    const { body: before } = await service.get(path);
    service.control.externalChange({ kind: "oauth_client_change", clientId, patch });
    expect((await service.get(path)).body).toEqual({ ...before, ...patch });
  });

  test("sets its thumbnail and removes it", async () => {
    const { service, clientId, path } = await createClient();
    const thumbnail = { content_type: "image/gif", data: Buffer.from("GIF89a").toString("base64") };
    service.control.externalChange({ kind: "oauth_client_change", clientId, patch: { thumbnail } });
    const seen = await service.send("GET", `${path}/thumbnail`, { token: null });
    expect([seen.headers.get("Content-Type"), await seen.text()]).toEqual(["image/gif", "GIF89a"]);
    service.control.externalChange({ kind: "oauth_client_change", clientId, patch: { thumbnail: null } });
    expect((await service.get(path)).body.thumbnail_url).toBeNull();
  });

  test("deletes it with its tokens", async () => {
    const { service, clientId, path } = await createClient();
    service.control.externalChange({ kind: "oauth_client_change", clientId, patch: { public: true } });
    const token = service.control.oauth.logIn({ clientId, username: "admin", scopes: ["account:read_only"] });
    service.control.externalChange({ kind: "oauth_client_delete", clientId });
    expect((await service.get(path)).status).toBe(404);
    expect((await service.get("/account", { token })).status).toBe(401);
  });
});

describe("a balance", () => {
  test("that an external change sets has a maximum, so that its payment can be saved", async () => {
    const { control, post } = startService();
    const set = (balance: number) => control.externalChange({ kind: "account_change", patch: { balance } });
    for (const balance of [1e307, 1e9 + 1, -1e9 - 1]) expect(() => set(balance)).toThrow(/balance/);
    set(-1e9);
    set(1e9);
    expect((await post("/account/cancel", {})).status).toBe(200);
    expect(control.world().payments).toMatchObject([{ amount: 1e11 }]);
  });

  test("that usage raises stays within it, so that the world can be loaded again", async () => {
    const { control, createEmptyInstance, advanceSeconds } = startService();
    await createEmptyInstance();
    control.externalChange({ kind: "account_change", patch: { balance: 1e9 } });
    await advanceSeconds(40 * 24 * 60 * 60);
    const world = control.world();
    expect(world.invoices).toHaveLength(1);
    expect(world.account.balance).toBe(1e9);
    control.load(world);
    expect(control.world().account.balance).toBe(1e9);
  });

  test("and prices of a loaded world have it too", () => {
    const { control } = startService();
    const {
      account,
      types: [type],
      ...world
    } = control.world();
    const price = { hourly: 1, monthly: 1e10 };
    expect(() => control.load({ ...world, account: { ...account, balance: 1e10 }, types: [] })).toThrow(
      "account.balance",
    );
    for (const name of ["price", "backups_price"]) {
      expect(() => control.load({ ...world, account, types: [{ ...type, [name]: price }] })).toThrow(
        `types.0.${name}.monthly`,
      );
    }
  });
});

describe("an external change to a payment method", () => {
  const path = "/account/payment-methods";

  test("adds one of another type, which no operation can do", async () => {
    const { control, get } = startService();
    control.externalChange({ kind: "payment_method_add", type: "paypal" });
    control.externalChange({ kind: "payment_method_add", type: "google_pay", isDefault: true });
    expect((await get(path)).body.data.slice(1)).toMatchObject([
      { id: 2, type: "paypal", is_default: false, data: { email: "billing@example.com" } },
      { id: 3, type: "google_pay", is_default: true, data: { card_type: "MasterCard", last_four: "5454" } },
    ]);
    expect((await get("/account/events")).body.data[0]).toMatchObject({
      action: "payment_method_add",
      username: null,
    });
  });

  test("adds one that equals a card added by the API", async () => {
    const { control, get, post } = startService();
    await post(path, card);
    const data = { expiry: "04/2024", last_four: "1111" };
    control.externalChange({ kind: "payment_method_add", type: "credit_card", data });
    const [, own, theirs] = (await get(path)).body.data;
    expect(theirs).toEqual({ ...own, id: 3 });
  });

  test("makes it the default and sets a new expiry", async () => {
    const { control, get, post } = startService();
    await post(path, card);
    const patch = { is_default: true, data: { expiry: "04/2030" } } as const;
    control.externalChange({ kind: "payment_method_change", paymentMethodId: 2, patch });
    const { data } = (await get(path)).body;
    expect(data).toMatchObject([
      { is_default: false },
      { is_default: true, data: { expiry: "04/2030", last_four: "1111" } },
    ]);
  });

  test("deletes the default one, and the oldest of the others becomes the default", async () => {
    const { control, get, post } = startService();
    await post(path, card);
    await post(path, card);
    control.externalChange({ kind: "payment_method_delete", paymentMethodId: 1 });
    expect((await get(path)).body.data).toMatchObject([
      { id: 2, is_default: true },
      { id: 3, is_default: false },
    ]);
  });
});

describe("an external change to a backup", () => {
  test.each([
    ["failed", "failed", expect.any(String)],
    ["userAborted", "failed", expect.any(String)],
    ["successful", "finished", expect.any(String)],
    ["paused", "started", null],
  ])("to %s leaves its event %s", async (status, eventStatus, finished) => {
    // The settings allow statuses that the API's own schema lacks.
    const service = startService({ settings: { extraStatuses: true } });
    const { id } = await service.createEmptyInstance({ backups_enabled: true });
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "one" });
    service.control.externalChange({ kind: "backup_change", backupId: body.id, status });
    await service.advanceSeconds(3600);
    const backup = (await service.get(`/acme/instances/${id}/backups/${body.id}`)).body;
    expect(backup).toMatchObject({ status, finished });
    expect((await service.get("/account/events")).body.data[0]).toMatchObject({
      action: "acme_snapshot",
      status: eventStatus,
    });
  });
});

test("logs the duration of an event that has ended, and none for a scheduled one", async () => {
  const service = startService();
  for (const status of ["finished", "failed", "scheduled"] as const) {
    service.control.externalChange({ kind: "event", action: "node_migrate", status });
  }
  const { data } = (await service.get("/account/events")).body;
  expect(data.map((event: { duration: number | null }) => event.duration)).toEqual([null, 0, 0]);
});

test.each([
  { kind: "image_delete", imageId: "private/99" },
  { kind: "oauth_client_delete", clientId: "nobody" },
  { kind: "payment_method_delete", paymentMethodId: 99 },
] as const)("rejects an object that does not exist, in process and over HTTP: $kind", async (change) => {
  const { control, send } = startService();
  expect(() => control.externalChange(change)).toThrow(/Not found/);
  const address = "http://127.0.0.1/_emulator/external-change";
  expect((await send("POST", address, { data: JSON.stringify(change) })).status).toBe(404);
  expect((await send("POST", address, { data: '{"kind": "miracle"}' })).status).toBe(400);
});

test("makes external changes sent over HTTP", async () => {
  const { send, get } = startService();
  const change = { kind: "image_change", imageId, patch: { label: "theirs" } };
  await send("POST", "http://127.0.0.1/_emulator/external-change", { data: JSON.stringify(change) });
  expect((await get(image)).body.label).toBe("theirs");
});

test.each(["9999-12-31T23:59:59-23:59", "1969-12-31T23:59:59", "+275760-01-01T00:00:00Z"])(
  "rejects a moment outside the emulator's time: %s",
  (when) => {
    const { control } = startService();
    expect(() => control.externalChange({ kind: "maintenance", instanceId: 1, when })).toThrow(
      /1970|datetime/i,
    );
  },
);

describe("the account of an external change", () => {
  const secondAccount = { token: wellKnownTokens.secondAccount };
  const companyOfEachAccount = async ({ get }: Service) => [
    (await get("/account")).body.company,
    (await get("/account", secondAccount)).body.company,
  ];

  test("is the first one by default", async () => {
    const service = startService();
    const [, second] = await companyOfEachAccount(service);
    service.control.externalChange({ kind: "account_change", patch: { company: "Changed" } });
    expect(await companyOfEachAccount(service)).toEqual(["Changed", second]);
  });

  test("can be given by its number", async () => {
    const service = startService();
    const [first] = await companyOfEachAccount(service);
    service.control.externalChange({ kind: "account_change", account: 2, patch: { company: "Changed" } });
    expect(await companyOfEachAccount(service)).toEqual([first, "Changed"]);
  });

  test("is the one that owns the named object", async () => {
    const service = startService();
    const body = { region: "us-east", type: "g1-nano-1" };
    const { id } = (await service.post("/acme/instances", body, secondAccount)).body;
    service.control.changeInstance(id, { label: "theirs" });
    expect((await service.get(`/acme/instances/${id}`, secondAccount)).body.label).toBe("theirs");
  });

  test("is the one that has the named user", async () => {
    const { control, get } = startService();
    control.externalChange({ kind: "login", username: seedNames.secondUser });
    expect((await get("/account/logins", secondAccount)).body.data).toMatchObject([
      { username: seedNames.secondUser },
    ]);
    expect((await get("/account/logins")).body.results).toBe(0);
  });

  test("is every one for a public image", async () => {
    const { control, get } = startService();
    control.externalChange({ kind: "image_change", imageId: "acme/debian12", patch: { label: "Debian" } });
    expect((await get("/images/acme/debian12")).body.label).toBe("Debian");
    expect((await get("/images/acme/debian12", secondAccount)).body.label).toBe("Debian");
  });

  test("is rejected if it does not have the object, or does not exist", async () => {
    const { control, get } = startService();
    expect(() => control.externalChange({ kind: "image_delete", account: 2, imageId })).toThrow(/Not found/);
    expect((await get(image)).status).toBe(200);
    const change = { kind: "account_change", account: 3, patch: {} } as const;
    expect(() => control.externalChange(change)).toThrow("There is no account 3. The accounts are 1 to 2.");
  });
});

test("rejects an unknown kind with all kinds, and unknown fields", async () => {
  const kinds = Object.keys(externalChanges);
  expect(kinds).toEqual(expect.arrayContaining(["power_off", "image_delete", "event"]));
  const { send } = startService();
  const post = async (change: object) => {
    const reply = await send("POST", "http://127.0.0.1/_emulator/external-change", {
      data: JSON.stringify(change),
    });
    return [reply.status, await reply.json()];
  };
  expect(await post({ kind: "miracle" })).toEqual([
    400,
    {
      errors: [{ field: "kind", reason: `kind must be one of ${kinds.join(", ")}` }],
    },
  ]);
  expect(await post({ kind: "image_delete", imageId, color: "red" })).toEqual([
    400,
    { errors: [{ field: "color", reason: "is not known" }] },
  ]);
});
