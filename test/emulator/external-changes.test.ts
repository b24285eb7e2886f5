import { seedNames } from "../../src/emulator";
import { application, card, imageData, startService } from "./service";

const image = `/images/${seedNames.privateImage}`;
const imageId = seedNames.privateImage;

describe("an image, by an outside hand,", () => {
  test("gets another label and description", async () => {
    const { control, get } = startService();
    control.externalChange({ kind: "image_change", imageId, patch: { label: "theirs" } });
    control.externalChange({ kind: "image_change", imageId, patch: { description: null } });
    expect((await get(image)).body).toMatchObject({ label: "theirs", description: null });
  });

  test("gets another status, and what was under way no longer changes it", async () => {
    const service = startService();
    const { image: begun, upload_to } = (
      await service.post("/images/upload", { label: "x", region: "us-east" })
    ).body;
    await service.send("PUT", upload_to, imageData);
    service.control.externalChange({
      kind: "image_change",
      imageId: begun.id,
      patch: { status: "creating" },
    });
    await service.passSeconds(24 * 60 * 60);
    expect((await service.get(`/images/${begun.id}`)).body.status).toBe("creating");
  });

  test("is gone", async () => {
    const { control, get } = startService();
    control.externalChange({ kind: "image_delete", imageId });
    expect((await get(image)).status).toBe(404);
  });
});

describe("an OAuth client, by an outside hand,", () => {
  const begin = async () => {
    const service = startService();
    const { id } = (await service.post("/account/oauth-clients", application)).body;
    return { service, clientId: id, path: `/account/oauth-clients/${id}` };
  };

  test.each([
    { label: "theirs" },
    { redirect_uri: "https://elsewhere.example.com/" },
    { public: true },
    { status: "suspended" as const },
  ])("changes in one field: %j", async (patch) => {
    const { service, clientId, path } = await begin();
    const { body: before } = await service.get(path);
    service.control.externalChange({ kind: "oauth_client_change", clientId, patch });
    expect((await service.get(path)).body).toEqual({ ...before, ...patch });
  });

  test("gets another thumbnail, and loses it", async () => {
    const { service, clientId, path } = await begin();
    const thumbnail = { content_type: "image/gif", data: Buffer.from("GIF89a").toString("base64") };
    service.control.externalChange({ kind: "oauth_client_change", clientId, patch: { thumbnail } });
    const seen = await service.send("GET", `${path}/thumbnail`, { token: null });
    expect([seen.headers.get("Content-Type"), await seen.text()]).toEqual(["image/gif", "GIF89a"]);
    service.control.externalChange({ kind: "oauth_client_change", clientId, patch: { thumbnail: null } });
    expect((await service.get(path)).body.thumbnail_url).toBeNull();
  });

  test("is gone, with its tokens", async () => {
    const { service, clientId, path } = await begin();
    service.control.externalChange({ kind: "oauth_client_change", clientId, patch: { public: true } });
    const token = service.control.oauth.logIn({ clientId, username: "admin", scopes: ["account:read_only"] });
    service.control.externalChange({ kind: "oauth_client_delete", clientId });
    expect((await service.get(path)).status).toBe(404);
    expect((await service.get("/account", { token })).status).toBe(401);
  });
});

describe("a payment method, by an outside hand,", () => {
  const path = "/account/payment-methods";

  test("of another type is added, which no operation can", async () => {
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

  test("is added like another, so that the two can't be told apart", async () => {
    const { control, get, post } = startService();
    await post(path, card);
    const data = { expiry: "04/2024", last_four: "1111" };
    control.externalChange({ kind: "payment_method_add", type: "credit_card", data });
    const [, own, theirs] = (await get(path)).body.data;
    expect(theirs).toEqual({ ...own, id: 3 });
  });

  test("becomes the default, and gets a new expiry", async () => {
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

  test("is gone although it was the default: the oldest other becomes that", async () => {
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

test.each([
  { kind: "image_delete", imageId: "private/99" },
  { kind: "oauth_client_delete", clientId: "nobody" },
  { kind: "payment_method_delete", paymentMethodId: 99 },
] as const)("what isn't there is refused: $kind, also over HTTP", async (what) => {
  const { control, send } = startService();
  expect(() => control.externalChange(what)).toThrow(/Not found/);
  const address = "http://127.0.0.1/_emulator/external-change";
  expect((await send("POST", address, { data: JSON.stringify(what) })).status).toBe(404);
  expect((await send("POST", address, { data: '{"kind": "miracle"}' })).status).toBe(400);
});

test("makes external changes sent over HTTP", async () => {
  const { send, get } = startService();
  const what = { kind: "image_change", imageId, patch: { label: "theirs" } };
  await send("POST", "http://127.0.0.1/_emulator/external-change", { data: JSON.stringify(what) });
  expect((await get(image)).body.label).toBe("theirs");
});

test.each(["9999-12-31T23:59:59-23:59", "1969-12-31T23:59:59", "+275760-01-01T00:00:00Z"])(
  "a moment beyond the emulator's time is refused: %s",
  (when) => {
    const { control } = startService();
    expect(() => control.externalChange({ kind: "maintenance", instanceId: 1, when })).toThrow(
      /1970|datetime/i,
    );
  },
);
