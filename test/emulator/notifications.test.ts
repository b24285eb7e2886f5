import { seedNames, wellKnownTokens } from "../../src/emulator";
import { type Service, startService } from "./service";

const day = 24 * 60 * 60;
const notificationTypes = async (service: Service, token?: string): Promise<string[]> =>
  (await service.get("/account/notifications", token === undefined ? {} : { token })).body.data.map(
    ({ type }: { type: string }) => type,
  );
const listNotifications = async (service: Service) => (await service.get("/account/notifications")).body.data;

test("an account without any cause has no notifications", async () => {
  const service = startService();
  await service.createRunningInstance();
  expect((await service.get("/account/notifications")).body).toEqual({
    data: [],
    page: 1,
    pages: 1,
    results: 0,
  });
});

describe("there is a notification", () => {
  test("of a past-due balance, until it is paid", async () => {
    const service = startService();
    service.control.externalChange({ kind: "account_change", patch: { balance: 12.5 } });
    await service.advanceSeconds(10 * day - 1);
    await service.post("/account/payments", { usd: "7.50", cvv: "123" });
    expect(await notificationTypes(service)).toEqual([]);
    await service.advanceSeconds(1);
    expect(await listNotifications(service)).toEqual([
      {
        label: "Payment past due",
        message: "A balance of $5.00 is past due.",
        body: expect.any(String),
        severity: "critical",
        type: "payment_due",
        entity: {
          id: 1,
          label: "Example Operations",
          type: "account",
          url: "/v4/account",
        },
        when: "2022-03-31T09:00:00",
        until: null,
      },
    ]);
    await service.post("/account/payments", { usd: "10", cvv: "123" });
    expect(await notificationTypes(service)).toEqual([]);
    service.control.externalChange({ kind: "account_change", patch: { balance: 1 } });
    expect(await notificationTypes(service)).toEqual([]);
  });

  test("of an outage in a region with instances, until the outage ends or the instances no longer exist", async () => {
    const service = startService();
    const one = await service.createEmptyInstance();
    service.control.externalChange({ kind: "region", regionId: "eu-west", status: "outage" });
    expect(await notificationTypes(service)).toEqual([]);
    const other = await service.createEmptyInstance();
    service.control.externalChange({ kind: "region", regionId: "us-east", status: "outage" });
    expect(await listNotifications(service)).toMatchObject([
      {
        type: "outage",
        message: "There is an outage in us-east, where the account has 2 of its instances.",
        severity: "major",
        entity: { id: "us-east", type: "region", url: "/v4/regions/us-east" },
      },
    ]);
    service.control.externalChange({ kind: "region", regionId: "us-east", status: "ok" });
    expect(await notificationTypes(service)).toEqual([]);
    service.control.externalChange({ kind: "region", regionId: "us-east", status: "outage" });
    for (const { id } of [one, other])
      service.control.externalChange({ kind: "instance_delete", instanceId: id });
    expect(await notificationTypes(service)).toEqual([]);
  });

  test("of a planned maintenance window, then of the running one, until it ends", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance({ label: "web" });
    const when = "2022-03-21T10:00:00";
    service.control.externalChange({ kind: "maintenance", instanceId: id, when });
    const shown = {
      entity: { id, label: "web", type: "acme", url: `/v4/acme/instances/${id}` },
      ...{ when, until: "2022-03-21T10:02:00" },
    };
    expect(await listNotifications(service)).toMatchObject([
      { ...shown, type: "maintenance_scheduled", severity: "minor" },
    ]);
    expect(await notificationTypes(service, wellKnownTokens.restricted)).toEqual([]);
    await service.advanceSeconds(60 * 60 - 60);
    expect(await listNotifications(service)).toMatchObject([
      { ...shown, type: "maintenance", severity: "major" },
    ]);
    await service.advanceSeconds(2 * 60);
    expect(await notificationTypes(service)).toEqual([]);
  });

  test("of a card that expires soon, then of the expired card, until it is deleted", async () => {
    const service = startService();
    const paymentMethodId = seedNames.paymentMethod;
    const patch = { data: { expiry: "04/2022" } };
    await service.advanceSeconds(10 * day);
    service.control.externalChange({ kind: "payment_method_change", paymentMethodId, patch });
    expect(await notificationTypes(service)).toEqual([]);
    await service.advanceSeconds(day);
    const entity = { id: 1, label: "Visa 0026", type: "payment_method" };
    expect(await listNotifications(service)).toMatchObject([
      { type: "payment_method_expiring", severity: "minor", entity, until: "2022-05-01T00:00:00" },
    ]);
    await service.advanceSeconds(30 * day);
    expect(await listNotifications(service)).toMatchObject([
      { label: "Card expired", severity: "major", entity, when: "2022-04-01T00:00:00", until: null },
    ]);
    service.control.externalChange({ kind: "payment_method_add", type: "paypal", isDefault: true });
    await service.remove("/account/payment-methods/1");
    expect(await notificationTypes(service)).toEqual([]);
  });

  test("of a promotion, until it expires", async () => {
    const service = startService();
    service.control.externalChange({
      kind: "promotion",
      promotion: { summary: "Welcome", credit_remaining: "5.00" },
    });
    expect(await listNotifications(service)).toMatchObject([
      { type: "promotion", message: "Welcome: $5.00 of credit remain.", body: null },
    ]);
    await service.advanceSeconds(30 * day);
    expect(await notificationTypes(service)).toEqual([]);
  });

  test("that an external change added, until it ends or is deleted", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance({ label: "web" });
    const [when, until] = ["2022-03-21T09:01:00", "2022-03-21T10:02:00+01:00"];
    service.control.externalChange({
      ...{ kind: "notification", label: "Migration", message: "It moves.", body: "To another host." },
      ...{ type: "migration_scheduled", severity: "critical", instanceId: id, when, until },
    });
    service.control.externalChange({ kind: "notification", label: "Terms", type: "notice" });
    expect(await listNotifications(service)).toEqual([
      {
        ...{ label: "Migration", message: "It moves.", body: "To another host." },
        ...{ type: "migration_scheduled", severity: "critical" },
        entity: { id, label: "web", type: "acme", url: `/v4/acme/instances/${id}` },
        ...{ when: "2022-03-21T09:01:00", until: "2022-03-21T09:02:00" },
      },
      expect.objectContaining({ label: "Terms", body: null, when: null, until: null }),
    ]);
    await service.advanceSeconds(120);
    expect(await notificationTypes(service)).toEqual(["notice"]);
    service.control.externalChange({ kind: "notification_delete", label: "Terms" });
    expect(await notificationTypes(service)).toEqual([]);
    expect(() => service.control.externalChange({ kind: "notification_delete", label: "Terms" })).toThrow(
      /Not found/,
    );
    expect(() =>
      service.control.externalChange({ kind: "notification", label: "x", instanceId: 99 }),
    ).toThrow();
  });

  test("about an instance for as long as the instance exists", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    service.control.externalChange({ kind: "notification", label: "Reboot", type: "reboot", instanceId: id });
    service.control.load(JSON.parse(JSON.stringify(service.control.world())));
    expect(await notificationTypes(service)).toEqual(["reboot"]);
    service.control.externalChange({ kind: "instance_delete", instanceId: id });
    expect(await notificationTypes(service)).toEqual([]);
  });
});

test("another account has no notifications about this one", async () => {
  const service = startService();
  await service.createEmptyInstance();
  service.control.externalChange({ kind: "account_change", patch: { balance: 5 } });
  service.control.externalChange({ kind: "region", regionId: "us-east", status: "outage" });
  service.control.externalChange({ kind: "notification", label: "Terms" });
  await service.advanceSeconds(10 * day);
  expect(await notificationTypes(service)).toEqual(["payment_due", "outage", "notice"]);
  expect(await notificationTypes(service, wellKnownTokens.secondAccount)).toEqual([]);
});

test("a restricted user has only notifications about instances that they may view", async () => {
  const service = startService();
  const token = wellKnownTokens.restricted;
  const theirs = await service.createEmptyInstance();
  const { body: own } = await service.post(
    "/acme/instances",
    { region: "us-central", type: "g1-nano-1" },
    { token },
  );
  service.control.externalChange({ kind: "account_change", patch: { balance: 5 } });
  service.control.externalChange({ kind: "promotion", promotion: {} });
  service.control.externalChange({ kind: "notification", label: "Terms" });
  service.control.externalChange({ kind: "region", regionId: "us-east", status: "outage" });
  service.control.externalChange({ kind: "notification", label: "a", type: "theirs", instanceId: theirs.id });
  await service.advanceSeconds(10 * day);
  expect(await notificationTypes(service)).toEqual([
    "payment_due",
    "promotion",
    "outage",
    "notice",
    "theirs",
  ]);
  expect(await notificationTypes(service, token)).toEqual([]);
  service.control.externalChange({ kind: "region", regionId: "us-central", status: "outage" });
  service.control.externalChange({ kind: "notification", label: "b", type: "own", instanceId: own.id });
  expect(await notificationTypes(service, token)).toEqual(["outage", "own"]);
});
