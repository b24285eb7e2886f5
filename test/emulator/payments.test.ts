import { cardNumbers, seedNames, wellKnownTokens } from "../../src/emulator";
import { card, errorReasons, type Service, startService } from "./service";

const path = "/account/payments";
const setBalance = (service: Service, balance: number) =>
  service.control.externalChange({ kind: "account_change", patch: { balance } });
const balance = async (service: Service): Promise<number> => (await service.get("/account")).body.balance;
const addCard = async (service: Service, card_number: string, is_default = true) =>
  service.post("/account/payment-methods", { ...card, is_default, data: { ...card.data, card_number } });
const statusAndFields = ({ status, body }: { status: number; body: { errors: { field?: string }[] } }) => [
  status,
  body.errors.map(({ field }) => field),
];

describe("a payment", () => {
  test("reduces the balance, is listed with a decimal amount, and logs an event", async () => {
    const service = startService();
    setBalance(service, 60.72);
    const reply = await service.post(path, { usd: "20.5", cvv: "123" });
    expect([reply.status, reply.body]).toEqual([200, { id: 1, date: "2022-03-21T09:00:00", usd: 20.5 }]);
    expect(await balance(service)).toBe(40.22);
    await service.post(path, { usd: "40.22", cvv: "1234", payment_method_id: seedNames.paymentMethod });
    expect(await balance(service)).toBe(0);
    expect((await service.get(path)).body.data).toEqual([
      { id: 1, date: "2022-03-21T09:00:00", usd: "20.50" },
      { id: 2, date: "2022-03-21T09:00:00", usd: "40.22" },
    ]);
    expect((await service.get("/account/events")).body.data[0]).toMatchObject({
      action: "payment_submitted",
      username: "admin",
    });
  });

  test("of whole dollars is returned as a number, or as a string if configured", async () => {
    const service = startService();
    expect((await service.post(path, { usd: "25.00", cvv: "123" })).body.usd).toBe(25);
    service.control.settings({ paymentUsd: "string" });
    expect((await service.post(path, { usd: "25", cvv: "123" })).body.usd).toBe("25.00");
  });

  test("of more than the balance leaves a credit, which the next charges use", async () => {
    const service = startService();
    await service.post(path, { usd: "10", cvv: "123" });
    expect(await balance(service)).toBe(-10);
    await service.createEmptyInstance({ type: seedNames.largeType });
    await service.advanceSeconds(255 * 60 * 60);
    expect(await balance(service)).toBe(50.72);
  });

  test("of a few cents adds up exactly", async () => {
    const service = startService();
    for (let count = 0; count < 30; count++) await service.post(path, { usd: "5.1", cvv: "123" });
    expect(await balance(service)).toBe(-153);
  });

  test.each([
    ["no amount", { cvv: "123" }, ["usd"]],
    ["a number", { usd: 5, cvv: "123" }, ["usd"]],
    ["words", { usd: "five", cvv: "123" }, ["usd"]],
    ["nothing", { usd: "0.00", cvv: "123" }, ["usd"]],
    ["less than nothing", { usd: "-5", cvv: "123" }, ["usd"]],
    ["parts of cents", { usd: "5.005", cvv: "123" }, ["usd"]],
    ["more than a million", { usd: "1000000.01", cvv: "123" }, ["usd"]],
    ["a card without its cvv", { usd: "5" }, ["cvv"]],
    ["a cvv of letters", { usd: "5", cvv: "12a" }, ["cvv"]],
    ["a cvv of two digits", { usd: "5", cvv: "12" }, ["cvv"]],
    ["a cvv of five digits", { usd: "5", cvv: "12345" }, ["cvv"]],
    ["an unknown payment method", { usd: "5", payment_method_id: 9 }, ["payment_method_id"]],
    ["two things at once", { usd: "0", payment_method_id: 9 }, ["usd", "payment_method_id"]],
  ])("of %s is rejected by field, and nothing is paid", async (_, body, fields) => {
    const service = startService();
    expect(statusAndFields(await service.post(path, body))).toEqual([400, fields]);
    expect([await balance(service), (await service.get(path)).body.results]).toEqual([0, 0]);
  });

  test("can be made only with an active method", async () => {
    const service = startService();
    await addCard(service, "4111111111111111", false);
    await service.remove("/account/payment-methods/2");
    const reply = await service.post(path, { usd: "5", cvv: "123", payment_method_id: 2 });
    expect(statusAndFields(reply)).toEqual([400, ["payment_method_id"]]);
  });

  test("needs no cvv unless it is made with a card", async () => {
    const service = startService();
    service.control.externalChange({ kind: "payment_method_add", type: "paypal" });
    expect((await service.post(path, { usd: "5", payment_method_id: 2 })).status).toBe(200);
  });

  test("needs a payment method", async () => {
    const service = startService();
    service.control.externalChange({
      kind: "payment_method_delete",
      paymentMethodId: seedNames.paymentMethod,
    });
    expect(statusAndFields(await service.post(path, { usd: "5", cvv: "123" }))).toEqual([400, [undefined]]);
  });

  test("is at least 5 dollars, or the amount that the account owes if that is less", async () => {
    const service = startService();
    expect(errorReasons(await service.post(path, { usd: "4.99", cvv: "123" })).usd).toMatch(/5/);
    expect((await service.post(path, { usd: "5", cvv: "123" })).status).toBe(200);
    setBalance(service, 2.5);
    expect(errorReasons(await service.post(path, { usd: "2.49", cvv: "123" })).usd).toMatch(/2\.5/);
    expect((await service.post(path, { usd: "2.50", cvv: "123" })).status).toBe(200);
  });

  test("has an amount as a number if the settings accept that", async () => {
    const service = startService({ settings: { paymentAmounts: "stringOrNumber" } });
    await service.post(path, { usd: 12.5, cvv: "123" });
    await service.post(path, { usd: 20, cvv: "123" });
    await service.post(path, { usd: "7.25", cvv: "123" });
    const { data } = (await service.get(path)).body;
    expect(data.map(({ usd }: { usd: string }) => usd)).toEqual(["12.50", "20.00", "7.25"]);
    expect(statusAndFields(await service.post(path, { usd: 5.005, cvv: "123" }))).toEqual([400, ["usd"]]);
  });
});

describe("a payment is declined, without a change or an event,", () => {
  const expectDeclined = async (service: Service) => {
    setBalance(service, 10);
    const before = (await service.get("/account/events")).body.results;
    expect(statusAndFields(await service.post(path, { usd: "10", cvv: "123" }))).toEqual([400, [undefined]]);
    expect([await balance(service), (await service.get(path)).body.results]).toEqual([10, 0]);
    expect((await service.get("/account/events")).body.results).toBe(before);
  };

  test("with the card number for declined payments", async () => {
    const service = startService();
    await addCard(service, cardNumbers.declined);
    await expectDeclined(service);
    expect((await service.post(path, { usd: "10", cvv: "123", payment_method_id: 1 })).status).toBe(200);
  });

  test("with a card that an external change blocked, until another one unblocks it", async () => {
    const service = startService();
    const paymentMethodId = seedNames.paymentMethod;
    service.control.externalChange({
      kind: "payment_method_change",
      paymentMethodId,
      patch: { charging: "declined" },
    });
    await expectDeclined(service);
    service.control.externalChange({
      kind: "payment_method_change",
      paymentMethodId,
      patch: { charging: "works" },
    });
    expect((await service.post(path, { usd: "10", cvv: "123" })).status).toBe(200);
  });

  test("with a card that has expired in the meantime", async () => {
    const service = startService();
    await service.advanceSeconds(4 * 365 * 24 * 60 * 60);
    await expectDeclined(service);
  });
});

test("a payment can have warnings, which only its own response contains", async () => {
  const service = startService();
  await addCard(service, cardNumbers.warned);
  const { body } = await service.post(path, { usd: "10", cvv: "123" });
  expect(body.warnings).toEqual([{ title: expect.any(String), details: expect.any(String) }]);
  expect(await balance(service)).toBe(-10);
  expect((await service.get(path)).body.data).toEqual([{ id: 1, date: body.date, usd: "10.00" }]);
});

test("stores no cvv", async () => {
  const service = startService();
  await service.post(path, { usd: "10", cvv: "8642" });
  await service.post(path, { usd: "0", cvv: "8642" });
  expect(JSON.stringify([service.control.world(), service.control.requests()])).not.toContain("8642");
});

test("payments need the read_write scope and the account grant", async () => {
  const { post, get } = startService();
  const body = { usd: "5", cvv: "123" };
  expect((await post(path, body, { token: wellKnownTokens.readOnly })).status).toBe(401);
  expect((await get(path, { token: wellKnownTokens.readOnly })).status).toBe(200);
  expect((await post(path, body, { token: wellKnownTokens.restricted })).status).toBe(403);
  expect((await get(path, { token: wellKnownTokens.restricted })).status).toBe(403);
});
