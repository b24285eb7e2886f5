import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { nextTurn } from "../../../src/clock";
import { Connections } from "../../../src/emulator/http/connections";
import { parseJson } from "../../../src/emulator/http/json-text";
import { OpenBodies } from "../../../src/emulator/http/open-bodies";
import { ServiceError } from "../../../src/emulator/service-error";
import { maxHistorySize, maxWorldSize } from "../../../src/emulator/world/world-size";
import { errorReasons, type Service, startService } from "../service";

const MiB = 2 ** 20;
let service: Service;
beforeEach(() => {
  service = startService();
});
const post = (path: string, body?: unknown) => service.post(`/v4/../_emulator/${path}`, body);

describe("JSON", () => {
  test.each([
    ["[1,2,3]", 4],
    ['{"a":[1],"b":{}}', 5],
    ['"a,b,[{"', 1],
    ['["\\"[,"]', 2],
    ['"\\\\"', 1],
    [" ", 1],
  ])("%s has %i values at most", (text, values) => {
    const read = (max: number) => () => parseJson(text, "It", max);
    expect(read(values - 1)).toThrow(`more than ${values - 1} values`);
    expect(read(values)).not.toThrow("values");
  });

  test.each(["[", '{"a":'])("of %s 201 times is too deep, and of 200 is not", (open) => {
    expect(() => parseJson(open.repeat(201), "It")).toThrow("more than 200 levels deep");
    expect(() => parseJson(open.repeat(200), "It")).toThrow("It is not JSON");
  });

  test("of many wrong values is rejected before each of them gets an error", async () => {
    const { status, body } = await service.post("/acme/instances", { tags: Array(30_000).fill(0) });
    expect([status, body.errors]).toEqual([400, [{ reason: "The body has more than 20000 values" }]]);
  });
});

describe("bodies that are received", () => {
  async function* parts(...lengths: number[]) {
    for (const length of lengths) yield new Uint8Array(length);
  }
  /** A body of which one part has arrived. */
  function unfinished(length: number) {
    let finish = () => {};
    const end = new Promise<void>((resolve) => {
      finish = resolve;
    });
    async function* source() {
      yield new Uint8Array(length);
      await end;
    }
    return { source: source(), finish };
  }
  const reasonOf = (read: unknown) => (read instanceof ServiceError ? read.message : undefined);

  test("are complete, or too large", async () => {
    const bodies = new OpenBodies(100);
    expect(await bodies.read(parts(3, 4), 7)).toHaveLength(7);
    expect(reasonOf(await bodies.read(parts(3, 5), 7))).toBe("The body is larger than 7 bytes");
  });

  test("lose the oldest of them when their total size is too large", async () => {
    const bodies = new OpenBodies(100);
    const [first, second] = [unfinished(60), unfinished(30)];
    const reading = [bodies.read(first.source, 99), bodies.read(second.source, 99)];
    expect(await bodies.read(parts(10), 99)).toHaveLength(10);
    expect(await bodies.read(parts(11), 99)).toHaveLength(11);
    first.finish();
    second.finish();
    const [dropped, kept] = await Promise.all(reading);
    expect(reasonOf(dropped)).toMatch(/rejected this body because too many uploads/);
    expect(kept).toHaveLength(30);
    // All of their size was released.
    expect(await bodies.read(parts(100), 100)).toHaveLength(100);
  });
});

describe("connections", () => {
  const limits = { maxConnections: 3, maxUnread: 1000, maxIdle: 60_000 };
  const server = createServer();
  const connections = new Connections(server, limits);
  const responses: ServerResponse[] = [];
  const accepted: Socket[] = [];
  server.on("connection", (socket) => accepted.push(socket));
  server.on("request", (incoming, outgoing) => {
    connections.serve(incoming.socket, outgoing, () => {
      responses.push(outgoing);
      server.emit("begun");
    });
  });
  const open: Socket[] = [];
  /** A client that leaves data unread resets the connection, which is an error first. */
  const closeOf = (socket: Socket) =>
    new Promise<void>((resolve) => {
      socket.once("close", () => resolve());
    });
  const connected = async () => {
    const address = server.address();
    const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
    socket.on("error", () => undefined);
    open.push(socket);
    await once(server, "connection");
    return socket;
  };
  const request = async (socket: Socket) => {
    const begun = once(server, "begun");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await begun;
  };

  beforeAll(async () => void (await once(server.listen(0, "127.0.0.1"), "listening")));
  afterEach(async () => {
    const closed = accepted.splice(0).filter((socket) => !socket.closed);
    const all = Promise.all(closed.map(closeOf));
    for (const socket of open.splice(0)) socket.destroy();
    responses.splice(0);
    await all;
  });
  afterAll(() => server.close());

  test("above the maximum are limited by closing the oldest one that waits for no response", async () => {
    const first = await connected();
    await request(first);
    const second = await connected();
    await connected();
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    const closed = once(second.resume(), "close");
    await connected();
    await closed;
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });

  test("whose response was sent count as idle again", async () => {
    const first = await connected();
    await request(first);
    await connected();
    await connected();
    const closed = once(first.resume(), "close");
    const ended = once(responses[0] as ServerResponse, "close");
    responses[0]?.end();
    await ended;
    await connected();
    await closed;
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  });

  test("whose clients read nothing are closed once too much is unread", async () => {
    const [first, second] = [await connected(), await connected()];
    first.pause();
    await request(first);
    await request(second);
    responses[0]?.write("x".repeat(64 * MiB));
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([false, false]);
    responses[1]?.end();
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  });

  test("are served one request at a time, and none after they were closed", async () => {
    const socket = await connected();
    await request(socket);
    const all = Array.from({ length: 4 }, () => once(server, "request"));
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(4));
    await Promise.all(all);
    expect(responses).toHaveLength(1);
    for (const sent of [1, 2]) {
      const begun = once(server, "begun");
      responses.at(-1)?.end("x");
      await begun;
      expect(responses).toHaveLength(sent + 1);
    }
    const [acceptedSocket] = accepted;
    const closed = acceptedSocket && closeOf(acceptedSocket);
    socket.destroy();
    await closed;
    expect(responses).toHaveLength(3);
  });

  test("are closed when nothing happens on them, unless they wait for a response", async () => {
    const [idle, waiting, stalled] = [await connected(), await connected(), await connected()];
    await request(waiting);
    await request(stalled.pause());
    responses[1]?.write("x".repeat(64 * MiB));
    for (const socket of accepted) server.emit("timeout", socket);
    await Promise.all([accepted[0], accepted[2]].map((socket) => socket && closeOf(socket)));
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, false, true]);
    expect(idle.destroyed || once(idle.resume(), "close")).toBeTruthy();
  });

  test("that time out with a request that has arrived stay open", async () => {
    const socket = await connected();
    const [acceptedSocket] = accepted;
    for (const sent of [1, 2]) {
      // The request is in the buffer of the operating system when the server finds the connection idle.
      const begun = request(socket);
      server.emit("timeout", acceptedSocket);
      await begun;
      responses.at(-1)?.end();
      await once(socket, "data");
      for (let turn = 0; turn < 3; turn++) await nextTurn();
      expect([responses.length, acceptedSocket?.destroyed]).toEqual([sent, false]);
    }
  });
});

describe("a world", () => {
  test("that is full accepts no new objects until something is deleted, and still responds", async () => {
    const world = service.control.world();
    const { body: created } = await service.post("/acme/instances", { region: "us-east", type: "g1-nano-1" });
    const [row] = service.control.world().instances;
    const tags = ["x".repeat(MiB)];
    const instances = Array.from({ length: maxWorldSize / MiB }, (_, index) => ({
      ...row,
      id: index + 1,
      tags,
    }));
    service.control.load({ ...world, instances });
    const reply = await service.post("/acme/instances", { region: "us-east", type: "g1-nano-1" });
    expect([reply.status, errorReasons(reply)[""]]).toEqual([400, expect.stringMatching(/world is full/)]);
    expect((await service.put(`/acme/instances/${created.id}`, { group: "g" })).status).toBe(400);
    expect((await post("oauth", { client_id: "x", scopes: [] })).body.errors[0].reason).toMatch(/full/);
    expect((await post("external-change", { kind: "instance_delete", instanceId: 2 })).status).toBe(400);
    expect((await service.get(`/acme/instances/${created.id}`)).status).toBe(200);
    expect((await service.remove(`/acme/instances/${created.id}`)).status).toBe(200);
    await service.advanceSeconds(60);
    expect((await service.post("/acme/instances", { region: "us-east", type: "g1-nano-1" })).status).toBe(
      200,
    );
  });

  test("drops its oldest events when it has too much history, and no objects", async () => {
    const { id } = await service.createRunningInstance();
    const world = service.control.world();
    const [row] = world.events;
    const message = "x".repeat(MiB);
    const events = Array.from({ length: maxHistorySize / MiB + 3 }, (_, index) => ({
      ...row,
      id: index + 1,
      username: message,
    }));
    service.control.load({ ...world, events });
    const [first, ...kept] = service.control.world().events;
    expect(first?.id).toBeGreaterThan(3);
    expect(kept.length).toBeGreaterThan(15);
    expect((await service.get(`/acme/instances/${id}`)).status).toBe(200);
  });

  test.each([
    ["instances", { instances: Array(30_000).fill(0) }],
    ["timeline", { timeline: Array(30_000).fill(0) }],
    ["other_accounts", { other_accounts: Array(30_000).fill(0) }],
  ])("with many invalid rows is rejected with the first errors: %s", (name, wrong) => {
    const load = () => service.control.load({ ...service.control.world(), ...wrong });
    expect(load).toThrow(new RegExp(`^${name}\\.0: .*${name}\\.9: .*and 11 more$`, "s"));
  });

  test("with a record of very many values, or very many counters, is rejected", () => {
    const world = service.control.world();
    const [image] = world.images;
    const large = { ...image, regions: Array(200_001).fill("x") };
    expect(() => service.control.load({ ...world, images: [large] })).toThrow(
      "images.0: has too many values",
    );
    const numbers = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`n${index}`, 1]));
    expect(() => service.control.load({ ...world, numbers })).toThrow(
      /^numbers: must be an object of at most 1000/,
    );
  });
});

test("all snapshots together have a bound, and deleting one of them frees room", () => {
  const world = service.control.world();
  const [image] = world.images;
  const images = Array.from({ length: 50 }, (_, index) => ({
    ...image,
    id: `acme/i${index}`,
    description: "x".repeat(MiB),
  }));
  service.control.load({ ...world, images });
  for (const name of ["a", "b", "c", "d", "e"]) service.control.snapshots.save(name);
  expect(() => service.control.snapshots.save("f")).toThrow("more than 256 MiB together");
  service.control.snapshots.delete("a");
  service.control.snapshots.save("f");
});

test("all fault rules together have a bound", () => {
  const rule = { effect: { status: 503, body: "x".repeat(400_000) } };
  service.control.faults.add(rule);
  service.control.faults.add(rule);
  expect(() => service.control.faults.add(rule)).toThrow("exceed 1048576 characters");
  expect(service.control.faults.list()).toHaveLength(2);
});

test("while 100 calls wait to be carried out later, additional ones are carried out immediately", async () => {
  service.control.faults.add({
    operation: "instances.create",
    when: "later",
    delay: 60_000,
    effect: { status: 502 },
  });
  const count = () => service.control.world().instances.length;
  for (let index = 0; index < 102; index++) await service.createEmptyInstance();
  expect(count()).toBe(2);
  await service.advanceSeconds(60);
  expect(count()).toBe(102);
  await service.createEmptyInstance();
  expect(count()).toBe(102);
});
