import { seedNames, wellKnownTokens } from "../../src/emulator";
import { startService } from "./service";

test("the account shows whom it belongs to, and the card on file", async () => {
  const service = startService();
  const { body } = await service.get("/account");
  expect(body).toMatchObject({
    company: "Example Operations",
    country: "US",
    zip: "19106",
    active_since: "2021-03-21T09:00:00",
    active_promotions: [],
    balance: 0,
    credit_card: { last_four: "0026", expiry: "12/2025" },
  });
  const { data } = (await service.get(`/account/payment-methods/${seedNames.paymentMethod}`)).body;
  expect(body.credit_card).toEqual({ last_four: data.last_four, expiry: data.expiry });
});

test("it needs a token with the account's scope", async () => {
  const { get } = startService();
  expect((await get("/account", { token: null })).status).toBe(401);
  expect((await get("/account", { token: wellKnownTokens.scopeless })).status).toBe(401);
  expect((await get("/account", { token: wellKnownTokens.readOnly })).status).toBe(200);
});

test("it changes by an outside hand, and in a saved world it stays so", async () => {
  const service = startService();
  service.control.happen({ kind: "account_change", patch: { company: "New Owners", balance: 12.5 } });
  service.control.load(JSON.parse(JSON.stringify(service.control.world())));
  expect((await service.get("/account")).body).toMatchObject({
    company: "New Owners",
    balance: 12.5,
    zip: "19106",
  });
  expect((await service.get("/account/events")).body.data[0]).toMatchObject({
    action: "account_update",
    username: null,
  });
});
