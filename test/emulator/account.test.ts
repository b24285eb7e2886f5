import { cardNumbers, seedNames, wellKnownTokens } from "../../src/emulator";
import { card, errorReasons, type Service, startService } from "./service";

const view = async (service: Service) => (await service.get("/account")).body;
const lastEvent = async (service: Service) => (await service.get("/account/events")).body.data[0];
/** Grants the restricted user access to the account. */
const grantAccount = (service: Service, account: "read_only" | "read_write") => {
  const world = service.control.world();
  const users = world.users.map((user) => (user.restricted ? { ...user, account } : user));
  service.control.load({ ...world, users });
};

describe("the account", () => {
  test("returns its details and the card on file", async () => {
    const service = startService();
    const { body } = await service.get("/account");
    expect(body).toMatchObject({
      company: "Example Operations",
      country: "US",
      zip: "19106",
      active_since: "2021-03-21T09:00:00",
      active_promotions: [],
      balance: 0,
      balance_uninvoiced: 0,
      credit_card: { last_four: "0026", expiry: "12/2025" },
    });
    const { data } = (await service.get(`/account/payment-methods/${seedNames.paymentMethod}`)).body;
    expect(body.credit_card).toEqual({ last_four: data.last_four, expiry: data.expiry });
  });

  test("needs a token with its scope", async () => {
    const { get, put } = startService();
    expect((await get("/account", { token: null })).status).toBe(401);
    expect((await get("/account", { token: wellKnownTokens.scopeless })).status).toBe(401);
    expect((await get("/account", { token: wellKnownTokens.readOnly })).status).toBe(200);
    expect((await put("/account", {}, { token: wellKnownTokens.readOnly })).status).toBe(401);
  });

  test("can be read and changed by a restricted user as far as the account grant allows", async () => {
    const service = startService();
    const token = wellKnownTokens.restricted;
    const statuses = async () => [
      (await service.get("/account", { token })).status,
      (await service.put("/account", { city: "Erie" }, { token })).status,
    ];
    expect(await statuses()).toEqual([403, 403]);
    grantAccount(service, "read_only");
    expect(await statuses()).toEqual([200, 403]);
    grantAccount(service, "read_write");
    expect(await statuses()).toEqual([200, 200]);
  });

  test("is changed by an external change, which a saved world contains", async () => {
    const service = startService();
    service.control.externalChange({
      kind: "account_change",
      patch: { company: "New Owners", balance: 12.5 },
    });
    service.control.load(JSON.parse(JSON.stringify(service.control.world())));
    expect(await view(service)).toMatchObject({ company: "New Owners", balance: 12.5, zip: "19106" });
    expect(await lastEvent(service)).toMatchObject({ action: "account_update", username: null });
  });
});

describe("changing the account", () => {
  test("changes the given fields, keeps the others, returns the whole account and logs an event", async () => {
    const service = startService();
    const before = await view(service);
    const { body } = await service.put("/account", { company: "Acme", address_2: "Floor 3" });
    expect(body).toEqual({ ...before, company: "Acme", address_2: "Floor 3" });
    expect(await view(service)).toEqual(body);
    expect(await lastEvent(service)).toMatchObject({ action: "account_update", username: "admin" });
  });

  test("accepts the whole account as it was read, and ignores read-only fields", async () => {
    const service = startService();
    service.control.externalChange({ kind: "promotion", promotion: { summary: "Welcome" } });
    const before = await view(service);
    expect((await service.put("/account", before)).body).toEqual(before);
    const forged = { ...before, balance: -500, euuid: "x", capabilities: [], active_since: "2000-01-01" };
    expect((await service.put("/account", forged)).body).toEqual(before);
  });

  test("clears omitted fields when a PUT replaces, except country, state and email", async () => {
    const service = startService({ settings: { putOmitted: "replace" } });
    expect((await service.put("/account", { first_name: "Bea" })).body).toMatchObject({
      ...{ first_name: "Bea", last_name: "", company: "", zip: "", address_1: "", phone: "" },
      ...{ country: "US", state: "PA", email: "billing@example.com" },
    });
  });

  test.each([
    ["address_1", 64],
    ["address_2", 64],
    ["city", 24],
    ["company", 128],
    ["email", 128],
    ["first_name", 50],
    ["last_name", 50],
    ["phone", 32],
    ["tax_id", 100],
  ])("accepts a %s of at most %i characters", async (field, max) => {
    const service = startService();
    expect((await service.put("/account", { [field]: "x".repeat(max) })).status).toBe(200);
    const reply = await service.put("/account", { [field]: "x".repeat(max + 1), zip: "1" });
    expect([reply.status, Object.keys(errorReasons(reply))]).toEqual([400, [field]]);
    expect((await view(service)).zip).toBe("19106");
  });

  test.each([
    ["two letters for the US", { state: "NJ" }, 200],
    ["a military address", { state: "AE" }, 200],
    ["a name in the US", { state: "New Jersey" }, 400],
    ["two letters for Canada", { country: "CA", state: "ON" }, 200],
    ["a name in Canada", { country: "CA", state: "Ontario" }, 400],
    ["a province elsewhere", { country: "DE", state: "Bayern" }, 200],
    ["a province of 24 characters", { country: "DE", state: "x".repeat(24) }, 200],
    ["a province of 25 characters", { country: "DE", state: "x".repeat(25) }, 400],
  ])("checks the state: %s", async (_, body, status) => {
    const service = startService();
    const reply = await service.put("/account", body);
    expect(reply.status).toBe(status);
    if (status === 400) expect(Object.keys(errorReasons(reply))).toEqual(["state"]);
  });

  test("checks a state against the stored country, and a country against the stored state", async () => {
    const service = startService();
    await service.put("/account", { country: "DE", state: "Bayern" });
    expect((await service.put("/account", { state: "Hessen" })).status).toBe(200);
    expect(Object.keys(errorReasons(await service.put("/account", { country: "US" })))).toEqual(["state"]);
  });

  test("merges given promotions into those at their positions, or ignores them, depending on the settings", async () => {
    const service = startService();
    service.control.externalChange({
      kind: "promotion",
      promotion: { summary: "Welcome", credit_remaining: "100.00" },
    });
    const sent = { active_promotions: [{ description: "A month" }, { expire_dt: "2023-01-01T00:00:00Z" }] };
    const { active_promotions: stored } = (await service.put("/account", sent)).body;
    expect(stored).toMatchObject([
      { summary: "Welcome", credit_remaining: "100.00", description: "A month" },
      { summary: "", credit_remaining: "0.00", expire_dt: "2023-01-01T00:00:00" },
    ]);
    service.control.settings({ promotionsInUpdate: "ignored" });
    expect((await service.put("/account", { active_promotions: [] })).body.active_promotions).toEqual(stored);
    service.control.settings({ promotionsInUpdate: "stored" });
    expect((await service.put("/account", { active_promotions: [] })).body.active_promotions).toEqual([]);
  });

  test.each([
    ...["2023-13-41T00:00:00", "1969-12-31T23:59:59Z", "0001-01-01T00:00:00", "9999-12-31T23:59:59-01:00"],
  ])("rejects a promotion that expires at %s, which the emulator could not save", async (expire_dt) => {
    const service = startService();
    const sent = { active_promotions: [{}, { expire_dt }] };
    expect(errorReasons(await service.put("/account", sent))).toEqual({
      "active_promotions.1.expire_dt": "expire_dt must be a date from 1970 to 9999",
    });
    expect((await view(service)).active_promotions).toEqual([]);
  });

  test.each(["1970-01-01T00:00:00", "9999-12-31T23:59:59"])(
    "stores a promotion that expires at %s",
    async (expire_dt) => {
      const { put, control } = startService();
      expect((await put("/account", { active_promotions: [{ expire_dt }] })).status).toBe(200);
      expect(control.world().account.active_promotions).toMatchObject([
        { expire_dt: Date.parse(`${expire_dt}Z`) },
      ]);
    },
  );

  test("contains a promotion until it expires", async () => {
    const service = startService();
    const expire_dt = "2022-03-21T09:01:00Z";
    service.control.externalChange({ kind: "promotion", promotion: { summary: "Welcome", expire_dt } });
    await service.advanceSeconds(59);
    expect((await view(service)).active_promotions).toMatchObject([{ expire_dt: "2022-03-21T09:01:00" }]);
    await service.advanceSeconds(1);
    expect((await view(service)).active_promotions).toEqual([]);
  });
});

describe("the deprecated call that adds a credit card", () => {
  const path = "/account/credit-card";
  const data = { ...card.data, card_number: "5555555555554444" };

  test("makes it the card on file and keeps the former one", async () => {
    const service = startService();
    const reply = await service.post(path, data);
    expect([reply.status, reply.body]).toEqual([200, {}]);
    expect((await view(service)).credit_card).toEqual({ last_four: "4444", expiry: "04/2024" });
    expect((await service.get("/account/payment-methods")).body.data).toMatchObject([
      { id: 1, is_default: false },
      { id: 2, is_default: true, type: "credit_card" },
    ]);
    expect(await lastEvent(service)).toMatchObject({ action: "credit_card_updated", username: "admin" });
  });

  test("replaces the former card in its payment method if configured", async () => {
    const service = startService({ settings: { creditCardIs: "replaced" } });
    await service.post(path, data);
    expect((await service.get("/account/payment-methods")).body.data).toMatchObject([
      { id: 1, is_default: true, data: { card_type: "MasterCard", last_four: "4444" } },
    ]);
    service.control.externalChange({ kind: "payment_method_add", type: "paypal", isDefault: true });
    await service.post(path, data);
    expect((await service.get("/account/payment-methods")).body.data).toHaveLength(3);
  });

  test.each([
    ["expiry_month", { expiry_month: 2, expiry_year: 2022 }],
    ["expiry_year", { expiry_year: 2021 }],
    ["expiry_month", { expiry_month: 0 }],
    ["card_number", { card_number: "4".repeat(13) }],
    ["card_number", { card_number: "4".repeat(25) }],
    ["cvv", { cvv: "12" }],
    ["cvv", { cvv: "12345" }],
  ])("rejects a wrong %s", async (field, wrong) => {
    const service = startService();
    const reply = await service.post(path, { ...data, ...wrong });
    expect([reply.status, Object.keys(errorReasons(reply))]).toEqual([400, [field]]);
    expect((await view(service)).credit_card.last_four).toBe("0026");
  });

  test("needs a zip and accepts at most six methods, like other payment methods", async () => {
    const service = startService();
    for (let count = 2; count <= 6; count++) await service.post(path, data);
    expect((await service.post(path, data)).status).toBe(400);
    await service.put("/account", { zip: "" });
    await service.remove("/account/payment-methods/1");
    expect(errorReasons(await service.post(path, data))[""]).toMatch(/zip/);
  });

  test("stores neither the number nor the cvv", async () => {
    const service = startService();
    await service.post(path, { ...data, cvv: "8642" });
    const stored = JSON.stringify([service.control.world(), service.control.requests()]);
    expect(stored).not.toMatch(/555555555555|8642/);
  });
});

describe("cancelling the account", () => {
  const cancel = (service: Service, more?: object) =>
    service.post("/account/cancel", { comments: "done" }, more);

  test("charges the balance and uninvoiced usage, and returns a survey link", async () => {
    const service = startService({ settings: { afterCancel: "open", taxPercent: 10 } });
    service.control.externalChange({ kind: "account_change", patch: { balance: 10 } });
    await service.createEmptyInstance({ type: seedNames.largeType });
    await service.advanceSeconds(10 * 60 * 60);
    const { status, body } = await cancel(service);
    expect([status, body]).toEqual([200, { survey_link: expect.stringMatching(/^https:/) }]);
    expect(await view(service)).toMatchObject({ balance: 0, balance_uninvoiced: 0 });
    expect((await service.get("/account/payments")).body.data).toMatchObject([{ usd: "12.62" }]);
    expect((await service.get("/account/invoices")).body.data).toMatchObject([
      { subtotal: 2.38, tax: 0.24, total: 2.62 },
    ]);
    expect(await lastEvent(service)).toMatchObject({ action: "payment_submitted", username: "admin" });
  });

  test("charges nothing when nothing is owed or the account has a credit", async () => {
    const service = startService({ settings: { afterCancel: "open" } });
    service.control.externalChange({ kind: "account_change", patch: { balance: -5 } });
    service.control.externalChange({
      kind: "payment_method_change",
      paymentMethodId: seedNames.paymentMethod,
      patch: { charging: "declined" },
    });
    expect((await cancel(service)).status).toBe(200);
    expect((await service.get("/account/payments")).body.results).toBe(0);
  });

  test.each([
    ["is declined", (service: Service) => service.post("/account/credit-card", declinedCard)],
    [
      "has expired",
      (service: Service) =>
        service.control.externalChange({
          kind: "payment_method_change",
          paymentMethodId: seedNames.paymentMethod,
          patch: { data: { expiry: "02/2022" } },
        }),
    ],
    [
      "was deleted",
      (service: Service) =>
        service.control.externalChange({
          kind: "payment_method_delete",
          paymentMethodId: seedNames.paymentMethod,
        }),
    ],
  ])("fails with only a reason when the card on file %s, and changes nothing", async (_, spoil) => {
    const service = startService();
    await spoil(service);
    const { id } = await service.createEmptyInstance({ type: seedNames.largeType });
    await service.advanceSeconds(10 * 60 * 60);
    const before = [await view(service), (await service.get("/account/events")).body];
    const { status, body } = await cancel(service);
    expect([status, body]).toEqual([400, { errors: [{ reason: expect.any(String) }] }]);
    expect([await view(service), (await service.get("/account/events")).body]).toEqual(before);
    expect(await service.statusOf(id)).toBe("offline");
  });

  test("is forbidden to restricted users, whatever their account grant", async () => {
    const service = startService();
    grantAccount(service, "read_write");
    const token = wellKnownTokens.restricted;
    expect((await cancel(service, { token })).status).toBe(403);
    expect((await service.get("/account")).status).toBe(200);
  });

  test("rejects the tokens of the account and removes its instances, but not public data", async () => {
    const service = startService();
    await service.createEmptyInstance();
    expect((await cancel(service)).status).toBe(200);
    for (const path of ["/account", "/acme/instances", "/account/events"]) {
      expect((await service.get(path)).status).toBe(401);
    }
    expect((await service.get("/regions")).status).toBe(200);
    expect((await service.get("/images", { token: null })).status).toBe(200);
    expect(service.control.world()).toMatchObject({ instances: [], account: { balance: 0 } });
    service.control.externalChange({ kind: "account_change", patch: { cancelled: null } });
    expect((await service.get("/account")).status).toBe(200);
  });
});

const declinedCard = { ...card.data, card_number: cardNumbers.declined };
