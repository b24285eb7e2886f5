import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { type ClientOptions, createClient, NodecloudError } from "../../src/client";
import { axiosTransport } from "../../src/client/transport";
import { realClock } from "../../src/clock";
import { anInstance } from "./fake-service";

const create = { region: "a", type: "b", root_pass: "canary-password" };
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: net.Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return `http://127.0.0.1:${address.port}/v4`;
}

async function serve(handle: http.RequestListener, options: Partial<ClientOptions> = {}) {
  const requests: http.IncomingMessage[] = [];
  const sockets = new Set<net.Socket>();
  const server = http.createServer((request, response) => {
    requests.push(request);
    request.resume();
    handle(request, response);
  });
  server.on("connection", (socket) => sockets.add(socket));
  const baseUrl = await listen(server);
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  // Real time, but no delay between attempts.
  const clock = { ...realClock, random: () => 0 };
  const client = createClient({ baseUrl, token: "canary-token", clock, ...options });
  return { client, requests, sockets, baseUrl };
}

async function failureOf(work: Promise<unknown>): Promise<NodecloudError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof NodecloudError)) throw new Error(`expected a NodecloudError, got ${String(error)}`);
  expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain("canary");
  return error;
}

const respondWithJson =
  (value: unknown): http.RequestListener =>
  (_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(value));
  };

describe("the axios transport", () => {
  it("sends a body with its type and length, and no type or chunks without one", async () => {
    let body = "";
    const { client, requests } = await serve((request, response) => {
      request.on("data", (chunk) => {
        body += String(chunk);
      });
      request.on("end", () => response.end(JSON.stringify(anInstance)));
    });
    await client.instances.create({ ...create, label: "wéb" });
    expect(JSON.parse(body)).toMatchObject({ label: "wéb" });
    await client.backups.enable({ instanceId: 7 });
    await client.instances.view({ instanceId: 7 });
    await client.instances.delete({ instanceId: 7 });
    const [first, ...rest] = requests.map(({ headers }) => headers);
    expect(first).toMatchObject({ "content-type": "application/json", accept: "application/json" });
    expect(Number(first?.["content-length"])).toBe(Buffer.byteLength(body));
    expect(rest.map((headers) => headers["content-type"])).toEqual([undefined, undefined, undefined]);
    expect(rest.map((headers) => headers["transfer-encoding"])).toEqual([undefined, undefined, undefined]);
    expect(requests[1]?.headers["user-agent"]).toMatch(/^pulumi-nodecloud\//);
  });

  it("shares a connection between reads, and opens a new one for a create", async () => {
    const { client, sockets } = await serve(respondWithJson(anInstance));
    await client.instances.view({ instanceId: 7 });
    await client.instances.view({ instanceId: 7 });
    expect(sockets.size).toBe(1);
    await client.instances.create(create);
    await client.instances.create(create);
    expect(sockets.size).toBe(3);
  });

  it("does not fail a read or a create when the service has closed a kept connection", async () => {
    const { client, sockets, requests } = await serve(respondWithJson(anInstance));
    await client.instances.view({ instanceId: 7 });
    for (const socket of sockets) socket.destroy();
    await expect(client.instances.create(create)).resolves.toMatchObject({ id: 7 });
    await expect(client.instances.view({ instanceId: 7 })).resolves.toMatchObject({ id: 7 });
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("reads a compressed response", async () => {
    const { client } = await serve((_, response) => {
      response.setHeader("Content-Encoding", "gzip");
      response.end(gzipSync(JSON.stringify(anInstance)));
    });
    await expect(client.instances.view({ instanceId: 7 })).resolves.toEqual(anInstance);
  });

  it("reads JSON whatever its content type, and after a byte order mark", async () => {
    const { client } = await serve((_, response) => {
      response.setHeader("Content-Type", "text/plain; charset=latin1");
      response.end(`\uFEFF${JSON.stringify(anInstance)}`);
    });
    await expect(client.instances.view({ instanceId: 7 })).resolves.toEqual(anInstance);
  });

  it("does not follow a redirect, and sends the token nowhere else", async () => {
    const elsewhere = await serve(respondWithJson(anInstance));
    const { client } = await serve((_, response) => {
      response.writeHead(307, { location: `${elsewhere.baseUrl}/node/instances/7` }).end();
    });
    const error = await failureOf(client.instances.view({ instanceId: 7 }));
    expect(error).toMatchObject({ status: 307, effect: "none" });
    expect(elsewhere.requests).toHaveLength(0);
  });

  it("does not use a proxy from the environment", async () => {
    const proxy = await serve(respondWithJson(anInstance));
    const { client } = await serve(respondWithJson({ ...anInstance, label: "direct" }));
    process.env.http_proxy = proxy.baseUrl;
    closers.push(() => delete process.env.http_proxy);
    await expect(client.instances.view({ instanceId: 7 })).resolves.toMatchObject({ label: "direct" });
    expect(proxy.requests).toHaveLength(0);
  });

  it("reports a refused connection as not sent", async () => {
    const { client } = await serve(respondWithJson(anInstance), { baseUrl: "http://127.0.0.1:1/v4" });
    const error = await failureOf(client.instances.create(create));
    expect(error).toMatchObject({ code: "connection", effect: "none" });
    expect(error.message).toContain("no connection to http://127.0.0.1:1/v4 (ECONNREFUSED)");
  });

  it("reports that a create may have been carried out when the connection is reset", async () => {
    const { client, requests } = await serve((request) => request.socket.destroy());
    const error = await failureOf(client.instances.create(create));
    expect(error).toMatchObject({ code: "connection", effect: "unknown" });
    expect(requests).toHaveLength(1);
  });

  it("reports that a request may have been carried out when a kept connection is reset", async () => {
    const { baseUrl, requests, sockets } = await serve((request, response) => {
      if (requests.length > 1) request.socket.destroy();
      else respondWithJson(anInstance)(request, response);
    });
    const transport = axiosTransport();
    const send = () =>
      transport({
        ...{ method: "GET", url: `${baseUrl}/node/instances/7`, headers: {}, freshConnection: false },
        ...{ onConnection: () => undefined, signal: new AbortController().signal },
      });
    await send();
    await expect(send()).rejects.toMatchObject({ sent: "maybe" });
    expect(sockets.size).toBe(1);
  });

  it("reports that a create may have been carried out when the body of a success breaks off, but not that of an error", async () => {
    let status = 200;
    const { client } = await serve((request, response) => {
      response.writeHead(status, { "content-length": "500" });
      response.write('{"id": 7');
      setImmediate(() => request.socket.destroy());
    });
    expect(await failureOf(client.instances.create(create))).toMatchObject({ effect: "unknown" });
    status = 400;
    expect(await failureOf(client.instances.create(create))).toMatchObject({
      code: "rejected",
      effect: "none",
    });
  });

  it("reports only the type of a gateway's page", async () => {
    const { client } = await serve((_, response) => {
      response.writeHead(502, { "content-type": "text/html" }).end("<html>canary</html>");
    });
    const error = await failureOf(client.instances.create(create));
    expect(error).toMatchObject({ status: 502, hasErrorBody: false, effect: "unknown" });
  });

  it("reports that a create may have been carried out when no response comes in time", async () => {
    const { client, requests } = await serve(() => {}, { responseTimeout: 100 });
    expect(await failureOf(client.instances.create(create))).toMatchObject({
      code: "timeout",
      effect: "unknown",
    });
    expect(requests).toHaveLength(1);
  });

  it("limits the time for the whole response", async () => {
    const { client } = await serve((_, response) => void response.writeHead(200).write("{"), {
      responseTimeout: 100,
    });
    expect((await failureOf(client.instances.create(create))).code).toBe("timeout");
  });

  it("rejects a response of more than 64 MB, once decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
    const { client, requests } = await serve((_, response) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb),
    );
    const error = await failureOf(client.instances.create(create));
    expect(error).toMatchObject({ code: "unreadable", effect: "unknown" });
    expect(error.message).toMatch(
      /the response of http:.* is too long\. It may have been carried out\. Check whether/,
    );
    expect(requests).toHaveLength(1);
    expect((await failureOf(client.regions.list())).code).toBe("unreadable");
    expect(requests).toHaveLength(2);
  });

  it("reports a TLS handshake that does not end as not sent", async () => {
    let connections = 0;
    const silent = net.createServer((socket) => {
      connections++;
      socket.on("error", () => {});
      closers.push(() => socket.destroy());
    });
    closers.push(() => silent.close());
    const baseUrl = (await listen(silent)).replace("http:", "https:");
    const { client } = await serve(respondWithJson(anInstance), { baseUrl, connectTimeout: 50 });
    const error = await failureOf(client.instances.create(create));
    expect(error).toMatchObject({ code: "timeout", effect: "none" });
    expect(connections).toBe(5);
  });

  it("sends nothing if its signal is already aborted", async () => {
    const { baseUrl, requests } = await serve(respondWithJson(anInstance));
    const request = {
      method: "GET",
      url: `${baseUrl}/node/instances/7`,
      headers: {},
      freshConnection: true,
    } as const;
    const states: string[] = [];
    const onConnection = (state: string) => void states.push(state);
    const sent = axiosTransport()({ ...request, onConnection, signal: AbortSignal.abort() });
    await expect(sent).rejects.toMatchObject({ sent: false });
    await realClock.sleep(50);
    expect([states, requests]).toEqual([[], []]);
  });

  it("ends the request on the wire when its signal is aborted", async () => {
    const stop = new AbortController();
    const { client, requests } = await serve(() => stop.abort());
    const error = await failureOf(client.instances.create(create, { signal: stop.signal }));
    expect(error).toMatchObject({ code: "aborted", effect: "unknown" });
    const [request] = requests;
    if (request && !request.destroyed) await once(request, "close");
  });
});

it("a retry does not use a kept-alive connection after an attempt without a response", async () => {
  const silent = new Set<net.Socket>();
  const respond = respondWithJson(anInstance);
  const { client, requests, sockets } = await serve(
    (request, response) => {
      if (!silent.has(request.socket)) setImmediate(respond, request, response);
    },
    { responseTimeout: 500 },
  );
  const view = () => client.instances.view({ instanceId: 7 });
  await view();
  await Promise.all([view(), view(), view()]);
  expect(sockets.size).toBe(3);
  // As after a failover: the service no longer knows these connections, and nothing closes them.
  for (const socket of sockets) silent.add(socket);
  requests.length = 0;
  expect(await view()).toEqual(anInstance);
  expect(requests.map(({ headers }) => headers.connection)).toEqual(["keep-alive", "close"]);
  expect(sockets.size).toBe(4);
});
