import { createEmulator, wellKnownTokens } from "../../src/emulator";
import { errorReasons, newInstance, type Service, startService } from "./service";

/** A control path. */
async function control(service: Service, method: string, path: string, body?: unknown) {
  const request = new Request(`http://127.0.0.1/_emulator${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await service.emulator.fetch(request);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test("health returns the status and the brand", async () => {
  const { body } = await control(startService(), "GET", "/health");
  expect(body).toEqual({ status: "ok", brand: "acme", time: "2022-03-21T09:00:00.000Z" });
});

test.each([
  ["GET", "/requests/latest"],
  ["GET", "/requests/0"],
  ["GET", "/requests/1.5/world"],
  ["DELETE", "/faults/all"],
])("%s %s is rejected, because the path needs a number", async (method, path) => {
  const service = startService();
  service.control.faults.add({ effect: { reset: true } });
  expect(await control(service, method, path)).toEqual({
    status: 400,
    body: { errors: [{ reason: "the number in the path must be an integer of at least 1" }] },
  });
  expect(service.control.faults.list()).toHaveLength(1);
});

test("openapi.json is the interface with the current brand", async () => {
  const { body } = await control(startService(), "GET", "/openapi.json");
  expect(Object.keys(body.paths)).toContain("/acme/instances/{instanceId}/boot");
});

test("an exported world can be loaded and continues from the same point", async () => {
  const service = startService();
  await service.post("/acme/instances", newInstance);
  await service.advanceSeconds(15);
  const { body: world } = await control(service, "GET", "/world");
  expect(world).toMatchObject({
    instances: [{ id: 1 }],
    disks: [{ id: 1 }, { id: 2 }],
    configs: [{ id: 1 }],
  });

  const other = startService();
  expect((await control(other, "POST", "/load", world)).status).toBe(200);
  await other.advanceSeconds(60);
  expect(await other.statusOf(1)).toBe("running");
  expect((await other.createEmptyInstance()).id).toBe(2);
  const third = createEmulator({ brand: "acme", world });
  expect(third.control.world().instances).toHaveLength(1);
});

test("a world of another brand, or an invalid one, is not loaded", async () => {
  const service = startService();
  const world = createEmulator({ brand: "other" }).control.world();
  expect(await control(service, "POST", "/load", world)).toMatchObject({
    status: 400,
    body: { errors: [{ reason: expect.stringContaining("other") }] },
  });
  expect((await control(service, "POST", "/load", { version: 7 })).status).toBe(400);
});

test("a loaded world may contain tokens in plain text, and exports only their hashes", async () => {
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

test("an invalid world is rejected with the invalid fields", async () => {
  const service = startService();
  const world = service.control.world();
  const { body, status } = await control(service, "POST", "/load", {
    ...world,
    instances: [{ id: "one" }],
    tokens: [{ ...world.tokens[0], sha256: undefined }],
  });
  expect(status).toBe(400);
  expect(errorReasons({ body, status, headers: new Headers() })).toMatchObject({
    "instances.0.id": expect.stringContaining("expected number"),
    "tokens.0.text": "the token has neither text nor sha256",
    "": expect.stringMatching(/^and \d+ more$/),
  });
});

test("a world with an empty token is rejected", async () => {
  const service = startService();
  const world = service.control.world();
  const tokens = [{ ...world.tokens[0], sha256: undefined, text: "" }];
  const { body, status } = await control(service, "POST", "/load", { ...world, tokens });
  expect(status).toBe(400);
  expect(Object.keys(errorReasons({ body, status, headers: new Headers() }))).toEqual(["tokens.0.text"]);
});

describe("an inconsistent world is rejected by field and changes nothing:", () => {
  type World = ReturnType<Service["control"]["world"]>;
  const day = 86_400_000;
  const contradictions: [string, (world: World) => object, string][] = [
    ["a moment before 1970", () => ({ time: -1 }), "time"],
    [
      "a moment after 9000",
      ({ instances }) => ({ instances: [{ ...instances[0], created: 1e300 }] }),
      "instances.0.created",
    ],
    ["an age of more than ten years", ({ time }) => ({ time: time - 3_654 * day, timeline: [] }), "time"],
    [
      "a transition that has been due for more than ten years",
      ({ time, timeline }) => ({ timeline: [{ ...timeline[0], at: time - 3_654 * day }] }),
      "timeline.0.at",
    ],
    [
      "a duplicate position in the timeline",
      ({ timeline }) => ({ timeline: [timeline[0], timeline[0]] }),
      "timeline.1.order",
    ],
    [
      "a duplicate instance",
      ({ instances }) => ({ instances: [instances[0], instances[0]] }),
      "instances.1.id",
    ],
    [
      "an instance in two accounts",
      ({ instances, other_accounts: [other] }) => ({ other_accounts: [{ ...other, instances }] }),
      "other_accounts.0.instances.0.id",
    ],
    ["a duplicate user", ({ users }) => ({ users: [...users, users[0]] }), "users.2.username"],
    ["a duplicate token", ({ tokens }) => ({ tokens: [tokens[0], tokens[0]] }), "tokens.1.text"],
    [
      "a token without a user",
      ({ tokens }) => ({ tokens: [{ ...tokens[0], username: "nobody" }] }),
      "tokens.0.username",
    ],
    ["a duplicate image", ({ images }) => ({ images: [images[0], images[0]] }), "images.1.id"],
    [
      "a disk without an instance",
      ({ disks }) => ({ disks: [{ ...disks[0], instance_id: 9 }] }),
      "disks.0.instance_id",
    ],
    [
      "an invalid backup window",
      ({ instances: [one] }) => ({
        instances: [{ ...one, backups: { ...one!.backups, window: "constructor" } }],
      }),
      "instances.0.backups.window",
    ],
  ];

  test.each(contradictions)("%s", async (_, change, field) => {
    const service = startService();
    await service.post("/acme/instances", newInstance);
    const world = service.control.world();
    const changed = { ...world, ...change(world) };
    const reply = await control(service, "POST", "/load", changed);
    expect(reply.status).toBe(400);
    expect(Object.keys(errorReasons({ ...reply, headers: new Headers() }))).toContain(field);
    expect(service.control.world()).toEqual(world);
    expect(() => service.control.load(changed)).toThrow(field);
  });

  test("counters that are too low are raised, so that no id is used twice", async () => {
    const service = startService();
    await service.createRunningInstance();
    const { numbers: _, ...world } = service.control.world();
    const images = world.images.map((image) => ({
      ...image,
      id: image.id.replace("private/1", "private/5"),
    }));
    service.control.load({ ...world, images, numbers: { instance: 7 } });
    expect((await service.post("/images", { disk_id: 1 })).body.id).toBe("private/6");
    await service.post("/acme/instances", newInstance);
    const { instances, disks, events } = service.control.world();
    expect(instances.map(({ id }) => id)).toEqual([1, 8]);
    expect(disks.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  test("only the first ten of many errors are listed", async () => {
    const service = startService();
    const world = service.control.world();
    const { body } = await control(service, "POST", "/load", {
      ...world,
      tokens: world.tokens.flatMap((token) => Array(5).fill(token)),
    });
    expect(body.errors).toHaveLength(11);
    expect(body.errors.at(-1)).toEqual({ reason: "and 10 more" });
  });
});

test.each(["load", "faults", "external-change", "oauth", "clock/advance", "clock/freeze", "clock/speed"])(
  "a body that is not JSON, or is nested too deeply, is rejected at %s",
  async (path) => {
    const service = startService();
    for (const [body, reason] of [
      ["{", "The body is not JSON"],
      [`{"a":${"[".repeat(100_000)}`, "The body is nested more than 200 levels deep"],
    ]) {
      const request = new Request(`http://127.0.0.1/_emulator/${path}`, { method: "POST", body: body! });
      const response = await service.emulator.fetch(request);
      expect([response.status, await response.json()]).toEqual([400, { errors: [{ reason }] }]);
    }
  },
);

test("a body of more than 256 MiB is rejected before it is read", async () => {
  const { emulator } = startService();
  const headers = { "Content-Length": String(2 ** 28 + 1) };
  const request = new Request("http://127.0.0.1/_emulator/load", { method: "POST", headers, body: "{}" });
  expect((await emulator.fetch(request)).status).toBe(413);
});

test("a reset restores the initial world", async () => {
  const service = startService();
  await service.createEmptyInstance();
  await control(service, "POST", "/faults", { effect: { status: 500 } });
  await control(service, "POST", "/reset");
  expect(service.control.world().instances).toEqual([]);
  expect(service.control.requests()).toEqual([]);
  expect(service.control.faults.list()).toEqual([]);
  expect(service.control.settings().rateLimits).toBe("usual");
});

test("a reset opens new windows of the rate limits", async () => {
  const service = startService({ settings: { rateLimits: "tight" } });
  const createThree = async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent++)
      statuses.push((await service.post("/acme/instances", newInstance)).status);
    return statuses;
  };
  expect(await createThree()).toEqual([200, 200, 429]);
  service.control.reset();
  expect(await createThree()).toEqual([200, 200, 429]);
});

test("snapshots are saved, listed, loaded and deleted", async () => {
  const service = startService();
  await service.createEmptyInstance({ label: "kept" });
  expect((await control(service, "PUT", "/snapshots/one")).status).toBe(200);
  await service.createEmptyInstance({ label: "later" });
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
      body: { errors: [{ reason: 'There is no snapshot "one". There are no snapshots.' }] },
    });
  }
  expect(await control(service, "PUT", "/snapshots/.hidden")).toMatchObject({
    status: 400,
    body: { errors: [{ field: "name" }] },
  });
});

test("there can be at most a thousand snapshots", async () => {
  const service = startService();
  for (let index = 0; index < 1000; index++) service.control.snapshots.save(`s${index}`);
  const { status, body } = await control(service, "PUT", "/snapshots/one-more");
  expect([status, body.errors[0].reason]).toEqual([400, expect.stringContaining("already 1000 snapshots")]);
  expect((await control(service, "PUT", "/snapshots/s7")).status).toBe(200);
  service.control.snapshots.delete("s7");
  expect((await control(service, "PUT", "/snapshots/one-more")).status).toBe(200);
});

test("the clock is advanced, frozen and sped up", async () => {
  const service = startService();
  const { id } = (await service.post("/acme/instances", newInstance)).body;
  await control(service, "POST", "/clock/advance", { milliseconds: 51_000 });
  expect(await service.statusOf(id)).toBe("booting");
  await control(service, "POST", "/clock/freeze");
  await service.advanceSeconds(100);
  expect(await service.statusOf(id)).toBe("booting");
  await control(service, "POST", "/clock/freeze", { frozen: false });
  await control(service, "POST", "/clock/speed", { speed: 10 });
  await service.advanceSeconds(1);
  expect(await service.statusOf(id)).toBe("running");
  const { body } = await control(service, "GET", "/clock");
  expect(body).toMatchObject({ speed: 10, frozen: false, time: "2022-03-21T09:01:01.000Z" });
  expect((await control(service, "POST", "/clock/speed", { speed: 0 })).status).toBe(400);
  expect((await control(service, "POST", "/clock/advance", { milliseconds: -1 })).status).toBe(400);
});

const year = 365 * 24 * 60 * 60 * 1000;

test("the clock is advanced by up to ten years per call, and not beyond the year 8999", async () => {
  const service = startService();
  const advance = (milliseconds: number) => control(service, "POST", "/clock/advance", { milliseconds });
  expect((await advance(10 * year)).status).toBe(200);
  const before = service.control.clock.view();
  for (const milliseconds of [10 * year + 3 * 86_400_000 + 1, 1e15, 1e300]) {
    expect(await advance(milliseconds)).toMatchObject({
      status: 400,
      body: { errors: [{ reason: expect.stringContaining("ten years") }] },
    });
    expect(() => service.control.clock.advance(milliseconds)).toThrow(/ten years/);
  }
  expect(service.control.clock.view()).toEqual(before);

  service.control.load({ ...service.control.world(), timeline: [], time: Date.UTC(8999, 11, 31) });
  expect(await advance(86_400_001)).toMatchObject({
    status: 400,
    body: { errors: [{ reason: expect.stringContaining("8999") }] },
  });
});

test("a speed above the maximum is rejected", async () => {
  const service = startService();
  expect((await control(service, "POST", "/clock/speed", { speed: 1e6 })).status).toBe(200);
  expect((await control(service, "POST", "/clock/speed", { speed: 1e6 + 1 })).status).toBe(400);
  expect(service.control.clock.view().speed).toBe(1e6);
});

test("other callers get responses while the clock is advanced, and see the new time", async () => {
  const service = startService();
  for (let index = 0; index < 20; index++) await service.createEmptyInstance({ backups_enabled: true });
  let isDone = false;
  const advancing = control(service, "POST", "/clock/advance", { milliseconds: year }).then((response) => {
    isDone = true;
    return response;
  });
  const times: string[] = [];
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    times.push((await control(service, "GET", "/health")).body.time);
  }
  expect((await advancing).body.time).toBe("2023-03-21T09:00:00.000Z");
  expect(new Set(times).size).toBeGreaterThan(100);
  expect(times).toEqual([...times].sort());
});

test("the clock is advanced in shorter slices when many transitions are due", async () => {
  const service = startService();
  for (let index = 0; index < 80; index++) await service.createEmptyInstance({ backups_enabled: true });
  let isDone = false;
  const milliseconds = 20 * 24 * 60 * 60 * 1000;
  const advancing = control(service, "POST", "/clock/advance", { milliseconds }).then(() => {
    isDone = true;
  });
  const times = new Set<number>();
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    times.add(service.control.clock.view().now);
  }
  await advancing;
  expect(times.size).toBeGreaterThan(25);
});

test("advancing in slices leaves the same world as advancing at once", async () => {
  const worlds: unknown[] = [];
  for (const isSliced of [true, false]) {
    const service = startService({ seed: 7 });
    for (let index = 0; index < 12; index++) await service.createEmptyInstance({ backups_enabled: true });
    await service.post("/acme/instances", { ...newInstance, backups_enabled: true });
    if (isSliced) await control(service, "POST", "/clock/advance", { milliseconds: year });
    else service.control.clock.advance(year);
    worlds.push(service.control.world());
  }
  expect(worlds[0]).toEqual(worlds[1]);
});

test("settings are returned with their descriptions, and patched", async () => {
  const service = startService();
  expect((await control(service, "PATCH", "/settings", { dateTimes: "zoned" })).body.settings.dateTimes).toBe(
    "zoned",
  );
  const { body } = await control(service, "GET", "/settings");
  expect(body.table).toContainEqual(
    expect.objectContaining({ name: "dateTimes", values: ["plain", "zoned"] }),
  );
  expect((await control(service, "PATCH", "/settings", { color: 1 })).status).toBe(400);
});

test.each([
  [
    { explode: true },
    "effect",
    "must be one of the effects status, latency, reset, .* as GET /_emulator/forms shows",
  ],
  [{}, "effect", "must be one of the effects status, .*"],
  [{ status: 999 }, "effect.status", "Too big: .*"],
  [{ status: 500, delay: 1 }, "effect.delay", "is not known"],
])("a fault with the effect %j is rejected with its problem", async (effect, field, reason) => {
  const service = startService();
  const { status, body } = await control(service, "POST", "/faults", { effect });
  expect([status, body.errors]).toEqual([
    400,
    [{ field, reason: expect.stringMatching(new RegExp(`^${reason}$`)) }],
  ]);
  expect(service.control.faults.list()).toEqual([]);
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

test("requests returns the request log", async () => {
  const service = startService();
  await service.post("/acme/instances", { ...newInstance, color: "canary" });
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
      body: { ...newInstance, root_pass: "<REDACTED>" },
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

test("makes external changes", async () => {
  const service = startService();
  const { id } = await service.createRunningInstance();
  await control(service, "POST", "/external-change", { kind: "maintenance", instanceId: id });
  expect(await service.statusOf(id)).toBe("stopped");
  await control(service, "POST", "/external-change", {
    kind: "region",
    regionId: "us-east",
    status: "outage",
  });
  expect((await service.get("/regions/us-east")).body.status).toBe("outage");
  expect(
    (await control(service, "POST", "/external-change", { kind: "instance_delete", instanceId: 99 })).status,
  ).toBe(404);
  expect((await control(service, "POST", "/external-change", { kind: "miracle" })).status).toBe(400);
});
