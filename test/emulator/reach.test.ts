import type { backupStatuses } from "../../src/contract/shapes/backup";
import type { entityTransferStatuses } from "../../src/contract/shapes/entity-transfer";
import type { eventStatuses } from "../../src/contract/shapes/event";
import type { imageStatuses, imageTypes } from "../../src/contract/shapes/image";
import type { instanceStatuses } from "../../src/contract/shapes/instance";
import type { oauthClientStatuses } from "../../src/contract/shapes/oauth-client";
import type { paymentMethodTypes } from "../../src/contract/shapes/payment-method";
import type { regionStatuses } from "../../src/contract/shapes/region";
import { seedNames, wellKnownTokens } from "../../src/emulator";
import { imageUpload, newInstance, newOAuthClient, type Service, startService } from "./service";

/** For each value of an enum of sections 2 and 3, how to produce it in the emulator. Returns the value that the API then returns. */
type Producers<V extends string> = { readonly [K in V]: (service: Service) => Promise<unknown> };

const deploy = async ({ post }: Service) => (await post("/acme/instances", newInstance)).body;

/** An instance with a status that no implemented operation causes, set by an external change. */
const changedInstance = (status: string) => async (service: Service) => {
  const { id } = await service.createEmptyInstance();
  service.control.changeInstance(id, { status });
  return service.statusOf(id);
};

const instances: Producers<(typeof instanceStatuses)[number]> = {
  provisioning: async (service) => service.statusOf((await deploy(service)).id),
  booting: async (service) => {
    const { id } = await deploy(service);
    await service.advanceSeconds(51);
    return service.statusOf(id);
  },
  running: async (service) => service.statusOf((await service.createRunningInstance()).id),
  offline: async (service) => service.statusOf((await service.createEmptyInstance()).id),
  deleting: async (service) => {
    const { id } = await service.createEmptyInstance();
    await service.remove(`/acme/instances/${id}`);
    return service.statusOf(id);
  },
  cloning: async (service) => {
    service.control.settings({ cloneStartsAs: "cloning" });
    const { id } = await service.createRunningInstance();
    return (await service.post(`/acme/instances/${id}/clone`, {})).body.status;
  },
  restoring: async (service) => {
    const { id } = await service.createRunningInstance({ backups_enabled: true });
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "one" });
    await service.advanceSeconds(60);
    await service.post(`/acme/instances/${id}/backups/${body.id}/restore`, { acme_id: id, overwrite: true });
    return service.statusOf(id);
  },
  stopped: async (service) => {
    const { id } = await service.createRunningInstance();
    service.control.externalChange({ kind: "maintenance", instanceId: id });
    return service.statusOf(id);
  },
  rebooting: changedInstance("rebooting"),
  shutting_down: changedInstance("shutting_down"),
  migrating: changedInstance("migrating"),
  rebuilding: changedInstance("rebuilding"),
};

/** A backup a few seconds after it was requested. With `status`, an external change sets that status. */
const backup = (seconds: number, status?: string) => async (service: Service) => {
  const { id } = await service.createEmptyInstance({ backups_enabled: true });
  const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "one" });
  await service.advanceSeconds(seconds);
  if (status !== undefined) {
    service.control.externalChange({ kind: "backup_change", backupId: body.id, status });
    // The status must not change on its own.
    await service.advanceSeconds(100);
  }
  return (await service.get(`/acme/instances/${id}/backups/${body.id}`)).body.status;
};

const backups: Producers<(typeof backupStatuses)[number]> = {
  pending: backup(0),
  running: backup(4),
  needsPostProcessing: backup(28),
  successful: backup(31),
  paused: backup(4, "paused"),
  failed: backup(4, "failed"),
  userAborted: backup(4, "userAborted"),
};

const images: Producers<(typeof imageStatuses)[number]> = {
  creating: async (service) => {
    await service.createRunningInstance();
    return (await service.post("/images", { disk_id: 1 })).body.status;
  },
  pending_upload: async ({ post }) =>
    (await post("/images/upload", { label: "up", region: "us-east" })).body.image.status,
  available: async (service) => {
    const { body } = await service.post("/images/upload", { label: "up", region: "us-east" });
    await service.send("PUT", body.upload_to, imageUpload);
    await service.advanceSeconds(21);
    return (await service.get(`/images/${body.image.id}`)).body.status;
  },
};

const imageTypeProducers: Producers<(typeof imageTypes)[number]> = {
  manual: async ({ get }) => (await get(`/images/${seedNames.privateImage}`)).body.type,
  automatic: async (service) => {
    service.control.settings({ automaticImages: true });
    const { id } = await service.createRunningInstance();
    await service.remove(`/acme/instances/${id}`);
    await service.advanceSeconds(6);
    return (await service.get("/images/private/2")).body.type;
  },
};

/** A transfer a few seconds after it was created, accepted or not. */
const transfer =
  (accepts: boolean, seconds: number, meanwhile?: (service: Service, path: string) => unknown) =>
  async (service: Service) => {
    const { id } = await service.createEmptyInstance();
    const { body } = await service.post("/account/entity-transfers", { entities: { acmes: [id] } });
    const path = `/account/entity-transfers/${body.token}`;
    const token = wellKnownTokens.secondAccount;
    if (accepts) await service.post(`${path}/accept`, undefined, { token });
    await meanwhile?.(service, path);
    await service.advanceSeconds(seconds);
    return (await service.get(path)).body.status;
  };

const transfers: Producers<(typeof entityTransferStatuses)[number]> = {
  pending: transfer(false, 0),
  accepted: transfer(true, 0),
  completed: transfer(true, 11),
  cancelled: transfer(false, 0, ({ remove }, path) => remove(path)),
  stale: transfer(false, 24 * 60 * 60 + 1),
  failed: transfer(true, 11, ({ control }) =>
    control.externalChange({ kind: "instance_delete", instanceId: 1 }),
  ),
};

const client = (status: "active" | "disabled" | "suspended") => async (service: Service) => {
  const { body } = await service.post("/account/oauth-clients", newOAuthClient);
  service.control.externalChange({ kind: "oauth_client_change", clientId: body.id, patch: { status } });
  return (await service.get(`/account/oauth-clients/${body.id}`)).body.status;
};

const clients: Producers<(typeof oauthClientStatuses)[number]> = {
  active: async ({ post }) => (await post("/account/oauth-clients", newOAuthClient)).body.status,
  disabled: client("disabled"),
  suspended: client("suspended"),
};

const newest = async ({ get }: Service) => (await get("/account/events")).body.data[0].status;

const events: Producers<(typeof eventStatuses)[number]> = {
  notification: async (service) => {
    await service.put("/account", { city: "Pittsburgh" });
    return newest(service);
  },
  started: async (service) => {
    await deploy(service);
    return newest(service);
  },
  finished: async (service) => {
    await service.createRunningInstance();
    return newest(service);
  },
  failed: async (service) => {
    await service.post("/images/upload", { label: "up", region: "us-east" });
    await service.advanceSeconds(24 * 60 * 60 + 1);
    return newest(service);
  },
  scheduled: async (service) => {
    service.control.externalChange({ kind: "event", action: "node_migrate", status: "scheduled" });
    return newest(service);
  },
};

const regions: Producers<(typeof regionStatuses)[number]> = {
  ok: async ({ control, get }) => {
    control.externalChange({ kind: "region", regionId: seedNames.regionInOutage, status: "ok" });
    return (await get(`/regions/${seedNames.regionInOutage}`)).body.status;
  },
  outage: async ({ control, get }) => {
    control.externalChange({ kind: "region", regionId: seedNames.region, status: "outage" });
    return (await get(`/regions/${seedNames.region}`)).body.status;
  },
};

const method = (type: "credit_card" | "google_pay" | "paypal") => async (service: Service) => {
  service.control.externalChange({ kind: "payment_method_add", type });
  return (await service.get("/account/payment-methods/2")).body.type;
};

const methods: Producers<(typeof paymentMethodTypes)[number]> = {
  credit_card: method("credit_card"),
  google_pay: method("google_pay"),
  paypal: method("paypal"),
};

const tables = {
  instances,
  backups,
  images,
  imageTypes: imageTypeProducers,
  transfers,
  clients,
  events,
  regions,
  methods,
};

test.each(
  Object.entries(tables).flatMap(([table, producers]) =>
    Object.entries(producers).map(([value, produce]) => [table, value, produce] as const),
  ),
)("%s: the value %s can occur", async (_, value, produce) => {
  expect(await produce(startService())).toBe(value);
});

describe("the emulator can produce", () => {
  test("an instance with several IPv4 addresses and no IPv6 address", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance({ private_ip: true });
    const ipv4 = ["198.18.9.9", "198.18.9.10", "192.168.200.4"];
    service.control.changeInstance(id, { ipv4, ipv6: null });
    expect((await service.get(`/acme/instances/${id}`)).body).toMatchObject({ ipv4, ipv6: null });
    expect(service.control.world().addresses.map(({ kind }) => kind)).toEqual([
      "public",
      "public",
      "private",
    ]);
  });

  test("an address that is reassigned to another instance", async () => {
    const service = startService();
    const [one, other] = [await service.createEmptyInstance(), await service.createEmptyInstance()];
    service.control.changeInstance(other.id, { ipv4: one.ipv4 });
    expect((await service.get(`/acme/instances/${one.id}`)).body.ipv4).toEqual([]);
    expect((await service.get(`/acme/instances/${other.id}`)).body.ipv4).toEqual(one.ipv4);
  });

  test("a public image that is deprecated and has an end of life, in every account", async () => {
    const { control, get } = startService();
    const imageId = "acme/alpine3.15";
    control.externalChange({
      kind: "image_change",
      imageId,
      patch: { deprecated: true, eol: Date.UTC(2030, 0) },
    });
    for (const token of [wellKnownTokens.full, wellKnownTokens.secondAccount, null]) {
      expect((await get(`/images/${imageId}`, { token })).body).toMatchObject({
        deprecated: true,
        eol: "2030-01-01T00:00:00",
      });
    }
  });

  test("an image that expires on the virtual clock", async () => {
    const service = startService();
    const imageId = seedNames.privateImage;
    const expiry = service.control.clock.view().now + 60_000;
    service.control.externalChange({ kind: "image_change", imageId, patch: { expiry } });
    expect((await service.get(`/images/${imageId}`)).body.expiry).not.toBeNull();
    await service.advanceSeconds(61);
    expect((await service.get(`/images/${imageId}`)).status).toBe(404);
  });

  test("an image whose expiry is postponed or cancelled", async () => {
    const service = startService();
    const path = `/images/${seedNames.privateImage}`;
    const start = service.control.clock.view().now;
    const setExpiry = (seconds: number | null) =>
      service.control.externalChange({
        kind: "image_change",
        imageId: seedNames.privateImage,
        patch: { expiry: seconds === null ? null : start + seconds * 1000 },
      });
    setExpiry(60);
    setExpiry(120);
    await service.advanceSeconds(61);
    expect((await service.get(path)).status).toBe(200);
    setExpiry(null);
    await service.advanceSeconds(60);
    expect((await service.get(path)).status).toBe(200);
    setExpiry(180);
    await service.advanceSeconds(60);
    expect((await service.get(path)).status).toBe(404);
  });

  test("a region that gains virtual networks", async () => {
    const { control, post } = startService();
    const region = seedNames.plainRegion;
    const body = {
      ...newInstance,
      region,
      interfaces: [{ purpose: "vlan", label: "lan", ipam_address: "" }],
    };
    expect((await post("/acme/instances", body)).status).toBe(400);
    control.externalChange({ kind: "region", regionId: region, capabilities: [seedNames.virtualNetworks] });
    expect((await post("/acme/instances", body)).status).toBe(200);
  });

  test("an event of an unknown action, with a rate, a message and a remaining time", async () => {
    // With extra statuses, the emulator's responses are not compared with the contract.
    const service = startService({ settings: { extraStatuses: true } });
    const { id } = await service.createEmptyInstance();
    service.control.externalChange({
      ...{ kind: "event", action: "volume_levitate", status: "started", takes: 100, instanceId: id },
      ...{ message: "Up it goes.", rate: "3 m/s", timeRemaining: "00:01:40", username: "admin" },
    });
    await service.advanceSeconds(25);
    expect((await service.get("/account/events")).body.data[0]).toMatchObject({
      ...{ action: "volume_levitate", status: "started", percent_complete: 25, message: "Up it goes." },
      ...{ rate: "3 m/s", time_remaining: "00:01:40", username: "admin", entity: { id } },
    });
  });

  test("a backup that is paused and resumed", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance({ backups_enabled: true });
    const { body } = await service.post(`/acme/instances/${id}/backups`, { label: "one" });
    const status = async () => (await service.get(`/acme/instances/${id}/backups/${body.id}`)).body.status;
    for (const to of ["paused", "running"]) {
      service.control.externalChange({ kind: "backup_change", backupId: body.id, status: to });
    }
    await service.advanceSeconds(26);
    expect(await status()).toBe("needsPostProcessing");
    await service.advanceSeconds(4);
    expect(await status()).toBe("successful");
  });

  test("a payment method and a login of another account", async () => {
    const { control, get } = startService();
    const token = wellKnownTokens.secondAccount;
    control.externalChange({ kind: "payment_method_add", type: "paypal", account: 2 });
    expect((await get("/account/payment-methods", { token })).body.results).toBe(1);
    control.externalChange({ kind: "login", username: seedNames.secondUser });
    expect((await get("/account/logins", { token })).body.results).toBe(1);
    expect((await get("/account/logins")).body.results).toBe(0);
    expect(() => control.externalChange({ kind: "login", username: "admin", account: 3 })).toThrow(
      /accounts? 3/,
    );
  });
});
