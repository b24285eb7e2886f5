import * as pulumi from "@pulumi/pulumi";
import {
  getAccount,
  getAccountOutput,
  getEvents,
  getInstances,
  getOAuthClients,
  getPaymentMethods,
  getPaymentMethodsOutput,
} from "../../src";
import { outputValue, startService, startServiceWithToken, stopServices } from "./service";

const inherited = process.env.NODECLOUD_TOKEN;
beforeEach(() => void delete process.env.NODECLOUD_TOKEN);
afterAll(async () => {
  if (inherited !== undefined) process.env.NODECLOUD_TOKEN = inherited;
  await stopServices();
});

describe("getAccount", () => {
  it("reads every field", async () => {
    const { options, emulator, client } = await startServiceWithToken();
    const { account } = emulator.control.world();
    const { balance_uninvoiced } = await client.account.view();
    expect(await getAccount(options)).toMatchObject({
      firstName: account.first_name,
      lastName: account.last_name,
      email: account.email,
      address1: account.address_1,
      zip: account.zip,
      taxId: account.tax_id,
      balance: account.balance,
      balanceUninvoiced: balance_uninvoiced,
      creditCard: { lastFour: "0026" },
      capabilities: account.capabilities,
      euuid: account.euuid,
    });
  });

  it("reads the fields of promotions", async () => {
    const { options, emulator } = await startServiceWithToken();
    emulator.control.externalChange({
      kind: "promotion",
      promotion: {
        ...{ summary: "Welcome", description: "A month", service_type: "backup" },
        ...{ credit_monthly_cap: "20.00", credit_remaining: "100.00", this_month_credit_remaining: "15.00" },
        ...{ image_url: "https://a.test/", expire_dt: "2099-01-01T00:00:00" },
      },
    });
    expect((await getAccount(options)).activePromotions).toEqual([
      {
        ...{ summary: "Welcome", description: "A month", serviceType: "backup", imageUrl: "https://a.test/" },
        ...{ creditMonthlyCap: "20.00", creditRemaining: "100.00", thisMonthCreditRemaining: "15.00" },
        expireDt: "2099-01-01T00:00:00",
      },
    ]);
  });

  it("has empty values instead of nulls and missing fields", async () => {
    const { options, emulator } = await startServiceWithToken();
    const body = { email: null, balance: null, active_promotions: [{ summary: null }] };
    emulator.control.faults.add({ operation: "account.view", effect: { status: 200, body } });
    expect(await getAccount(options)).toEqual({
      ...{ firstName: "", lastName: "", company: "", email: "", phone: "", taxId: "", euuid: "" },
      ...{ address1: "", address2: "", city: "", state: "", zip: "", country: "", activeSince: "" },
      ...{ balance: 0, balanceUninvoiced: 0, creditCard: { lastFour: null, expiry: null }, capabilities: [] },
      activePromotions: [
        {
          ...{ summary: "", description: "", serviceType: "", imageUrl: "", expireDt: "" },
          ...{ creditMonthlyCap: "", creditRemaining: "", thisMonthCreditRemaining: "" },
        },
      ],
    });
  });

  it("returns a secret output whose members are secret too", async () => {
    const { options } = await startServiceWithToken();
    const account = getAccountOutput(options);
    expect(await pulumi.isSecret(account)).toBe(true);
    expect(await pulumi.isSecret(account.email)).toBe(true);
    expect(await outputValue(account.country)).toBe("US");
  });
});

describe("getPaymentMethods", () => {
  it("finds the default payment method, and all of one type", async () => {
    const { options, client } = await startServiceWithToken();
    await client.paymentMethods.add({
      ...{ type: "credit_card", is_default: false },
      data: { card_number: "4000000000009995", cvv: "123", expiry_month: 7, expiry_year: 2099 },
    });
    const [first] = await getPaymentMethods({ isDefault: true }, options);
    expect(first).toMatchObject({
      ...{ id: 1, type: "credit_card", isDefault: true },
      data: { cardType: "Visa", lastFour: "0026" },
    });
    const all = await getPaymentMethods({ type: "credit_card" }, options);
    expect(all.map(({ data }) => data.lastFour)).toEqual(["0026", "9995"]);
    expect(await getPaymentMethods({ type: "paypal" }, options)).toEqual([]);
    expect(await getPaymentMethods({ id: all[1]?.id ?? 0 }, options)).toEqual([all[1]]);
  });

  it("returns a secret output", async () => {
    const { options } = await startServiceWithToken();
    const methods = getPaymentMethodsOutput({ isDefault: pulumi.output(true) }, options);
    expect(await pulumi.isSecret(methods)).toBe(true);
    expect(await outputValue(methods)).toMatchObject([{ id: 1 }]);
  });
});

it.each([
  ["getAccount", getAccount],
  ["getPaymentMethods", (options: Options) => getPaymentMethods({}, options)],
  ["getOAuthClients", (options: Options) => getOAuthClients({}, options)],
  ["getEvents", (options: Options) => getEvents({}, options)],
  ["getInstances", (options: Options) => getInstances({}, options)],
])("%s without a token ends with one readable error and sends nothing", async (_, lookup) => {
  const { options, emulator } = await startService();
  await expect(lookup(options)).rejects.toThrow(/it needs a token, and none is set.*NODECLOUD_TOKEN/);
  expect(emulator.control.requests()).toEqual([]);
});

it("payment methods, OAuth clients and instances are sorted by id, in whatever order the service lists them", async () => {
  const { options, emulator, client } = await startServiceWithToken();
  await Promise.all([
    client.instances.create({ region: "us-east", type: "g1-nano-1" }),
    client.instances.create({ region: "us-east", type: "g1-nano-1" }),
    client.oauthClients.create({ label: "a", redirect_uri: "https://a.example" }),
    client.oauthClients.create({ label: "b", redirect_uri: "https://a.example" }),
    client.paymentMethods.add({
      ...{ type: "credit_card", is_default: false },
      data: { card_number: "4000000000009995", cvv: "123", expiry_month: 7, expiry_year: 2099 },
    }),
  ]);
  const read = async () => [
    (await getInstances({}, options)).map(({ id }) => id),
    (await getOAuthClients({}, options)).map(({ id }) => id),
    (await getPaymentMethods({}, options)).map(({ id }) => id),
  ];
  const sorted = await read();
  expect(sorted.map((ids) => ids.length)).toEqual([2, 2, 2]);
  for (const [operation, list] of [
    ["instances.list", client.instances.list],
    ["oauthClients.list", client.oauthClients.list],
    ["paymentMethods.list", client.paymentMethods.list],
  ] as const) {
    const { data, ...page } = JSON.parse(JSON.stringify(await list()));
    emulator.control.faults.add({
      operation,
      effect: { status: 200, body: { ...page, data: data.toReversed() } },
    });
  }
  expect(await read()).toEqual(sorted);
});

it("prints no value of the account if a response is not JSON", async () => {
  const { options, emulator } = await startServiceWithToken();
  emulator.control.faults.add({ operation: "account.view", effect: { garbage: true } });
  const error: unknown = await getAccount(options).catch((reason: unknown) => reason);
  if (!pulumi.RunError.isInstance(error)) throw new Error("It did not fail with a RunError.");
  const { account } = emulator.control.world();
  for (const value of [account.email, account.phone, account.address_1, options.token])
    expect(error.message).not.toContain(value);
});

type Options = Parameters<typeof getAccount>[0];
