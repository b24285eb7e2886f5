import fc from "fast-check";
import { seedNames, wellKnownTokens } from "../../src/emulator";
import { type Service, startService } from "./service";

const hour = 60 * 60;
/** Seconds from the start of the virtual clock, 2022-03-21 09:00 UTC, to the end of that month. */
const restOfMarch = 255 * hour;
const april = 30 * 24 * hour;

interface Invoice {
  id: number;
  date: string;
  subtotal: number;
  tax: number;
  total: number;
}
interface Item {
  label: string;
  from: string;
  to: string;
  quantity: number;
  unit_price: number;
  amount: number;
  tax: number;
  total: number;
}

const uninvoicedTotal = async (service: Service): Promise<number> =>
  (await service.get("/account")).body.balance_uninvoiced;
const balance = async (service: Service): Promise<number> => (await service.get("/account")).body.balance;
const invoices = async (service: Service): Promise<Invoice[]> =>
  (await service.get("/account/invoices")).body.data;
const items = async (service: Service, id: number): Promise<Item[]> =>
  (await service.get(`/account/invoices/${id}/items?page_size=500`)).body.data;
const cents = (dollars: number) => Math.round(dollars * 100);
const large = { type: seedNames.largeType } as const;

describe("the uninvoiced total", () => {
  test("grows with every started hour by the price of the instance's type", async () => {
    const service = startService();
    expect(await uninvoicedTotal(service)).toBe(0);
    await service.createEmptyInstance(large);
    await service.advanceSeconds(1);
    expect(await uninvoicedTotal(service)).toBe(0.24);
    await service.advanceSeconds(hour - 1);
    expect(await uninvoicedTotal(service)).toBe(0.24);
    await service.advanceSeconds(1);
    expect(await uninvoicedTotal(service)).toBe(0.48);
    await service.advanceSeconds(99 * hour - 1);
    expect(await uninvoicedTotal(service)).toBe(23.81);
  });

  test("includes a powered-off instance, and its backup service while that is enabled", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ ...large, backups_enabled: true });
    await service.advanceSeconds(10 * hour - 70);
    expect(await uninvoicedTotal(service)).toBe(2.98);
    service.control.externalChange({ kind: "instance_change", instanceId: id, patch: { status: "offline" } });
    await service.post(`/acme/instances/${id}/backups/cancel`);
    await service.advanceSeconds(10 * hour);
    expect(await uninvoicedTotal(service)).toBe(5.36);
  });

  test("keeps the costs of a deleted instance, and adds nothing more", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance(large);
    await service.advanceSeconds(100 * hour - 5);
    await service.remove(`/acme/instances/${id}`);
    await service.advanceSeconds(50 * hour);
    expect([await service.statusOf(id), await uninvoicedTotal(service)]).toEqual([undefined, 23.81]);
  });

  test("never exceeds a month's price", async () => {
    const service = startService();
    await service.advanceSeconds(restOfMarch);
    await service.createEmptyInstance(large);
    await service.advanceSeconds(april - 1);
    expect(await uninvoicedTotal(service)).toBe(160);
  });

  test("is nothing for hours that were invoiced in advance, and neither is the invoice", async () => {
    const service = startService();
    await service.createEmptyInstance(large);
    await service.advanceSeconds(hour);
    const prepaid = 500 * hour;
    const invoiced_until = service.control.clock.view().now + prepaid * 1000;
    service.control.externalChange({ kind: "account_change", patch: { invoiced_until } });
    expect(await uninvoicedTotal(service)).toBe(0);
    await service.advanceSeconds(restOfMarch);
    expect([await invoices(service), await balance(service)]).toEqual([[], 0]);
    await service.advanceSeconds(prepaid - restOfMarch + 10 * hour);
    expect(await uninvoicedTotal(service)).toBe(2.38);
  });

  test("is the same after the world was saved and loaded", async () => {
    const service = startService();
    await service.createEmptyInstance({ ...large, backups_enabled: true });
    await service.advanceSeconds(5 * hour);
    const saved = JSON.parse(JSON.stringify(service.control.world()));
    const other = startService({ world: saved });
    for (const one of [service, other]) await one.advanceSeconds(5 * hour);
    expect(await uninvoicedTotal(other)).toBe(await uninvoicedTotal(service));
  });
});

describe("at the end of a month, UTC,", () => {
  test("an invoice with an item for each instance and each backup service is added to the balance", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance({ label: "web", ...large, backups_enabled: true });
    await service.advanceSeconds(restOfMarch - 1);
    expect([await invoices(service), await balance(service)]).toEqual([[], 0]);
    await service.advanceSeconds(1);
    const total = 60.72 + 15.17;
    expect(await invoices(service)).toMatchObject([
      {
        id: 1,
        label: "Invoice #1",
        date: "2022-04-01T00:00:00",
        subtotal: total,
        tax: 0,
        total,
      },
    ]);
    expect((await service.get("/account/invoices/1")).body).toEqual((await invoices(service))[0]);
    const shared = { type: "hourly", from: "2022-03-21T09:00:00", to: "2022-04-01T00:00:00", quantity: 255 };
    expect(await items(service, 1)).toMatchObject([
      {
        ...shared,
        label: `g1-standard-8 - web (${id})`,
        unit_price: 0.2381,
        amount: 60.72,
        tax: 0,
        total: 60.72,
      },
      {
        ...shared,
        label: `g1-standard-8 - backups - web (${id})`,
        unit_price: 0.0595,
        amount: 15.17,
        tax: 0,
        total: 15.17,
      },
    ]);
    expect([await balance(service), await uninvoicedTotal(service)]).toEqual([total, 0]);
  });

  test("there is no invoice without usage, unless the settings say so", async () => {
    const service = startService();
    await service.advanceSeconds(restOfMarch);
    expect(await invoices(service)).toEqual([]);
    service.control.settings({ emptyInvoices: true });
    await service.advanceSeconds(april);
    expect(await invoices(service)).toMatchObject([{ date: "2022-05-01T00:00:00", total: 0 }]);
    expect(await items(service, 1)).toMatchObject([]);
  });

  test("the balance is charged to the default payment method if configured, and stays owed if that is declined", async () => {
    const service = startService({ settings: { invoicesAre: "charged" } });
    await service.createEmptyInstance(large);
    await service.advanceSeconds(restOfMarch);
    expect(await balance(service)).toBe(0);
    expect((await service.get("/account/payments")).body.data).toMatchObject([
      { date: "2022-04-01T00:00:00", usd: "60.72" },
    ]);
    expect((await service.get("/account/events")).body.data[0]).toMatchObject({
      action: "payment_submitted",
      username: null,
    });
    service.control.externalChange({
      kind: "payment_method_change",
      paymentMethodId: seedNames.paymentMethod,
      patch: { charging: "declined" },
    });
    await service.advanceSeconds(april);
    expect([await balance(service), (await service.get("/account/payments")).body.results]).toEqual([160, 1]);
  });

  test("a clock that jumps ahead by a year produces an invoice per month, none above a month's price", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance({ ...large, label: "old" });
    await service.control.clock.advance(365 * 24 * hour * 1000);
    const made = await invoices(service);
    expect(made.map(({ date }) => date.slice(0, 10))).toEqual([
      ...Array.from({ length: 9 }, (_, index) => `2022-${String(index + 4).padStart(2, "0")}-01`),
      ...["2023-01-01", "2023-02-01", "2023-03-01"],
    ]);
    expect(made.slice(1).every(({ total }) => total === 160)).toBe(true);
    expect(await balance(service)).toBe(60.72 + 11 * 160);
    await service.remove(`/acme/instances/${id}`);
    await service.advanceSeconds(31 * 24 * hour);
    expect((await items(service, 13))[0]?.to).toBe("2023-03-21T09:00:05");
    await service.advanceSeconds(31 * 24 * hour);
    expect(await invoices(service)).toHaveLength(13);
  });

  test("backups that were cancelled and enabled again are one item with the hours in which they were enabled", async () => {
    const service = startService({ settings: { enableAfterCancel: "allowed" } });
    const { id } = await service.createEmptyInstance({ ...large, backups_enabled: true });
    await service.advanceSeconds(10 * hour);
    await service.post(`/acme/instances/${id}/backups/cancel`);
    await service.advanceSeconds(100 * hour);
    await service.post(`/acme/instances/${id}/backups/enable`);
    await service.advanceSeconds(restOfMarch);
    expect((await items(service, 1)).map(({ quantity }) => quantity)).toEqual([255, 155]);
    await service.advanceSeconds(april);
    expect((await items(service, 2)).map(({ quantity }) => quantity)).toEqual([720, 720]);
  });

  test("an instance whose type was replaced by an external change has an item for each type", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance({ type: seedNames.smallType });
    await service.advanceSeconds(10 * hour);
    service.control.changeInstance(id, { type: seedNames.largeType });
    await service.advanceSeconds(restOfMarch);
    expect((await items(service, 1)).map(({ label, quantity }) => [label.split(" ")[0], quantity])).toEqual([
      ["g1-nano-1", 10],
      ["g1-standard-8", 245],
    ]);
  });
});

test("items and their taxes add up to the invoice and to the estimate before it, whatever instances ran", async () => {
  const types = ["g1-nano-1", "g1-standard-1", "g1-standard-4", "g1-memory-2"];
  const run = fc.record({
    type: fc.constantFrom(...types),
    backups: fc.boolean(),
    // An hour that begins in the last second of the month is on the invoice, but not in the estimate a second before.
    begins: fc.integer({ min: 0, max: 200 * hour }).filter((second) => second % hour !== hour - 1),
    lasts: fc.integer({ min: 1, max: 300 * hour }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(run, { maxLength: 8 }),
      fc.constantFrom(0, 7.7, 19),
      async (runs, taxPercent) => {
        const service = startService({ settings: { taxPercent, deletingSeconds: 0 } });
        const steps = runs.flatMap(({ type, backups, begins, lasts }, index) => [
          {
            at: begins,
            take: () =>
              service.createEmptyInstance({ label: `run-${index}`, type, backups_enabled: backups }),
          },
          {
            at: begins + lasts,
            take: async () => {
              const { data } = (await service.get("/acme/instances?page_size=500")).body;
              const { id } = data.find(({ label }: { label: string }) => label === `run-${index}`);
              await service.remove(`/acme/instances/${id}`);
            },
          },
        ]);
        let passed = 0;
        for (const { at, take } of [...steps].sort((one, other) => one.at - other.at)) {
          if (at >= restOfMarch) break;
          await service.advanceSeconds(at - passed);
          passed = at;
          await take();
        }
        await service.advanceSeconds(restOfMarch - 1 - passed);
        const estimated = await uninvoicedTotal(service);
        await service.advanceSeconds(1);
        const [invoice] = await invoices(service);
        if (runs.every(({ begins }) => begins >= restOfMarch)) return;
        const { id, subtotal, tax, total } = invoice!;
        const parts = await items(service, id);
        const sum = (read: (item: Item) => number) => parts.reduce((all, item) => all + cents(read(item)), 0);
        expect([sum((item) => item.amount), sum((item) => item.tax), sum((item) => item.total)]).toEqual([
          cents(subtotal),
          cents(tax),
          cents(total),
        ]);
        expect(cents(tax)).toBe(Math.round((cents(subtotal) * taxPercent) / 100));
        expect(
          parts.every(({ quantity, unit_price, amount }) => amount <= quantity * unit_price + 0.0051),
        ).toBe(true);
        expect([estimated, await balance(service)]).toEqual([total, total]);
      },
    ),
    { numRuns: 15 },
  );
});

test("a transferred instance is billed to its former account until the transfer, and to the other one from then on", async () => {
  const service = startService();
  const { id } = await service.createEmptyInstance({ ...large, label: "moved" });
  await service.advanceSeconds(10 * hour);
  const { token } = (await service.post("/account/entity-transfers", { entities: { acmes: [id] } })).body;
  const other = { token: wellKnownTokens.secondAccount };
  await service.post(`/account/entity-transfers/${token}/accept`, undefined, other);
  await service.advanceSeconds(restOfMarch);
  const ofOther = (await service.get("/account/invoices", other)).body.data;
  expect((await items(service, 1)).map(({ quantity }) => quantity)).toEqual([11]);
  expect(ofOther).toMatchObject([{ id: 2, total: 58.33 }]);
  expect([await balance(service), (await service.get("/account", other)).body.balance]).toEqual([
    2.62, 58.33,
  ]);
  expect((await service.get("/account/invoices/2")).status).toBe(404);
});

test("a world written without usages and a timeline is billed from the moment it is loaded", async () => {
  const service = startService();
  await service.createEmptyInstance(large);
  const { usages: _, timeline: __, ...written } = service.control.world();
  service.control.load({ ...written, timeline: [] });
  await service.advanceSeconds(restOfMarch);
  expect((await invoices(service)).map(({ total }) => total)).toEqual([60.72]);
  await service.advanceSeconds(april);
  expect(await balance(service)).toBe(220.72);
});

describe("an account whose identifier changes", () => {
  const rename = ({ control }: Service, euuid: string) =>
    control.externalChange({ kind: "account_change", patch: { euuid } });
  const monthEnds = ({ control }: Service) =>
    control
      .world()
      .timeline.flatMap(({ due }) => (due.kind === "monthEnd" && due.account !== 2 ? [due.euuid] : []));

  test("gets its invoices", async () => {
    const service = startService();
    await service.createEmptyInstance(large);
    rename(service, "other");
    expect(monthEnds(service)).toHaveLength(1);
    await service.advanceSeconds(restOfMarch + april);
    expect((await invoices(service)).map(({ total }) => total)).toEqual([60.72, 160]);
    expect(monthEnds(service)).toEqual(["other"]);
  });

  test("gets them in a world of an earlier version, whose entries name no number", async () => {
    const service = startService();
    await service.createEmptyInstance(large);
    const { timeline, other_accounts, ...world } = service.control.world();
    const { euuid } = world.account;
    const written = timeline
      .map((entry) => ({ ...entry, due: { kind: "monthEnd" as const, euuid } }))
      .slice(0, 1);
    service.control.load({ ...world, timeline: written, other_accounts: [] });
    expect(monthEnds(service)).toEqual([euuid]);
    rename(service, "other");
    await service.advanceSeconds(restOfMarch + april);
    expect((await invoices(service)).map(({ total }) => total)).toEqual([60.72, 160]);
    expect(monthEnds(service)).toEqual(["other"]);
  });
});

test("a restricted user without the account grant cannot read invoices, and an unknown invoice is not found", async () => {
  const service = startService();
  await service.createEmptyInstance(large);
  await service.advanceSeconds(restOfMarch);
  for (const path of ["/account/invoices", "/account/invoices/1", "/account/invoices/1/items"]) {
    expect((await service.get(path, { token: wellKnownTokens.restricted })).status).toBe(403);
    expect((await service.get(path, { token: wellKnownTokens.scopeless })).status).toBe(401);
  }
  expect((await service.get("/account/invoices/2")).status).toBe(404);
  expect((await service.get("/account/invoices/2/items")).status).toBe(404);
});
