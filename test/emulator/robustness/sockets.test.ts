import { once } from "node:events";
import http from "node:http";
import { connect, type Socket } from "node:net";
import { type Listening, wellKnownTokens } from "../../../src/emulator";
import { startService } from "../service";

let server: Listening;

beforeAll(async () => {
  server = await startService().emulator.listen();
});
afterAll(() => server.close());

const host = "localhost:{port}";
const authorized = `Host: ${host}\r\nAuthorization: Bearer ${wellKnownTokens.full}\r\nConnection: close\r\n`;

/** Sends a string unchanged and reads until the connection closes. `{port}` is replaced by the emulator's port. */
async function exchange(text: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let read = "";
  socket.setEncoding("utf8").on("data", (data: string) => {
    read += data;
  });
  socket.end(Buffer.from(text.replaceAll("{port}", String(server.port)), "latin1"));
  await once(socket, "close");
  return read;
}

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
const isUp = async () => (await fetch(`${server.url}/regions/us-east`)).status === 200;

describe("an invalid HTTP request gets an API error", () => {
  test.each([
    ["noise", "\x00\x01\x02noise\r\n\r\n", 400],
    ["HTTP of another version", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["no host", "GET /v4/regions HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["an invalid host", "GET /v4/regions HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400],
    ["an invalid target", `GET v4/regions HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 400],
    ["a target without a path", `OPTIONS * HTTP/1.1\r\n${authorized}\r\n`, 400],
    ["headers that are too long", `GET /v4/regions HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["an unknown expectation", `GET /v4/regions HTTP/1.1\r\n${authorized}Expect: anything\r\n\r\n`, 417],
    ["an unknown expectation with an unknown host", "GET / HTTP/1.1\r\nHost: x\r\nExpect: y\r\n\r\n", 403],
    ["a request for a tunnel", `CONNECT example.com:443 HTTP/1.1\r\n${authorized}\r\n`, 405],
    [
      "two lengths",
      `POST /v4/acme/instances HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    [
      "a negative length",
      `POST /v4/acme/instances HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -5\r\n\r\n`,
      400,
    ],
    [
      "an invalid chunk",
      `POST /v4/acme/instances HTTP/1.1\r\n${authorized}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
  ])("%s", async (_, text, status) => {
    const response = await exchange(text);
    expect(statusOf(response)).toBe(status);
    expect(JSON.parse(response.slice(response.indexOf("{")))).toEqual({
      errors: [{ reason: expect.any(String) }],
    });
    expect(await isUp()).toBe(true);
  });
});

describe("a body", () => {
  const incomplete = `POST /v4/acme/instances HTTP/1.1\r\n${authorized}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"region": "us-e`;

  test("that is incomplete creates nothing", async () => {
    await exchange(incomplete);
    const response = await exchange(`GET /v4/acme/instances HTTP/1.1\r\n${authorized}\r\n`);
    expect(JSON.parse(response.slice(response.indexOf("{"))).results).toBe(0);
  });

  test("that never arrives, on a hundred connections, blocks nobody", async () => {
    const sockets = Array.from({ length: 100 }, () => connect(server.port, "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => undefined).write(incomplete);
    expect(await isUp()).toBe(true);
    for (const socket of sockets) socket.destroy();
    expect(await isUp()).toBe(true);
  });

  test("of ten megabytes is rejected", async () => {
    const headers = { Authorization: `Bearer ${wellKnownTokens.full}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ label: "x".repeat(10_000_000) });
    const response = await fetch(`${server.url}/acme/instances`, { method: "POST", headers, body });
    expect([response.status, await response.json()]).toEqual([
      413,
      { errors: [{ reason: expect.any(String) }] },
    ]);
  });
});

test("a request may take as long as the upload of an image, but its headers may not", async () => {
  const create = jest.spyOn(http, "createServer");
  const other = await startService().emulator.listen();
  const [created] = create.mock.results;
  create.mockRestore();
  // Node.js looks for requests that take too long every 30 seconds.
  expect(created?.value).toMatchObject({ requestTimeout: 0, headersTimeout: 60_000 });
  await other.close();
});

test("an emulator that ends does not wait for requests that never end", async () => {
  const other = await startService().emulator.listen();
  const socket = connect(other.port, "127.0.0.1").on("error", () => undefined);
  socket.write(`POST /v4/acme/instances HTTP/1.1\r\nHost: localhost:${other.port}\r\nContent-Length: 9\r\n`);
  socket.write("Expect: 100-continue\r\n\r\n");
  // The emulator has begun to serve the request, and its body never arrives.
  await once(socket, "data");
  const closed = once(socket, "close");
  await other.close();
  await closed;
});

test("pipelined requests on one connection get their responses in order", async () => {
  const get = (path: string, close = "") => `GET /v4/${path} HTTP/1.1\r\nHost: ${host}\r\n${close}\r\n`;
  const responses = await exchange(
    get("regions/us-east") + get("nonsense") + get("regions/us-central", "Connection: close\r\n"),
  );
  expect([...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    "200",
    "404",
    "200",
  ]);
  expect(responses.indexOf('"us-east"')).toBeLessThan(responses.indexOf('"us-central"'));
});

test("a thousand concurrent connections are served", async () => {
  const sockets: Socket[] = [];
  for (let index = 0; index < 1000; index++) sockets.push(connect(server.port, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const responses = sockets.map(async (socket) => {
    socket.write(`GET /v4/regions/us-east HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    const [data] = await once(socket, "data");
    return statusOf(String(data));
  });
  expect(new Set(await Promise.all(responses))).toEqual(new Set([200]));
  for (const socket of sockets) socket.destroy();
  expect(await isUp()).toBe(true);
});

describe("a body that nobody reads", () => {
  const MiB = 2 ** 20;
  let socket: Socket;
  const post = async (length: number, body: string) => {
    socket.write(
      `POST /nowhere HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(body);
    const [response] = await once(socket, "data");
    return { status: statusOf(String(response)), unsent: socket.writableLength };
  };
  beforeEach(() => {
    socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
  });
  afterEach(() => void socket.destroy());

  test("is received before the response, so that its client can send the next request", async () => {
    for (const length of [30 * MiB, 1])
      expect(await post(length, "x".repeat(length))).toEqual({ status: 404, unsent: 0 });
  });

  test("is not awaited when it does not arrive", async () => {
    expect((await post(MiB, "x".repeat(MiB - 1))).status).toBe(404);
  });

  test("is not received beyond 64 MiB", async () => {
    const { status, unsent } = await post(200 * MiB, "x".repeat(200 * MiB));
    expect([status, unsent > 100 * MiB]).toEqual([404, true]);
  });
});
