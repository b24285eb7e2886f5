import { once } from "node:events";
import { connect } from "node:net";
import type { Listening, ListenOptions } from "../../../src/emulator";
import { isLoopback, urlHostOf } from "../../../src/emulator/http/address";
import { type Service, startService } from "../service";

let service: Service;
let server: Listening;
const listen = async (options: ListenOptions) => {
  service = startService();
  server = await service.emulator.listen(options);
};
afterEach(() => server?.close());

const controlToken = "a-control-token-of-a-test";
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Sends a request with this target and these headers as they are, and returns the status of the response. */
async function statusOf(target: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = connect(server.port, "127.0.0.1");
  const lines = Object.entries({ Host: `127.0.0.1:${server.port}`, ...headers, Connection: "close" });
  socket.write(
    `GET ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
  const [data] = await once(socket, "data");
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]);
}

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["10.0.0.1", false],
  ["128.0.0.1", false],
  ["::2", false],
  ["::ffff:10.0.0.1", false],
  ["localhost", false],
])("the address %s is one of this machine alone: %s", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "[::1]"],
  ["fd00::1", "[fd00::1]"],
  ["192.0.2.1", "192.0.2.1"],
])("a server that listens on %s is reached at %s", (address, host) => expect(urlHostOf(address)).toBe(host));

describe("if other machines can connect", () => {
  beforeEach(() => listen({ host: "0.0.0.0" }));

  test("the control paths require a random token, and the API and the health check do not", async () => {
    expect(server).toMatchObject({ isLocal: false, controlToken: expect.stringMatching(/^\w{43}$/) });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/v4`);
    expect(await statusOf("/v4/regions")).toBe(200);
    expect(await statusOf("/_emulator/health")).toBe(200);
    expect(await statusOf("/_emulator/world")).toBe(401);
    expect(await statusOf("/_emulator/world", bearer(server.controlToken ?? ""))).toBe(200);
  });

  test.each([
    ["localhost:1", 200],
    ["10.1.2.3:8080", 200],
    ["[fd00::1]", 200],
    ["emulator", 403],
    ["localhost.example.com", 403],
    ["10.1.2.3.example.com", 403],
  ])("the host %s gets status %d", async (host, status) => {
    expect(await statusOf("/v4/regions", { Host: host })).toBe(status);
  });
});

test("other addresses are not served as hosts if only this machine can connect", async () => {
  await listen({ allowedHosts: ["emulator"] });
  expect(server).toMatchObject({ isLocal: true, controlToken: undefined });
  expect(await statusOf("/_emulator/world", { Host: "emulator:8080" })).toBe(200);
  expect(await statusOf("/v4/regions", { Host: "localhost:1" })).toBe(403);
  expect(await statusOf("/v4/regions", { Host: "10.1.2.3" })).toBe(403);
});

describe("a control token", () => {
  beforeEach(() => listen({ controlToken }));

  test.each([
    "/_emulator/world",
    "/_emulator/events",
    "/_emulator/snapshots/x",
    "/_emulator/requests/1",
    "/_emulator/openapi.json",
    "/_emulator/nonsense",
    "/_emulator",
    "//_emulator//world",
    "/%5Femulator/world",
    "/_emulator/%77orld",
    "/v4/../_emulator/world",
    "/_emulator/health/../world",
    "/_emulator/world/",
    "http://127.0.0.1:{port}/_emulator/world",
  ])("is required at %s", async (target) => {
    const requestTarget = target.replace("{port}", String(server.port));
    expect(await statusOf(requestTarget)).toBe(401);
    expect(await statusOf(requestTarget, bearer(controlToken))).not.toBe(401);
  });

  test.each([
    ["none", {}],
    ["another one", bearer("a-control-token-of-a-tess")],
    ["a part of it", bearer(controlToken.slice(0, -1))],
    ["more than it", bearer(`${controlToken}x`)],
    ["a token of the API", bearer("emulator-full-access")],
    ["one of another scheme", { Authorization: `Basic ${controlToken}` }],
    ["one without a scheme", { Authorization: controlToken }],
    ["an empty one", { Authorization: "Bearer " }],
  ])("is not replaced by %s", async (_, headers) => {
    expect(await statusOf("/_emulator/world", headers)).toBe(401);
  });

  test("is required of a change before its body is read, and nothing changes", async () => {
    await service.createEmptyInstance();
    const socket = connect(server.port, "127.0.0.1");
    socket.write(
      `POST /_emulator/load HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Length: 200000000\r\n\r\n{`,
    );
    const [data] = await once(socket, "data");
    expect(String(data)).toMatch(/^HTTP\/1\.1 401 .*WWW-Authenticate: Bearer\r\n.*control token/is);
    expect((await fetch(`http://127.0.0.1:${server.port}/_emulator/reset`, { method: "POST" })).status).toBe(
      401,
    );
    expect(service.control.world().instances).toHaveLength(1);
    socket.destroy();
  });

  test("is not required in process", async () => {
    const request = new Request("http://emulator.test/_emulator/world");
    expect((await service.emulator.fetch(request)).status).toBe(200);
  });
});

test.each(["", "too-short", "x".repeat(15), "x".repeat(201), "with a space in it", "with-a-\n-in-between"])(
  "the control token %j is rejected",
  async (token) => {
    await expect(startService().emulator.listen({ controlToken: token })).rejects.toThrow(
      /^The control token is not valid/,
    );
  },
);

test.each([
  ["192.0.2.1", /192\.0\.2\.1:0\. This machine has no such address/],
  ["no-such-host.invalid", /The host name has no address|getaddrinfo/],
])("an address that this machine does not have is named: %s", async (host, message) => {
  await expect(startService().emulator.listen({ host })).rejects.toThrow(message);
});
