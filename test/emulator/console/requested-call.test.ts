import { wellKnownTokens } from "../../../src/emulator";
import { card, newInstance, newOAuthClient, startService } from "../service";

const control = (path: string) => new Request(`http://emulator.test/_emulator${path}`);

it("returns a call with its request and response, without secrets", async () => {
  const service = startService({ settings: { createdSecret: "plain" } });
  await service.post("/acme/instances", newInstance, { headers: { "User-Agent": "curl/8" } });
  const client = await service.post("/account/oauth-clients", newOAuthClient);
  await service.post("/account/payment-methods", card);
  expect(client.body.secret).toMatch(/^\w{20,}$/);
  const [instance, created, paid] = [1, 2, 3].map((number) => service.control.request(number));
  expect(instance).toMatchObject({
    call: {
      number: 1,
      operation: "instances.create",
      body: { image: "acme/debian12", root_pass: "<REDACTED>" },
    },
    agent: "curl/8",
    rules: [],
    response: { id: 1, status: "provisioning" },
  });
  expect(created!.response).toEqual({ ...client.body, secret: "<REDACTED>" });
  expect(paid!.call.body).toMatchObject({ type: "credit_card", data: "<REDACTED>" });
  const text = JSON.stringify([instance, created, paid]);
  for (const secret of [
    newInstance.root_pass,
    client.body.secret,
    card.data.card_number,
    wellKnownTokens.full,
  ]) {
    expect(text).not.toContain(secret);
  }
});

it("returns everything needed to repeat a call: its filter, and whether its token is unknown or its body is binary", async () => {
  const service = startService();
  await service.get("/images", { token: "expired", headers: { "X-Filter": '{"label":"a"}' } });
  await service.get("/images", { headers: { "X-Filter": "x".repeat(1001) } });
  await service.get("/images", { token: null });
  const { id } = (await service.post("/account/oauth-clients", newOAuthClient)).body;
  await service.send("PUT", `/account/oauth-clients/${id}/thumbnail`, { data: new Uint8Array(3) });
  const upload = await service.post("/images/upload", { region: "us-east", label: "mine" });
  await service.send("PUT", upload.body.upload_to, { data: new Uint8Array(3), token: null });
  const shown = [1, 2, 3, 5, 7].map((number) => {
    const { call, filter, hasUnknownToken, hasBinaryBody } = service.control.request(number);
    return [call.operation, filter, hasUnknownToken, hasBinaryBody];
  });
  expect(shown).toEqual([
    ["images.list", '{"label":"a"}', true, undefined],
    ["images.list", undefined, undefined, undefined],
    ["images.list", undefined, undefined, undefined],
    ["oauthClients.updateThumbnail", undefined, undefined, true],
    ["images.data", undefined, undefined, true],
  ]);
  expect(JSON.stringify(service.control.request(1))).not.toContain("expired");
  // How long it took is measured for uploads, too.
  for (const number of [1, 7]) expect(service.control.request(number).call.milliseconds).toBe(0);
});

it("returns no part of a body that is a string with JSON", async () => {
  const service = startService();
  const sent = [
    await service.post("/acme/instances", JSON.stringify(newInstance)),
    await service.post("/account/payment-methods", JSON.stringify(card)),
  ];
  expect(sent.map(({ status }) => status)).toEqual([400, 400]);
  expect(service.control.requests().map(({ body }) => body)).toEqual(["<REDACTED>", "<REDACTED>"]);
});

it("returns upload addresses without their secret", async () => {
  const service = startService();
  const upload = await service.post("/images/upload", { region: "us-east", label: "mine" });
  const secret = upload.body.upload_to.split("/").at(-1);
  expect(JSON.stringify(service.control.request(1))).not.toContain(secret);
});

it("returns the brand's names, lists, errors, and why there is no response", async () => {
  const service = startService({ settings: { furtherFields: false } });
  await service.post("/account/entity-transfers", { entities: { acmes: [9] } });
  await service.get("/regions");
  await service.get("/nowhere");
  service.control.settings({ successStatus: "varied" });
  const { id } = await service.createEmptyInstance();
  await service.remove(`/acme/instances/${id}`);
  expect(service.control.request(1)).toMatchObject({
    call: { status: 400, body: { entities: { acmes: [9] } } },
    response: { errors: [{ field: expect.stringContaining("acmes") }] },
  });
  expect(service.control.request(2).response).toEqual((await service.get("/regions")).body);
  expect(service.control.request(3)).toMatchObject({ responseOmitted: "The response is no longer kept." });
  expect(service.control.request(5)).toMatchObject({
    call: { status: 204 },
    responseOmitted: "The response is no longer kept.",
  });
});

it("returns the fault rules that applied to a call, and the response of the service that they replaced", async () => {
  const service = startService();
  const rule = { operation: "instances.create", when: "after", effect: { status: 502 } } as const;
  service.control.faults.add(rule);
  await service.post("/acme/instances", newInstance);
  expect(service.control.request(1)).toMatchObject({
    call: { status: 502, faults: ["status"], carriedOut: true },
    rules: [rule],
    response: { id: 1 },
  });
});

it("is served by the control paths, which return 404 for a call that is not in the log", async () => {
  const service = startService();
  await service.get("/regions");
  const response = await service.emulator.fetch(control("/requests/1"));
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(service.control.request(1))));
  expect((await service.emulator.fetch(control("/requests/7"))).status).toBe(404);
  expect((await service.emulator.fetch(control("/requests/x"))).status).toBe(400);
  service.control.forgetRequests();
  expect(() => service.control.request(1)).toThrow("The request log has no call 1.");
});

describe("the world before a call", () => {
  it("is exact, whatever the call and later ones changed", async () => {
    const service = startService();
    const kept = await service.createRunningInstance({ backups_enabled: true });
    const deleted = await service.createEmptyInstance({ tags: ["old"] });
    service.control.clock.freeze();
    const calls = [
      () => service.post("/acme/instances", { ...newInstance, label: "web" }),
      () => service.put(`/acme/instances/${kept.id}`, { label: "renamed", group: "g" }),
      () => service.post(`/acme/instances/${kept.id}/backups`, { label: "snap" }),
      () => service.remove(`/acme/instances/${deleted.id}`),
      () => service.put("/account", { company: "Example" }),
      () => service.post("/account/oauth-clients", newOAuthClient),
      () => service.post("/account/entity-transfers", { entities: { acmes: [kept.id] } }),
      () => service.get("/regions"),
    ];
    const first = service.control.requests().length + 1;
    const before = [];
    for (const call of calls) {
      before.push(service.control.world());
      await call();
      service.control.clock.advance(7_000);
    }
    service.control.clock.advance(60_000);
    for (const [index, world] of before.entries()) {
      const again = service.control.worldBefore(first + index);
      const sorted = (value: typeof world) => JSON.parse(JSON.stringify(value), sortRows);
      expect(sorted(again)).toEqual(sorted(world));
    }
  });

  it("is not known after the world was replaced", async () => {
    const service = startService();
    await service.get("/regions");
    service.control.load(service.control.world());
    expect(() => service.control.worldBefore(1)).toThrow(/The world before call 1 is no longer known/);
    const response = await service.emulator.fetch(control("/requests/1/world"));
    expect(response.status).toBe(404);
  });
});

/** The order of rows is irrelevant if a row was removed and put back, and that of members always is. */
function sortRows(_: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
