import {
  alternativeSettings,
  createEmulator,
  defaultSettings,
  type Settings,
  seedNames,
  settings,
  wellKnownTokens,
} from "../../src/emulator";
import { card, imageUpload, newInstance, newOAuthClient, type Service, startService } from "./service";

/** Observes the effect of a setting from outside. Each value of the setting must have a different effect. */
type Probe = (service: Service) => Promise<unknown>;

const month = 31 * 24 * 60 * 60;

/** How many seconds pass until `observe` returns the wanted value. At most 300, otherwise Infinity. */
async function secondsUntil(
  service: Service,
  observe: () => Promise<unknown>,
  wanted: unknown,
): Promise<number> {
  for (let second = 0; second <= 300; second++) {
    if ((await observe()) === wanted) return second;
    await service.advanceSeconds(1);
  }
  return Number.POSITIVE_INFINITY;
}

const statusesOf = async (service: Service, id: number) => {
  const seen: string[] = [];
  for (let second = 0; second < 120; second++) {
    const status = await service.statusOf(id);
    if (seen.at(-1) !== status) seen.push(status);
    await service.advanceSeconds(1);
  }
  return seen;
};

const imageStatus = async (service: Service, id: string) => (await service.get(`/images/${id}`)).body.status;

const probes: { [K in keyof Settings]: Probe } = {
  successStatus: async (service) => {
    const { id } = await service.createEmptyInstance();
    const removed = await service.remove(`/acme/instances/${id}`);
    return [removed.status, removed.body];
  },
  inputStatus: async ({ post }) => (await post("/acme/instances", {})).status,
  scopeStatus: async ({ get }) => (await get("/acme/instances", { token: wellKnownTokens.scopeless })).status,
  busyStatus: async (service) => {
    const { body } = await service.post("/acme/instances", newInstance);
    return (await service.post(`/acme/instances/${body.id}/boot`)).status;
  },
  errorTexts: async ({ get }) => (await get("/acme/instances/5")).body,
  unknownIdStatus: async ({ get }) => {
    expect((await get("/acme/nothing")).status).toBe(404);
    return (await get("/acme/instances/5")).status;
  },
  grantsFirst: async ({ get }) => {
    const token = wellKnownTokens.restricted;
    expect((await get("/acme/instances/5")).status).toBe(404);
    const { status } = await get("/acme/instances/5", { token });
    expect((await get("/images/private/99", { token })).status).toBe(status);
    return status;
  },
  putOmitted: async (service) => {
    const { id } = await service.createEmptyInstance({ label: "web", tags: ["a-tag"], group: "g" });
    const { label, tags, group, alerts } = (
      await service.put(`/acme/instances/${id}`, { alerts: { cpu: 5 } })
    ).body;
    return { label, tags, group, alerts };
  },
  contentTypes: async ({ put }) =>
    (await put("/account", { city: "Rome" }, { headers: { "Content-Type": "text/plain" } })).status,
  unknownFields: async ({ post }) =>
    (await post("/acme/instances", { region: "us-east", type: "g1-nano-1", color: "red" })).status,
  furtherFields: async ({ get }) => Object.keys((await get("/regions/us-east")).body),
  filters: async (service) => {
    await service.createEmptyInstance();
    const { status, body } = await service.get("/acme/instances", {
      headers: { "X-Filter": '{"status": "none"}' },
    });
    return status === 200 ? body.results : status;
  },
  pageSize: async ({ get }) => (await get("/acme/instances?page_size=1")).status,
  defaultPageSize: async (service) => {
    for (let index = 0; index < 30; index++) await service.createEmptyInstance();
    return (await service.get("/acme/instances")).body.pages;
  },
  plainLists: async ({ get }) => (await get("/regions?page=2")).body.data.length,
  listLagSeconds: async (service) => {
    const { id } = await service.createEmptyInstance();
    expect(await service.statusOf(id)).toBe("offline");
    return secondsUntil(service, async () => (await service.get("/acme/instances")).body.results, 1);
  },
  viewLagSeconds: async (service) => {
    const { id } = await service.createEmptyInstance();
    return secondsUntil(service, () => service.statusOf(id), "offline");
  },
  rateLimits: async ({ get }) => (await get("/regions")).headers.get("X-RateLimit-Limit"),
  emptyStartsAs: async (service) => (await service.createEmptyInstance()).status,
  extraStatuses: async (service) => {
    const { body } = await service.post("/acme/instances", newInstance);
    return statusesOf(service, body.id);
  },
  cloneStartsAs: async (service) => {
    const { id } = await service.createRunningInstance();
    return (await service.post(`/acme/instances/${id}/clone`, {})).body.status;
  },
  cloneNeeds: async (service) => {
    const { id } = await service.createRunningInstance();
    const refused = await service.post(`/acme/instances/${id}/clone`, {});
    const { region, type } = newInstance;
    const complete = await service.post(`/acme/instances/${id}/clone`, { region, type });
    expect(complete.status).toBe(200);
    return [refused.status, refused.body.errors];
  },
  rootPass: async ({ post }) => {
    const { root_pass: _, ...withoutPassword } = newInstance;
    expect((await post("/acme/instances", withoutPassword)).status).toBe(400);
    const withUser = { ...withoutPassword, authorized_users: ["admin"] };
    const withKey = { ...withoutPassword, authorized_keys: ["ssh-ed25519 AAAA"] };
    return [
      (await post("/acme/instances", withUser)).status,
      (await post("/acme/instances", withKey)).status,
    ];
  },
  rootPassStrength: async ({ post }) =>
    (await post("/acme/instances", { ...newInstance, root_pass: "aaaaaaa" })).body.errors,
  tagLength: async (service) => {
    const refused = await service.post("/acme/instances", {
      region: "us-east",
      type: "g1-nano-1",
      tags: ["ab"],
    });
    return refused.body.errors;
  },
  interfacePurposes: async ({ post }) => {
    const interfaces = [
      { purpose: "wlan" },
      { purpose: "public", label: "lan", ipam_address: "10.0.0.1/24" },
    ];
    return (await post("/acme/instances", { ...newInstance, interfaces })).body.errors;
  },
  clusterImages: async ({ get }) => {
    const { data } = (await get("/images")).body;
    const newest = data
      .filter(({ vendor }: { vendor: string }) => vendor === "Debian")
      .sort((one: { created: string }, other: { created: string }) => (one.created < other.created ? 1 : -1));
    return newest[0].id;
  },
  uniqueLabels: async (service) => {
    await service.createEmptyInstance({ label: "same label" });
    await service.createEmptyInstance({ label: "same label" });
    return (await service.get("/acme/instances")).body.results;
  },
  imageIds: async ({ post }) => (await post("/acme/instances", newInstance)).body.image,
  imageWhileProvisioning: async ({ post }) => (await post("/acme/instances", newInstance)).body.image,
  labelFreedSeconds: async (service) => {
    const { id } = await service.createEmptyInstance({ label: "web" });
    service.control.externalChange({ kind: "instance_delete", instanceId: id });
    return secondsUntil(
      service,
      async () => (await service.createEmptyInstance({ label: "web" })).label,
      "web",
    );
  },
  newSchedule: async (service) =>
    (await service.createEmptyInstance({ backups_enabled: true })).backups.schedule,
  scheduleWhenEnabled: async (service) => {
    const { id, backups } = await service.createEmptyInstance();
    expect(backups.schedule).toEqual({ day: null, window: null });
    await service.post(`/acme/instances/${id}/backups/enable`);
    return (await service.get(`/acme/instances/${id}`)).body.backups.schedule;
  },
  scheduleWhenOff: async (service) => {
    const { id } = await service.createEmptyInstance({ backups_enabled: true });
    await service.put(`/acme/instances/${id}`, { backups: { schedule: { day: "Sunday", window: "W2" } } });
    await service.post(`/acme/instances/${id}/backups/cancel`);
    return (await service.get(`/acme/instances/${id}`)).body.backups;
  },
  scheduleNeedsService: async (service) => {
    const { id } = await service.createEmptyInstance();
    const schedule = { backups: { schedule: { day: "Sunday" } } };
    const whileOff = await service.put(`/acme/instances/${id}`, schedule);
    expect((await service.put(`/acme/instances/${id}`, { group: "g" })).status).toBe(200);
    await service.post(`/acme/instances/${id}/backups/enable`);
    expect((await service.put(`/acme/instances/${id}`, schedule)).status).toBe(200);
    return whileOff.status;
  },
  enableSeconds: async (service) => {
    const { id } = await service.createEmptyInstance();
    const enable = () => service.post(`/acme/instances/${id}/backups/enable`);
    expect((await enable()).status).toBe(200);
    await enable();
    const isEnabled = async () => (await service.get(`/acme/instances/${id}`)).body.backups.enabled;
    return secondsUntil(service, isEnabled, true);
  },
  uploadResponse: async (service) => {
    const { upload_to } = (await service.post("/images/upload", { label: "golden", region: "us-east" })).body;
    let hasResponse = false;
    const response = service.send("PUT", upload_to, imageUpload).then(({ status }) => {
      hasResponse = true;
      return status;
    });
    const seconds = await secondsUntil(service, async () => hasResponse, true);
    expect(await response).toBe(200);
    return seconds;
  },
  enableAfterCancel: async (service) => {
    const { id } = await service.createEmptyInstance({ backups_enabled: true });
    await service.post(`/acme/instances/${id}/backups/cancel`);
    return (await service.post(`/acme/instances/${id}/backups/enable`)).status;
  },
  busyRefusals: async (service) => {
    const { body } = await service.post("/acme/instances", newInstance);
    return (await service.remove(`/acme/instances/${body.id}`)).status;
  },
  busyActions: async (service) => {
    const { body } = await service.post("/acme/instances", { ...newInstance, backups_enabled: true });
    const path = `/acme/instances/${body.id}`;
    const replies = [
      await service.put(path, { group: "g" }),
      await service.post(`${path}/backups/cancel`),
      await service.post("/images", { disk_id: 1 }),
    ];
    return replies.map(({ status }) => status);
  },
  busySeconds: async (service) => {
    const { id } = await service.createRunningInstance({ booted: false });
    await service.post(`/acme/instances/${id}/boot`);
    await secondsUntil(service, () => service.statusOf(id), "running");
    const removing = async () => (await service.remove(`/acme/instances/${id}`)).status;
    return secondsUntil(service, removing, 200);
  },
  eventActions: async (service) => {
    await service.createEmptyInstance();
    return (await service.get("/account/events")).body.results;
  },
  readWriteIncludesReadOnly: async ({ get }) =>
    (await get("/acme/instances", { token: wellKnownTokens.readWrite })).status,
  personalTokenScopes: async ({ get }) =>
    (await get("/acme/instances", { token: wellKnownTokens.scopeless })).status,
  createdSecret: async ({ post }) =>
    (await post("/account/oauth-clients", newOAuthClient)).body.secret === "<REDACTED>",
  thumbnailUrls: async ({ post, send, get }) => {
    const { id } = (await post("/account/oauth-clients", newOAuthClient)).body;
    const headers = { "Content-Type": "image/png" };
    await send("PUT", `/account/oauth-clients/${id}/thumbnail`, { headers, data: Uint8Array.of(1) });
    return (await get(`/account/oauth-clients/${id}`)).body.thumbnail_url !== null;
  },
  thumbnails: async (service) => {
    const { id } = (await service.post("/account/oauth-clients", newOAuthClient)).body;
    const thumbnail = { content_type: "image/png", data: Buffer.from("png").toString("base64") };
    service.control.externalChange({ kind: "oauth_client_change", clientId: id, patch: { thumbnail } });
    const response = await service.send("GET", `/account/oauth-clients/${id}/thumbnail`);
    const { status, headers } = response;
    return [status, headers.get("Location"), status === 200 ? await response.text() : undefined];
  },
  missingThumbnail: async ({ post, get }) => {
    const { id } = (await post("/account/oauth-clients", newOAuthClient)).body;
    const { status, body } = await get(`/account/oauth-clients/${id}/thumbnail`);
    expect(status).toBe(404);
    return body ?? "nothing";
  },
  billingZip: async (service) => {
    service.control.externalChange({ kind: "account_change", patch: { zip: "" } });
    return (await service.post("/account/payment-methods", card)).status;
  },
  taxPercent: async (service) => {
    await service.createRunningInstance({ type: seedNames.largeType });
    return (await service.get("/account")).body.balance_uninvoiced;
  },
  emptyInvoices: async (service) => {
    await service.advanceSeconds(month);
    return (await service.get("/account/invoices")).body.results;
  },
  invoicesAre: async (service) => {
    await service.createRunningInstance();
    await service.advanceSeconds(month);
    return (await service.get("/account")).body.balance > 0;
  },
  paymentUsd: async ({ post }) => (await post("/account/payments", { usd: "20", cvv: "123" })).body.usd,
  paymentAmounts: async ({ post }) => (await post("/account/payments", { usd: 20, cvv: "123" })).status,
  minPayment: async ({ post }) => (await post("/account/payments", { usd: "1", cvv: "123" })).status,
  creditCardIs: async (service) => {
    await service.post("/account/credit-card", card.data);
    return (await service.get("/account/payment-methods")).body.results;
  },
  promotionsInUpdate: async (service) =>
    (await service.put("/account", { active_promotions: [{ summary: "Welcome" }] })).body.active_promotions,
  afterCancel: async (service) => {
    await service.post("/account/cancel", {});
    return (await service.get("/account")).status;
  },
  pastDueSeconds: async (service) => {
    service.control.externalChange({ kind: "account_change", patch: { balance: 10 } });
    await service.advanceSeconds(10 * 24 * 60 * 60 - 100);
    return secondsUntil(
      service,
      async () => (await service.get("/account/notifications")).body.data[0]?.type,
      "payment_due",
    );
  },
  expiringSeconds: async (service) => {
    service.control.externalChange({
      kind: "payment_method_change",
      paymentMethodId: 1,
      patch: { data: { expiry: "04/2022" } },
    });
    await service.advanceSeconds(41 * 24 * 60 * 60 - 30 * 24 * 60 * 60 - 9 * 60 * 60 - 100);
    return secondsUntil(
      service,
      async () => (await service.get("/account/notifications")).body.data[0]?.type,
      "payment_method_expiring",
    );
  },
  appearingSeconds: async (service) => {
    await service.post("/account/payment-methods", card);
    return secondsUntil(service, async () => (await service.get("/account/payment-methods")).body.results, 2);
  },
  deletedPaymentMethods: async ({ post, remove, get }) => {
    await post("/account/payment-methods", card);
    await remove("/account/payment-methods/2");
    return (await get("/account/payment-methods/2")).status;
  },
  unknownDisk: async ({ post }) => (await post("/images", { disk_id: 99 })).status,
  publicImages: async ({ remove }) => (await remove("/images/acme/debian12")).status,
  automaticImages: async (service) => {
    const { id } = await service.createRunningInstance();
    await service.remove(`/acme/instances/${id}`);
    await service.advanceSeconds(60);
    const { data } = (await service.get("/images")).body;
    return data.filter((image: { type: string }) => image.type === "automatic").length;
  },
  dateTimes: async (service) => (await service.createEmptyInstance()).created,
  createdInResponse: async (service) => {
    const { id, created } = await service.createEmptyInstance();
    return created === (await service.get(`/acme/instances/${id}`)).body.created;
  },
  unknownTypes: async ({ post }) =>
    (await post("/acme/instances", { region: "us-east", type: "g9-new" })).status,
  outageCreates: async (service) =>
    (await service.post("/acme/instances", { ...newInstance, region: seedNames.regionInOutage })).status,
  betaAddress: async ({ get }) => (await get("/v4beta/regions")).status,
  transferSeconds: async (service) => {
    const { id } = await service.createEmptyInstance();
    const { body } = await service.post("/account/entity-transfers", { entities: { acmes: [id] } });
    const path = `/account/entity-transfers/${body.token}`;
    await service.post(`${path}/accept`, undefined, { token: wellKnownTokens.secondAccount });
    return secondsUntil(service, async () => (await service.get(path)).body.status, "completed");
  },
  withoutGrant: async (service) => {
    const { id } = await service.createEmptyInstance();
    return (await service.get(`/acme/instances/${id}`, { token: wellKnownTokens.restricted })).status;
  },
  listResults: async (service) => {
    await service.createEmptyInstance();
    const { body } = await service.get("/acme/instances", { token: wellKnownTokens.restricted });
    return [body.results, body.data.length];
  },
  provisioningSeconds: async (service) => {
    const { body } = await service.post("/acme/instances", newInstance);
    return secondsUntil(service, () => service.statusOf(body.id), "booting");
  },
  bootDelaySeconds: async (service) => {
    const { body } = await service.post("/acme/instances", newInstance);
    const seen = await statusesOf(service, body.id);
    const other = await service.post("/acme/instances", newInstance);
    await secondsUntil(service, () => service.statusOf(other.body.id), "offline");
    return [seen, await secondsUntil(service, () => service.statusOf(other.body.id), "booting")];
  },
  bootingSeconds: async (service) => {
    const { id } = await service.createRunningInstance({ booted: false });
    await service.post(`/acme/instances/${id}/boot`);
    return secondsUntil(service, () => service.statusOf(id), "running");
  },
  emptySeconds: async (service) => {
    service.control.settings({ emptyStartsAs: "provisioning" });
    const { id } = await service.createEmptyInstance();
    return secondsUntil(service, () => service.statusOf(id), "offline");
  },
  extraSeconds: async (service) => {
    service.control.settings({ extraStatuses: true });
    const { body } = await service.post("/acme/instances", newInstance);
    return secondsUntil(service, () => service.statusOf(body.id), "running");
  },
  deletingSeconds: async (service) => {
    const { id } = await service.createEmptyInstance();
    await service.remove(`/acme/instances/${id}`);
    return secondsUntil(service, () => service.statusOf(id), undefined);
  },
  cloningSeconds: async (service) => {
    service.control.settings({ cloneStartsAs: "cloning" });
    const { id } = await service.createRunningInstance();
    const { body } = await service.post(`/acme/instances/${id}/clone`, {});
    return secondsUntil(service, () => service.statusOf(body.id), "offline");
  },
  restoringSeconds: async (service) => {
    const { id } = await service.createEmptyInstance({ backups_enabled: true });
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "one" });
    await service.advanceSeconds(200);
    await service.post(`/acme/instances/${id}/backups/${body.id}/restore`, { acme_id: id });
    return secondsUntil(service, () => service.statusOf(id), "offline");
  },
  backupSeconds: async (service) => {
    const { id } = await service.createEmptyInstance({ backups_enabled: true });
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "one" });
    const observe = async () => (await service.get(`/acme/instances/${id}/backups/${body.id}`)).body.status;
    return secondsUntil(service, observe, "successful");
  },
  imagizingSeconds: async (service) => {
    await service.createRunningInstance();
    const { body } = await service.post("/images", { disk_id: 1 });
    return secondsUntil(service, () => imageStatus(service, body.id), "available");
  },
  processingSeconds: async (service) => {
    const { body } = await service.post("/images/upload", { label: "golden", region: "us-east" });
    await service.send("PUT", body.upload_to, imageUpload);
    return secondsUntil(service, () => imageStatus(service, body.image.id), "available");
  },
  maintenanceSeconds: async (service) => {
    const { id } = await service.createEmptyInstance();
    service.control.externalChange({ kind: "maintenance", instanceId: id });
    return secondsUntil(service, () => service.statusOf(id), "offline");
  },
  watchdogSeconds: async (service) => {
    const { id } = await service.createRunningInstance();
    service.control.externalChange({ kind: "power_off", instanceId: id });
    return secondsUntil(service, () => service.statusOf(id), "booting");
  },
};

describe("each value of a setting has an effect", () => {
  test.each(settings.map((row) => [row.name, row] as const))("%s", async (name, row) => {
    const probe = Object.entries(probes).find(([probed]) => probed === name)![1];
    // A duration has no alternative. Any other value must make a difference.
    const values = row.values.length > 1 ? row.values : [row.default, Number(row.default) + 7];
    const shown: string[] = [];
    for (const value of values) {
      const service = startService({
        settings: { rateLimits: "off", [name]: value },
      });
      shown.push(JSON.stringify(await probe(service)));
    }
    expect(new Set(shown).size).toBe(values.length);
  });
});

test("each setting has a default, an alternative, a section and a description", () => {
  expect(settings.map((row) => row.name)).toEqual(Object.keys(defaultSettings));
  for (const row of settings) {
    expect(row.values).toContain(row.default);
    expect(row.values).toContain(row.alternative);
    expect(row.doc).not.toBe("");
    expect(row.section).toMatch(/^\d(\.\d+)?$/);
  }
});

test("the defaults are what the interface specifies, except for the boot delay, which a setting turns off", async () => {
  const others = settings.filter((row) => row.specified !== undefined && row.specified !== row.default);
  expect(others.map(({ name, specified }) => [name, specified])).toEqual([["bootDelaySeconds", 0]]);
  const service = startService({ settings: { bootDelaySeconds: 0, bootingSeconds: 0 } });
  const { body } = await service.post("/acme/instances", newInstance);
  await service.advanceSeconds(29);
  expect(await service.statusOf(body.id)).toBe("provisioning");
  await service.advanceSeconds(1);
  expect(await service.statusOf(body.id)).toBe("running");
});

test("with all alternatives an instance can still be created and deleted", async () => {
  const service = startService({ settings: { ...alternativeSettings, rateLimits: "off" } });
  const { body } = await service.post("/acme/instances", { ...newInstance, label: "web" });
  await service.advanceSeconds(120);
  expect(await service.statusOf(body.id)).toBe("running");
  await service.remove(`/acme/instances/${body.id}`);
  await service.advanceSeconds(60);
  expect((await service.get(`/acme/instances/${body.id}`)).status).toBe(410);
});

test("an unknown setting or value is rejected", () => {
  const { control } = startService();
  expect(() => control.settings({ color: "red" } as object)).toThrow(/color/);
  expect(() => control.settings({ filters: "sometimes" } as object)).toThrow(/header/);
  expect(control.settings().filters).toBe("header");
});

test.each([
  ["inputStatus", [99, 200, 399, 500, 400.5, 1e300, -1, "400", null]],
  ["scopeStatus", [200, 500]],
  ["busyStatus", [200, 500]],
  ["defaultPageSize", [0, 24, 501, 25.5]],
  ["taxPercent", [-1, 101]],
  ["minPayment", [-1, 1e300]],
  ["provisioningSeconds", [-1, 3_653 * 24 * 60 * 60 + 1, 1e300]],
] as const)("%s rejects values beyond its bounds", (name, values) => {
  const { control } = startService();
  const before = control.settings();
  for (const value of values) {
    expect(() => control.settings({ [name]: value } as object)).toThrow();
  }
  expect(control.settings()).toEqual(before);
});

describe("bad input from a test is one readable error", () => {
  const errorOf = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  it.each<[string, () => unknown, string]>([
    [
      "a misspelled setting",
      () => createEmulator({ settings: { listLag: 3 } as never }),
      "listLag: there is no such setting. Did you mean listLagSeconds?",
    ],
    [
      "an unknown setting",
      () => createEmulator({ settings: { zzzz: 3 } as never }),
      "zzzz: there is no such setting. GET /_emulator/settings lists all of them.",
    ],
    [
      "a fault with an unknown member",
      () => createEmulator().control.faults.add({ often: 2, effect: { status: 500 } } as never),
      "often: is not known",
    ],
    [
      "an external change with an unknown member",
      () =>
        createEmulator().control.externalChange({
          kind: "image_delete",
          imageId: "private/1",
          color: 1,
        } as never),
      "color: is not known",
    ],
  ])("%s", (_, work, message) => {
    expect(errorOf(work)).toMatchObject({ name: "ServiceError", message });
  });
});
