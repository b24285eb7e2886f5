import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { connect, Socket } from "node:net";
import { type Listening, wellKnownTokens } from "../../../src/emulator";
import { createGuard } from "../../../src/emulator/http/guard";
import { type Service, startService } from "../service";

let service: Service;
let server: Listening;

beforeEach(async () => {
  service = startService();
  server = await service.emulator.listen();
});
afterEach(() => server.close());

/** Sends a string unchanged and reads until the connection closes. `{port}` is replaced by the emulator's port. */
async function exchange(text: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let read = "";
  socket.setEncoding("utf8").on("data", (data: string) => {
    read += data;
  });
  socket.write(Buffer.from(text.replaceAll("{port}", String(server.port)), "latin1"));
  await once(socket, "close");
  return read;
}

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
const ownHost = "Host: 127.0.0.1:{port}\r\n";
const end = "Connection: close\r\n\r\n";

/** Requests the emulator's world, which a web page must not read, with these headers. */
const requestWorld = (headers: string, target = "/_emulator/world") =>
  exchange(`GET ${target} HTTP/1.1\r\n${headers}${end}`);

describe("a request is served", () => {
  test.each(["127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}", "LocalHost:{port}"])(
    "for the host %s",
    async (name) => {
      expect(statusOf(await requestWorld(`Host: ${name}\r\n`))).toBe(200);
      expect(statusOf(await requestWorld(`Host: ${name}\r\nOrigin: http://${name}\r\n`))).toBe(200);
    },
  );

  test.each([
    ["that resolves to this machine", "rebound.example.com:{port}", 403],
    ["that starts like a loopback address", "127.0.0.1.example.com:{port}", 403],
    ["with another port", "127.0.0.1:1", 403],
    ["without its port", "localhost", 403],
    ["with a trailing dot", "localhost.:{port}", 403],
    ["of another address of this machine", "127.0.0.2:{port}", 403],
    ["of all addresses", "0.0.0.0:{port}", 403],
    ["with a user name", "127.0.0.1:{port}@example.com", 400],
    ["that is a list", "127.0.0.1:{port}, example.com", 400],
    ["that is empty", "", 400],
  ])("not for a host %s", async (_, name, status) => {
    const response = await requestWorld(`Host: ${name}\r\n`);
    expect(statusOf(response)).toBe(status);
    expect(JSON.parse(response.slice(response.indexOf("{")))).toEqual({
      errors: [{ reason: expect.stringContaining("host") }],
    });
  });

  test.each([
    ["no Host header", ""],
    ["two Host headers", `${ownHost}Host: rebound.example.com\r\n`],
    ["the same Host header twice", ownHost + ownHost],
  ])("not with %s", async (_, headers) => {
    expect(statusOf(await requestWorld(headers))).toBe(400);
  });

  test.each([
    ["http://rebound.example.com:{port}/_emulator/world", ownHost, 403],
    ["http://127.0.0.1:{port}/_emulator/world", "Host: rebound.example.com\r\n", 403],
    ["http://127.0.0.1:{port}@rebound.example.com/_emulator/world", ownHost, 400],
    ["http://127.0.0.1:{port}/_emulator/world", ownHost, 200],
    ["//rebound.example.com/_emulator/world", ownHost, 404],
  ])("depending on its target, %s", async (target, headers, status) => {
    expect(statusOf(await requestWorld(headers, target))).toBe(status);
  });

  test("for an allowed host, on any port or on one", async () => {
    await server.close();
    server = await service.emulator.listen({ allowedHosts: ["Emulator.test", "other.test:81"] });
    for (const [name, status] of [
      ["emulator.test", 200],
      ["emulator.test:9", 200],
      ["other.test:81", 200],
      ["other.test", 403],
      ["other.test:9", 403],
      ["localhost:{port}", 200],
    ]) {
      expect([name, statusOf(await requestWorld(`Host: ${name}\r\n`))]).toEqual([name, status]);
    }
  });
});

describe("a web page of another origin", () => {
  const paths = ["/_emulator/reset", "/v4/acme/instances", "/_upload/secret"];
  const page = `${ownHost}Origin: https://page.example.com\r\nAuthorization: Bearer ${wellKnownTokens.full}\r\n`;

  test.each([
    ["another site", "Origin: https://page.example.com\r\n"],
    ["another port of this machine", "Origin: http://127.0.0.1:1\r\n"],
    ["another name of this machine", "Origin: http://localhost:{port}\r\n"],
    ["a frame without an origin", "Origin: null\r\n"],
    ["a file", "Origin: file://\r\n"],
    ["an extension", "Origin: chrome-extension://127.0.0.1:{port}\r\n"],
    ["two origins", "Origin: http://127.0.0.1:{port}\r\nOrigin: https://page.example.com\r\n"],
    ["nowhere", "Origin: \r\n"],
    ["a site without an Origin header", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"],
    ["another port without an Origin header", "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: no-cors\r\n"],
    ["a form without an Origin header", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"],
  ])("(%s) cannot reset the world with a simple request", async (_, headers) => {
    await service.createEmptyInstance();
    const response = await exchange(
      `POST /_emulator/reset HTTP/1.1\r\n${ownHost}${headers}Content-Type: text/plain\r\nContent-Length: 0\r\n${end}`,
    );
    expect(statusOf(response)).toBe(403);
    expect(service.control.world().instances).toHaveLength(1);
  });

  test.each(paths)("is rejected at %s before its body is read", async (path) => {
    // The body never arrives, so an emulator that waited for it would not respond.
    const response = await exchange(
      `POST ${path} HTTP/1.1\r\n${page}Content-Type: text/plain\r\nContent-Length: 1000\r\n\r\n{`,
    );
    expect(statusOf(response)).toBe(403);
    expect(response).toMatch(/Connection: close/i);
    expect(response).not.toMatch(/Access-Control/i);
    expect(service.control.requests()).toEqual([]);
  });

  test("gets no 100 Continue", async () => {
    const headers = `Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n`;
    const response = await exchange(`POST /_emulator/load HTTP/1.1\r\n${page}${headers}`);
    expect(statusOf(response)).toBe(403);
    expect(response).not.toContain("100 Continue");
  });

  test("gets no permission from a preflight request", async () => {
    const response = await exchange(
      `OPTIONS /_emulator/reset HTTP/1.1\r\n${page}Access-Control-Request-Method: PUT\r\n${end}`,
    );
    expect(statusOf(response)).toBe(403);
    expect(response).not.toMatch(/Access-Control/i);
  });

  test("cannot open a web socket", async () => {
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n";
    expect(statusOf(await exchange(`GET /_emulator/world HTTP/1.1\r\n${page}${upgrade}`))).toBe(403);
  });

  test("cannot send a second request on the connection", async () => {
    await service.createEmptyInstance();
    const reset = `POST /_emulator/reset HTTP/1.1\r\n${ownHost}Content-Length: 0\r\n\r\n`;
    await exchange(`POST /v4/regions HTTP/1.1\r\n${page}Content-Length: 0\r\n\r\n${reset}`);
    expect(service.control.world().instances).toHaveLength(1);
  });
});

test.each([
  ["cross-site", "no-cors"],
  ["same-site", "cors"],
])(
  "a resource that a page of another origin embeds is rejected without an Origin header: %s",
  async (site, mode) => {
    expect(
      statusOf(await requestWorld(`${ownHost}Sec-Fetch-Site: ${site}\r\nSec-Fetch-Mode: ${mode}\r\n`)),
    ).toBe(403);
  },
);

test("an allowed host can be reached through an https proxy", async () => {
  await server.close();
  server = await service.emulator.listen({ allowedHosts: ["emulator.test"] });
  const headers = "Host: emulator.test\r\nOrigin: https://emulator.test\r\n";
  expect(statusOf(await requestWorld(headers))).toBe(200);
});

test.each([
  [80, "127.0.0.1", true],
  [80, "localhost:80", true],
  [80, "localhost:81", false],
  [81, "127.0.0.1", false],
])("on port %i the host %s is served: %s", (port, host, isServed) => {
  const incoming = new IncomingMessage(new Socket());
  incoming.headersDistinct = { host: [host] };
  expect(createGuard({ port, isLocal: true })(incoming) === undefined).toBe(isServed);
});

test.each([
  ["a program without browser headers", ""],
  ["a page of the emulator itself", "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n"],
  ["an address that a user opens", "Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\n"],
  ["a link that a user follows", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"],
])("%s is served", async (_, headers) => {
  expect(statusOf(await requestWorld(ownHost + headers))).toBe(200);
});

test("a client that expects 100 Continue receives it", async () => {
  const body = JSON.stringify({ milliseconds: 1000 });
  const head = `POST /_emulator/clock/advance HTTP/1.1\r\n${ownHost}Content-Length: ${body.length}\r\n`;
  const response = await exchange(`${head}Expect: 100-continue\r\n${end}${body}`);
  expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/);
});

test("every host and origin is served in process", async () => {
  const headers = { Origin: "https://page.example.com" };
  const request = new Request("http://emulator.test/_emulator/health", { headers });
  expect((await service.emulator.fetch(request)).status).toBe(200);
});
