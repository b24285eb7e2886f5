import { createEmulator, wellKnownTokens } from "../../src/emulator";
import { deployment, faultsOf, type Service, startService } from "./service";

/** A control path. */
async function control(service: Service, method: string, path: string, body?: unknown) {
  const request = new Request(`http://127.0.0.1/_emulator${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await service.emulator.fetch(request);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test("health says that it is up, and under which brand", async () => {
  const { body } = await control(startService(), "GET", "/health");
  expect(body).toEqual({ status: "ok", brand: "acme", time: "2022-03-21T09:00:00.000Z" });
});

test("openapi.json is the interface under the brand in force", async () => {
  const { body } = await control(startService(), "GET", "/openapi.json");
  expect(Object.keys(body.paths)).toContain("/acme/instances/{instanceId}/boot");
});

test("the world is exported and loaded again, and goes on where it was", async () => {
  const service = startService();
  await service.post("/acme/instances", deployment);
  await service.passSeconds(15);
  const { body: world } = await control(service, "GET", "/world");
  expect(world).toMatchObject({
    instances: [{ id: 1 }],
    disks: [{ id: 1 }, { id: 2 }],
    configs: [{ id: 1 }],
  });

  const other = startService();
  expect((await control(other, "POST", "/load", world)).status).toBe(200);
  await other.passSeconds(60);
  expect(await other.statusOf(1)).toBe("running");
  expect((await other.empty()).id).toBe(2);
  const third = createEmulator({ brand: "acme", world });
  expect(third.control.world().instances).toHaveLength(1);
});

test("a world of another brand, or none at all, is not loaded", async () => {
  const service = startService();
  const world = createEmulator({ brand: "other" }).control.world();
  expect(await control(service, "POST", "/load", world)).toMatchObject({
    status: 400,
    body: { errors: [{ reason: expect.stringContaining("other") }] },
  });
  expect((await control(service, "POST", "/load", { version: 7 })).status).toBe(400);
});

test("the world takes tokens by their texts, and tells none of them", async () => {
  const service = startService();
  const world = service.control.world();
  service.control.load({
    ...world,
    tokens: [...world.tokens, { ...world.tokens[0], name: "own", text: "canary" }],
  });
  const shown = service.control.world();
  for (const text of ["canary", ...Object.values(wellKnownTokens)]) {
    expect(JSON.stringify(shown)).not.toContain(text);
  }
  service.control.load(shown);
  for (const token of ["canary", wellKnownTokens.full]) {
    expect((await service.get("/account", { token })).status).toBe(200);
  }
  for (const { sha256 } of shown.tokens) {
    expect((await service.get("/account", { token: sha256 })).status).toBe(401);
  }
});

test("a world that isn't one is told by the fields at fault", async () => {
  const service = startService();
  const world = service.control.world();
  const { body, status } = await control(service, "POST", "/load", {
    ...world,
    instances: [{ id: "one" }],
    tokens: [{ ...world.tokens[0], sha256: undefined }],
  });
  expect(status).toBe(400);
  expect(faultsOf({ body, status, headers: new Headers() })).toMatchObject({
    "instances.0.id": expect.stringContaining("expected number"),
    "tokens.0.text": "the token has neither text nor sha256",
    "": expect.stringMatching(/^and \d+ more$/),
  });
});

test("a reset goes back to the beginning", async () => {
  const service = startService();
  await service.empty();
  await control(service, "POST", "/faults", { effect: { status: 500 } });
  await control(service, "POST", "/reset");
  expect(service.control.world().instances).toEqual([]);
  expect(service.control.requests()).toEqual([]);
  expect(service.control.faults.list()).toEqual([]);
  expect(service.control.settings().rateLimits).toBe("usual");
});

test("snapshots are saved, listed, loaded and deleted", async () => {
  const service = startService();
  await service.empty({ label: "kept" });
  expect((await control(service, "PUT", "/snapshots/one")).status).toBe(200);
  await service.empty({ label: "later" });
  expect((await control(service, "GET", "/snapshots")).body).toEqual({
    snapshots: [{ name: "one", time: "2022-03-21T09:00:00.000Z" }],
  });
  expect((await control(service, "POST", "/snapshots/one/load")).status).toBe(200);
  expect(service.control.world().instances).toMatchObject([{ label: "kept" }]);
  expect((await control(service, "DELETE", "/snapshots/one")).status).toBe(200);
  for (const [method, path] of [
    ["POST", "/snapshots/one/load"],
    ["DELETE", "/snapshots/one"],
  ] as const) {
    expect(await control(service, method, path)).toEqual({
      status: 404,
      body: { errors: [{ reason: 'There is no snapshot "one". There are none.' }] },
    });
  }
  expect(await control(service, "PUT", "/snapshots/.hidden")).toMatchObject({
    status: 400,
    body: { errors: [{ field: "name" }] },
  });
});

test("the clock is advanced, frozen and sped up", async () => {
  const service = startService();
  const { id } = (await service.post("/acme/instances", deployment)).body;
  await control(service, "POST", "/clock/advance", { milliseconds: 31_000 });
  expect(await service.statusOf(id)).toBe("booting");
  await control(service, "POST", "/clock/freeze");
  await service.passSeconds(100);
  expect(await service.statusOf(id)).toBe("booting");
  await control(service, "POST", "/clock/freeze", { frozen: false });
  await control(service, "POST", "/clock/speed", { speed: 10 });
  await service.passSeconds(1);
  expect(await service.statusOf(id)).toBe("running");
  const { body } = await control(service, "GET", "/clock");
  expect(body).toMatchObject({ speed: 10, frozen: false, time: "2022-03-21T09:00:41.000Z" });
  expect((await control(service, "POST", "/clock/speed", { speed: 0 })).status).toBe(400);
  expect((await control(service, "POST", "/clock/advance", { milliseconds: -1 })).status).toBe(400);
});

test("settings are shown with their table, and patched", async () => {
  const service = startService();
  expect((await control(service, "PATCH", "/settings", { dateTimes: "zoned" })).body.settings.dateTimes).toBe(
    "zoned",
  );
  const { body } = await control(service, "GET", "/settings");
  expect(body.table).toContainEqual(
    expect.objectContaining({ name: "dateTimes", values: ["plain", "zoned"] }),
  );
  expect((await control(service, "PATCH", "/settings", { colour: 1 })).status).toBe(400);
});

test("faults are listed, added and cleared", async () => {
  const service = startService();
  const { body } = await control(service, "POST", "/faults", {
    operation: "regions.list",
    effect: { html: 502 },
  });
  expect(body).toEqual({ id: 1 });
  expect((await control(service, "GET", "/faults")).body.faults).toMatchObject([
    { id: 1, rule: { when: "before" } },
  ]);
  await control(service, "DELETE", "/faults/1");
  expect((await control(service, "GET", "/faults")).body.faults).toEqual([]);
  await control(service, "POST", "/faults", { effect: { hang: true } });
  await control(service, "DELETE", "/faults");
  expect((await control(service, "GET", "/faults")).body.faults).toEqual([]);
  expect((await control(service, "POST", "/faults", { effect: { explode: true } })).status).toBe(400);
});

test("requests are the journal of the interface's calls", async () => {
  const service = startService();
  await service.post("/acme/instances", { ...deployment, colour: "canary" });
  await service.get("/acme/instances?page=1", { token: null });
  const { body } = await control(service, "GET", "/requests");
  expect(body.requests).toEqual([
    {
      number: 1,
      time: "2022-03-21T09:00:00.000Z",
      method: "POST",
      path: "/v4/acme/instances",
      operation: "instances.create",
      status: 200,
      token: "full",
      body: { ...deployment, root_pass: "<REDACTED>" },
      faults: [],
      carriedOut: true,
    },
    expect.objectContaining({
      number: 2,
      path: "/v4/acme/instances?page=1",
      status: 401,
      token: null,
      body: null,
    }),
  ]);
  await control(service, "DELETE", "/requests");
  expect(service.control.requests()).toEqual([]);
});

test("what happens without an operation is made to happen", async () => {
  const service = startService();
  const { id } = await service.running();
  await control(service, "POST", "/happen", { kind: "maintenance", instanceId: id });
  expect(await service.statusOf(id)).toBe("stopped");
  await control(service, "POST", "/happen", { kind: "region", regionId: "us-east", status: "outage" });
  expect((await service.get("/regions/us-east")).body.status).toBe("outage");
  expect((await control(service, "POST", "/happen", { kind: "gone", instanceId: 99 })).status).toBe(404);
  expect((await control(service, "POST", "/happen", { kind: "miracle" })).status).toBe(400);
});
