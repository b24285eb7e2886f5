import fc from "fast-check";
import { seedNames, wellKnownTokens } from "../../src/emulator";
import { card, errorReasons, type Service, startService } from "./service";

const path = "/account/payment-methods";
type Method = { id: number; is_default: boolean; type: string; data: Record<string, string> };

const listMethods = async (service: Service): Promise<Method[]> => (await service.get(path)).body.data;
const defaultIds = async (service: Service) =>
  (await listMethods(service)).filter((method) => method.is_default).map((method) => method.id);
const withData = (data: object, more: object = {}) => ({ ...card, ...more, data: { ...card.data, ...data } });
const deleteSeedMethod = (service: Service) =>
  service.control.externalChange({ kind: "payment_method_delete", paymentMethodId: seedNames.paymentMethod });

describe("adding a card", () => {
  test("returns an empty object, and the list shows the card without secrets", async () => {
    const service = startService();
    const reply = await service.post(path, card);
    expect([reply.status, reply.body]).toEqual([200, {}]);
    const shown = {
      id: 2,
      type: "credit_card",
      is_default: false,
      created: "2022-03-21T09:00:00",
      data: { card_type: "Visa", expiry: "04/2024", last_four: "1111" },
    };
    expect((await listMethods(service))[1]).toEqual(shown);
    expect((await service.get(`${path}/2`)).body).toEqual(shown);
  });

  test.each([
    ["data.expiry_month", { expiry_month: 2, expiry_year: 2022 }],
    ["data.expiry_year", { expiry_year: 2021 }],
    ["data.expiry_month", { expiry_month: 13 }],
    ["data.expiry_year", { expiry_year: 24 }],
    ["data.card_number", { card_number: "4111 1111 1111 1111" }],
    ["data.cvv", { cvv: "12a" }],
  ])("is rejected for its %s", async (field, data) => {
    const service = startService();
    const reply = await service.post(path, withData(data));
    expect([reply.status, Object.keys(errorReasons(reply))]).toEqual([400, [field]]);
    expect(await listMethods(service)).toHaveLength(1);
  });

  test("works until the end of the month in which it expires", async () => {
    const service = startService();
    const march = withData({ expiry_month: 3, expiry_year: 2022 });
    expect((await service.post(path, march)).status).toBe(200);
    await service.advanceSeconds(11 * 24 * 60 * 60);
    expect(Object.keys(errorReasons(await service.post(path, march)))).toEqual(["data.expiry_month"]);
  });

  test("accepts only credit cards", async () => {
    const { post } = startService();
    expect(Object.keys(errorReasons(await post(path, { ...card, type: "paypal" })))).toEqual(["type"]);
  });

  test("needs a zip in the account, unless the settings say otherwise", async () => {
    const service = startService();
    service.control.externalChange({ kind: "account_change", patch: { zip: " " } });
    expect(errorReasons(await service.post(path, card))[""]).toMatch(/zip/);
    service.control.settings({ billingZip: false });
    expect((await service.post(path, card)).status).toBe(200);
  });

  test("logs an event even if only documented actions are logged", async () => {
    const service = startService({ settings: { eventActions: "shown" } });
    await service.post(path, card);
    expect((await service.get("/account/events")).body.data).toMatchObject([
      { action: "payment_method_add", username: "admin" },
    ]);
  });

  test("stores neither the number nor the cvv", async () => {
    const service = startService();
    await service.post(path, withData({ cvv: "8642" }));
    await service.post(path, withData({ cvv: "8642", expiry_year: 2001 }));
    const stored = JSON.stringify([
      service.control.world(),
      service.control.requests(),
      await listMethods(service),
      (await service.get("/account/events")).body,
    ]);
    expect(stored).not.toMatch(/4111111111111111|8642|41111111/);
  });

  test("lists the card after a delay if configured, and only then makes it the default", async () => {
    const service = startService({ settings: { appearingSeconds: 5 } });
    await service.post(path, { ...card, is_default: true });
    expect([await listMethods(service), await defaultIds(service)]).toEqual([
      [expect.objectContaining({ id: 1 })],
      [1],
    ]);
    expect((await service.get(`${path}/2`)).status).toBe(404);
    await service.advanceSeconds(5);
    expect([(await listMethods(service)).length, await defaultIds(service)]).toEqual([2, [2]]);
    const { payment_methods: methods } = service.control.world();
    expect(methods.map(({ wants_default }) => wants_default)).toEqual([false, false]);
  });
});

describe("an account has", () => {
  test("at most six active methods", async () => {
    const service = startService();
    for (let count = 2; count <= 6; count++) expect((await service.post(path, card)).status).toBe(200);
    const seventh = await service.post(path, card);
    expect([seventh.status, errorReasons(seventh)[""]]).toEqual([400, expect.stringContaining("6")]);
    await service.remove(`${path}/3`);
    expect((await service.post(path, card)).status).toBe(200);
    expect((await listMethods(service)).map((method) => method.id)).toEqual([1, 2, 4, 5, 6, 7]);
  });

  test("at most six, including those not listed yet", async () => {
    const service = startService({ settings: { appearingSeconds: 60 } });
    for (let count = 2; count <= 6; count++) await service.post(path, card);
    expect((await service.post(path, card)).status).toBe(400);
  });

  test("at most 60 methods added a day", async () => {
    const service = startService();
    for (let id = 2; id <= 61; id++) {
      expect((await service.post(path, card)).status).toBe(200);
      await service.remove(`${path}/${id}`);
    }
    expect(errorReasons(await service.post(path, card))[""]).toMatch(/60/);
    await service.advanceSeconds(24 * 60 * 60);
    expect((await service.post(path, card)).status).toBe(200);
  });
});

describe("the default method", () => {
  test("is the one that was last added as the default or made the default", async () => {
    const service = startService();
    await service.post(path, { ...card, is_default: true });
    expect(await defaultIds(service)).toEqual([2]);
    expect((await service.post(`${path}/1/make-default`)).body).toEqual({});
    expect(await defaultIds(service)).toEqual([1]);
    await service.post(path, card);
    expect(await defaultIds(service)).toEqual([1]);
  });

  test("cannot be deleted", async () => {
    const service = startService();
    const reply = await service.remove(`${path}/1`);
    expect([reply.status, errorReasons(reply)[""]]).toEqual([400, expect.stringContaining("default")]);
    expect(await defaultIds(service)).toEqual([1]);
  });

  test("is the first method even if it was added with `is_default: false`", async () => {
    const service = startService();
    deleteSeedMethod(service);
    expect(await listMethods(service)).toEqual([]);
    await service.post(path, card);
    expect(await defaultIds(service)).toEqual([2]);
  });

  test("is the card that the account returns", async () => {
    const service = startService();
    await service.post(path, { ...card, is_default: true });
    expect((await service.get("/account")).body.credit_card).toEqual({
      last_four: "1111",
      expiry: "04/2024",
    });
    service.control.externalChange({ kind: "payment_method_add", type: "paypal", isDefault: true });
    expect((await service.get("/account")).body.credit_card).toEqual({ last_four: null, expiry: null });
  });

  test("always exists exactly once", async () => {
    const id = fc.integer({ min: 1, max: 8 });
    const steps = fc.oneof(
      fc.record({ do: fc.constant("add" as const), isDefault: fc.boolean() }),
      fc.record({ do: fc.constantFrom("delete", "makeDefault", "externalDelete", "externalDefault"), id }),
      fc.record({ do: fc.constant("externalAdd" as const), isDefault: fc.boolean() }),
      fc.record({ do: fc.constant("wait" as const) }),
    );
    type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;
    const take = async (service: Service, step: Step) => {
      const { control } = service;
      const isDefault = "isDefault" in step && step.isDefault;
      const paymentMethodId = "id" in step ? step.id : 0;
      if (step.do === "add") return void (await service.post(path, { ...card, is_default: isDefault }));
      if (step.do === "delete") return void (await service.remove(`${path}/${paymentMethodId}`));
      if (step.do === "makeDefault")
        return void (await service.post(`${path}/${paymentMethodId}/make-default`));
      if (step.do === "wait") return service.advanceSeconds(2);
      try {
        if (step.do === "externalAdd")
          control.externalChange({ kind: "payment_method_add", type: "google_pay", isDefault });
        else if (step.do === "externalDelete")
          control.externalChange({ kind: "payment_method_delete", paymentMethodId });
        else
          control.externalChange({
            kind: "payment_method_change",
            paymentMethodId,
            patch: { is_default: true },
          });
      } catch (error) {
        expect(error).toMatchObject({ kind: "notFound" });
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { maxLength: 25 }),
        fc.constantFrom(0, 3),
        async (taken, appearingSeconds) => {
          const service = startService({ settings: { appearingSeconds } });
          for (const step of taken) {
            await take(service, step);
            const methods = await listMethods(service);
            expect(methods.filter((method) => method.is_default)).toHaveLength(methods.length > 0 ? 1 : 0);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a payment method", () => {
  test("is not found once it is deleted", async () => {
    const service = startService();
    await service.post(path, card);
    expect((await service.remove(`${path}/2`)).body).toEqual({});
    for (const reply of [
      await service.get(`${path}/2`),
      await service.remove(`${path}/2`),
      await service.post(`${path}/2/make-default`),
    ]) {
      expect(reply.status).toBe(404);
    }
    expect(await listMethods(service)).toHaveLength(1);
  });

  test.each([
    ["hidden", 404],
    ["viewable", 200],
  ] as const)("that was deleted is %s, depending on the setting", async (deletedPaymentMethods, status) => {
    const service = startService({ settings: { deletedPaymentMethods } });
    await service.post(path, card);
    await service.remove(`${path}/2`);
    expect((await service.get(`${path}/2`)).status).toBe(status);
    expect(await listMethods(service)).toHaveLength(1);
    expect((await service.remove(`${path}/2`)).status).toBe(404);
    expect((await service.post(`${path}/2/make-default`)).status).toBe(404);
    expect((await service.get(`${path}/3`)).status).toBe(404);
  });

  test("is not viewable before it is listed", async () => {
    const service = startService({ settings: { deletedPaymentMethods: "viewable", appearingSeconds: 60 } });
    await service.post(path, card);
    expect((await service.get(`${path}/2`)).status).toBe(404);
    expect(await listMethods(service)).toHaveLength(1);
  });

  test("can be deleted with the read_only scope, which allows no other change", async () => {
    const service = startService();
    await service.post(path, card);
    const token = wellKnownTokens.readOnly;
    expect((await service.post(path, card, { token })).status).toBe(401);
    expect((await service.post(`${path}/2/make-default`, undefined, { token })).status).toBe(401);
    expect((await service.remove(`${path}/2`, { token })).status).toBe(200);
  });

  test("is not visible to a restricted user without the account grant", async () => {
    const service = startService();
    const token = wellKnownTokens.restricted;
    for (const reply of [
      await service.get(path, { token }),
      await service.post(path, card, { token }),
      await service.get(`${path}/1`, { token }),
      await service.remove(`${path}/1`, { token }),
      await service.get("/account", { token }),
    ]) {
      expect(reply.status).toBe(403);
    }
  });
});
