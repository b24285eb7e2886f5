import { connect } from "node:net";
import {
  ConnectionFault,
  createEmulator,
  type FaultRuleInput,
  type Listening,
  wellKnownTokens,
} from "../../src/emulator";
import { imageUpload, newInstance, startService } from "./service";

const headers = { Authorization: `Bearer ${wellKnownTokens.full}` };
const create = {
  method: "POST",
  headers: { ...headers, "Content-Type": "application/json" },
  body: JSON.stringify({ region: "us-east", type: "g1-nano-1" }),
};

function start(...rules: FaultRuleInput[]) {
  const service = startService();
  for (const rule of rules) service.control.faults.add(rule);
  return service;
}

describe("in process, a fault", () => {
  const request = (path = "/v4/acme/instances", init: RequestInit = { headers }) =>
    new Request(`http://127.0.0.1${path}`, init);

  test("responds with a status, body and headers", async () => {
    const { get } = start({
      effect: { status: 503, headers: { "X-Maintenance-Mode": "1", "Retry-After": "2" } },
    });
    const reply = await get("/regions");
    expect(reply.body).toEqual({ errors: [{ reason: "Please try again" }] });
    expect([reply.status, reply.headers.get("X-Maintenance-Mode"), reply.headers.get("Retry-After")]).toEqual(
      [503, "1", "2"],
    );
  });

  test("responds with any given body", async () => {
    const { emulator } = start({ effect: { status: 200, body: "not JSON" } });
    expect(await (await emulator.fetch(request())).text()).toBe("not JSON");
  });

  test.each([
    ["reset", { reset: true }, "ECONNRESET"],
    ["refused", { refused: true }, "ECONNREFUSED"],
  ] as const)("%s rejects with Node's code", async (_, effect, code) => {
    const { emulator } = start({ effect });
    const failure = await emulator.fetch(request()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectionFault);
    expect(failure).toMatchObject({ code });
  });

  test("with hang lasts until the caller gives up", async () => {
    const { emulator } = start({ effect: { hang: true } });
    const abort = new AbortController();
    const pending = emulator.fetch(request("/v4/regions", { signal: abort.signal }));
    abort.abort(new Error("given up"));
    await expect(pending).rejects.toThrow("given up");
  });

  test("with latency takes time on the callers' clock", async () => {
    const { emulator, clock } = start({ effect: { latency: 5000 } });
    const before = clock.now();
    expect((await clock.run(emulator.fetch(request()))).status).toBe(200);
    expect(clock.now() - before).toBe(5000);
  });

  test("with truncated sends half of the body", async () => {
    const { emulator } = start({ effect: { truncated: true } });
    const response = await emulator.fetch(request());
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(/ECONNRESET/);
  });

  test("with truncated sends half of an empty object, too", async () => {
    const { createEmptyInstance, emulator } = start({
      operation: "instances.delete",
      effect: { truncated: true },
    });
    const { id } = await createEmptyInstance();
    const response = await emulator.fetch(request(`/v4/acme/instances/${id}`, { method: "DELETE", headers }));
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("{");
    await expect(reader.read()).rejects.toThrow(/ECONNRESET/);
  });

  test("with garbage or html sends a body that is not JSON", async () => {
    const { emulator } = start({ nth: 1, effect: { garbage: true } }, { nth: 2, effect: { html: 502 } });
    await expect((await emulator.fetch(request())).json()).rejects.toThrow(/JSON/);
    const page = await emulator.fetch(request());
    expect([page.status, page.headers.get("Content-Type")]).toEqual([502, "text/html"]);
    expect((await emulator.fetch(request())).status).toBe(200);
  });

  test("replaces a response without a body", async () => {
    const service = start(
      { operation: "instances.delete", nth: 1, effect: { garbage: true } },
      { operation: "instances.delete", nth: 2, effect: { truncated: true } },
    );
    service.control.settings({ successStatus: "varied" });
    for (const label of ["one", "two"]) await service.createEmptyInstance({ label });
    const remove = (id: number) =>
      service.emulator.fetch(request(`/v4/acme/instances/${id}`, { method: "DELETE", headers }));
    const garbage = await remove(1);
    expect(garbage.status).toBe(200);
    await expect(garbage.json()).rejects.toThrow(/JSON/);
    await expect(remove(2)).rejects.toMatchObject({ name: "ConnectionFault", code: "ECONNRESET" });
    const { instances } = service.control.world();
    expect(instances.map(({ status }) => status)).toEqual(["deleting", "deleting"]);
  });

  test("with staleList omits new objects", async () => {
    const service = start({ operation: "instances.list", effect: { staleList: 10_000 } });
    await service.createEmptyInstance();
    await service.advanceSeconds(11);
    await service.createEmptyInstance();
    expect((await service.get("/acme/instances")).body.results).toBe(1);
    await service.advanceSeconds(11);
    expect((await service.get("/acme/instances")).body.results).toBe(2);
  });

  test("changes nothing with before, and loses only the response with after", async () => {
    const before = start({ operation: "instances.create", effect: { reset: true } });
    await expect(before.emulator.fetch(request("/v4/acme/instances", create))).rejects.toThrow();
    expect(before.control.world().instances).toHaveLength(0);
    expect(before.control.requests()).toMatchObject([{ status: null, faults: ["reset"], carriedOut: false }]);

    const after = start({ operation: "instances.create", when: "after", effect: { reset: true } });
    await expect(after.emulator.fetch(request("/v4/acme/instances", create))).rejects.toThrow();
    expect(after.control.world().instances).toHaveLength(1);
    expect(after.control.requests()).toMatchObject([{ status: null, faults: ["reset"], carriedOut: true }]);
  });
});

describe("a rule with `later`", () => {
  const late = {
    operation: "instances.create",
    count: 1,
    when: "later",
    delay: 45_000,
    effect: { reset: true },
  } as const;
  const request = () => new Request("http://127.0.0.1/v4/acme/instances", create);

  test.each([
    ["reset", { reset: true }],
    ["status", { status: 504 }],
    ["html", { html: 502 }],
  ] as const)("loses the response by %s and makes the change after `delay`", async (_, effect) => {
    const { emulator, control, clock } = start({ ...late, effect });
    await emulator.fetch(request()).catch(() => undefined);
    await clock.advance(44_999);
    expect(control.world().instances).toEqual([]);
    expect(control.requests()).toMatchObject([{ carriedOut: false }]);
    await clock.advance(1);
    expect(control.world().instances).toMatchObject([{ created: clock.now() }]);
    expect(control.requests()).toMatchObject([{ carriedOut: true, body: { region: "us-east" } }]);
  });

  test("makes the change even if the caller has given up", async () => {
    const { emulator, control, clock } = start({ ...late, effect: { hang: true } });
    const abort = new AbortController();
    const pending = emulator.fetch(
      new Request("http://127.0.0.1/v4/acme/instances", { ...create, signal: abort.signal }),
    );
    await clock.advance(1000);
    abort.abort(new Error("given up"));
    await expect(pending).rejects.toThrow("given up");
    await clock.advance(45_000);
    expect(control.world().instances).toHaveLength(1);
  });

  test.each([
    ["a reset", (service: ReturnType<typeof start>) => service.control.reset()],
    ["the emulator's end", (service: ReturnType<typeof start>) => service.emulator.close()],
  ])("makes no change after %s", async (_, end) => {
    const service = start(late);
    await service.emulator.fetch(request()).catch(() => undefined);
    end(service);
    await service.clock.advance(60_000);
    expect(service.control.world().instances).toEqual([]);
  });

  test("makes the change after the socket was closed, if the whole body was received", async () => {
    const service = start(late);
    const server = await service.emulator.listen();
    const socket = connect(server.port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.on("error", resolve).on("close", resolve));
    const lines = [
      "POST /v4/acme/instances HTTP/1.1",
      `Host: 127.0.0.1:${server.port}`,
      `Authorization: Bearer ${wellKnownTokens.full}`,
      `Content-Length: ${create.body.length}`,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n${create.body.slice(0, 10)}`);
    const { requests } = service.control;
    while (requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
    socket.write(create.body.slice(10));
    await closed;
    await server.close();
    await service.clock.advance(45_000);
    expect(service.control.world().instances).toMatchObject([{ type: "g1-nano-1" }]);
  });

  test("can receive the data of an image late", async () => {
    const service = start({ ...late, operation: "images.data" });
    const { body } = await service.post("/images/upload", { label: "golden", region: "us-east" });
    const status = async () => (await service.get(`/images/${body.image.id}`)).body.status;
    await service.send("PUT", body.upload_to, imageUpload).catch(() => undefined);
    await service.advanceSeconds(44);
    expect(service.control.requests().at(-1)).toMatchObject({ operation: "images.data", carriedOut: false });
    await service.advanceSeconds(30);
    expect(await status()).toBe("available");
  });

  test.each([
    ["no delay", { operation: "*", when: "later", effect: { reset: true } }],
    ["an effect that needs the response", { ...late, effect: { truncated: true } }],
    ["a delay without `later`", { operation: "*", delay: 1, effect: { reset: true } }],
  ] as const)("is rejected with %s", (_, rule) => {
    expect(() => startService().control.faults.add(rule)).toThrow(/later/);
  });
});

describe("a fault rule applies to", () => {
  const statuses = async (rule: Omit<FaultRuleInput, "effect">, calls = 6) => {
    const { get } = start({ ...rule, effect: { status: 500 } });
    const seen: number[] = [];
    for (let index = 0; index < calls; index++) seen.push((await get("/regions")).status);
    return seen.map((status) => (status === 500 ? "x" : ".")).join("");
  };

  test.each([
    ["all calls", {}, "xxxxxx"],
    ["calls of its operation", { operation: "regions.list" }, "xxxxxx"],
    ["calls of its group", { operation: "regions.*" }, "xxxxxx"],
    ["calls of every operation", { operation: "*" }, "xxxxxx"],
    ["no others", { operation: "instances.*" }, "......"],
    ["the nth", { nth: 2 }, ".x...."],
    ["the nth and later ones", { from: 3 }, "..xxxx"],
    ["a number of the later ones", { from: 3, count: 2 }, "..xx.."],
    ["every third", { every: 3 }, "..x..x"],
    ["a number of them", { count: 2 }, "xx...."],
  ])("%s", async (_, rule, expected) => {
    expect(await statuses(rule)).toBe(expected);
  });

  test.each([
    [
      "a misspelled operation",
      "instance.crate",
      /no operation .*instance\.crate\W+Did you mean instances\.create\b/,
    ],
    ["an unknown group", "instance.*", /no operation/],
    ["an operation without a name", "instances.", /no operation/],
    ["a group alone", "instances", /no operation/],
    ["a group of an operation", "images.data.*", /no operation/],
    ["a long string", "x".repeat(200_000), /no operation \W+x{50}\W+GET/],
  ])("no call with %s, which is rejected", (_, operation, error) => {
    const { control } = start();
    expect(() => control.faults.add({ operation, effect: { status: 500 } })).toThrow(error);
    expect(control.faults.list()).toEqual([]);
  });

  test("random calls, the same ones for the same seed", async () => {
    const first = await statuses({ probability: 0.5 }, 40);
    expect(await statuses({ probability: 0.5 }, 40)).toBe(first);
    expect(first).toMatch(/x/);
    expect(first).toMatch(/\./);
  });

  test("nothing as the 1001st rule, which is rejected", () => {
    const { control } = start();
    for (let index = 0; index < 1000; index++) control.faults.add({ effect: { html: 502 } });
    expect(() => control.faults.add({ effect: { html: 502 } })).toThrow(/already 1000 fault rules/);
    control.faults.clear(1);
    expect(control.faults.add({ effect: { html: 502 } })).toBe(1001);
  });

  test.each<Record<string, string>>([
    { "bad name": "x" },
    { "": "x" },
    { a: "x\r\nSet-Cookie: y" },
    { a: "\u20ac" },
    { A: "1", a: "2" },
    { trailer: "X" },
  ])("nothing with invalid headers, which are rejected: %j", (headers) => {
    const { faults } = startService().control;
    expect(() => faults.add({ effect: { status: 200, headers } })).toThrow(/must be HTTP header names/);
  });

  test("calls until it is cleared", async () => {
    const { control, get } = start({ effect: { status: 500 } });
    expect((await get("/regions")).status).toBe(500);
    expect(control.faults.list()).toMatchObject([{ id: 1, matched: 1, applied: 1 }]);
    control.faults.clear(1);
    expect((await get("/regions")).status).toBe(200);
  });
});

describe("over a socket", () => {
  const opened: Listening[] = [];
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close();
  });
  const listening = async (...rules: FaultRuleInput[]) => {
    const emulator = createEmulator({ brand: "acme" });
    for (const rule of rules) emulator.control.faults.add(rule);
    const server = await emulator.listen();
    opened.push(server);
    return {
      emulator,
      server,
      get: (init: RequestInit = {}) => fetch(`${server.url}/regions`, { headers, ...init }),
    };
  };
  const codeOf = async (pending: Promise<unknown>) => {
    const error = await pending.then(
      () => undefined,
      (reason: { cause?: { code?: string }; code?: string; name: string }) => reason,
    );
    return error?.cause?.code ?? error?.name;
  };

  test("the emulator listens on 127.0.0.1 only", async () => {
    const { server, get } = await listening();
    expect((await get()).status).toBe(200);
    expect(server).toMatchObject({ isLocal: true, url: `http://127.0.0.1:${server.port}/v4` });
    await server.close();
    expect(await codeOf(get())).toBe("ECONNREFUSED");
  });

  test("a port in use is reported", async () => {
    const { server } = await listening();
    await expect(createEmulator().listen({ port: server.port })).rejects.toThrow(/Choose another one/);
  });

  test("a HEAD request is not handled as GET", async () => {
    const { get } = await listening();
    expect((await get({ method: "HEAD" })).status).toBe(405);
  });

  test.each([{ reset: true }, { refused: true }] as const)("%j breaks the connection", async (effect) => {
    const { get } = await listening({ effect });
    expect(await codeOf(get())).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  });

  test("a hang ends when the caller gives up, and other calls are served", async () => {
    const { emulator, get } = await listening({ count: 1, effect: { hang: true } });
    const abort = new AbortController();
    const pending = codeOf(get({ signal: abort.signal }));
    while (emulator.control.requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await get()).status).toBe(200);
    abort.abort();
    expect(await pending).toBe("AbortError");
  });

  test("a truncated body ends with a closed connection", async () => {
    const { get } = await listening({ effect: { truncated: true } });
    const response = await get();
    expect(response.status).toBe(200);
    expect(await codeOf(response.text())).toMatch(/ECONNRESET|UND_ERR_SOCKET|TypeError/);
  });

  test("garbage and the page of a proxy arrive unchanged", async () => {
    const { get } = await listening({ nth: 1, effect: { garbage: true } }, { nth: 2, effect: { html: 502 } });
    await expect((await get()).json()).rejects.toThrow(/JSON/);
    expect((await get()).status).toBe(502);
  });
});

test("an instance exists after its response was lost", async () => {
  const service = start({ operation: "instances.create", when: "after", effect: { status: 502 }, count: 1 });
  expect((await service.post("/acme/instances", newInstance)).status).toBe(502);
  expect((await service.get("/acme/instances")).body.results).toBe(1);
});
