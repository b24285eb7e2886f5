import http from "node:http";
import { errorCodeOf } from "../../src/unknown";
import { type LocalServer, localServer } from "../client/local-server";
import type { ProxyFault } from "./fault";
import { FaultProxy, type ProxiedRequest } from "./fault-proxy";

/** The delays of faults end immediately, but in the order of their lengths. */
const clock = { sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms / 1000)) };

let service: LocalServer;
let proxy: FaultProxy;
let agent: http.Agent;

beforeAll(async () => {
  service = await localServer([{ status: 200, headers: { "Content-Type": "application/json" } }]);
});
beforeEach(async () => {
  service.seen.length = 0;
  agent = new http.Agent({ keepAlive: true });
  proxy = await FaultProxy.start({ target: `${service.address}/v4`, clock });
});
afterEach(() => {
  agent.destroy();
  return proxy.close();
});
afterAll(() => service.close());

/** The result of a call through the proxy in words: `200 {}`, or the code of its error. */
function call(method = "GET", path = "/a", timeout = 0): Promise<string> {
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve(errorCodeOf(error) ?? String(error));
    const request = http.request(`${proxy.url}${path}`, { method, agent, timeout }, (response) => {
      let body = "";
      response.on("data", (bytes) => {
        body += String(bytes);
      });
      response.on("end", () => resolve(`${response.statusCode} ${body}`));
      response.on("error", (error) => resolve(`${response.statusCode} ${errorCodeOf(error)}`));
    });
    request.on("timeout", () => request.destroy(new Error("timed out")));
    request.on("error", fail);
    request.end(method === "POST" ? "abc" : undefined);
  });
}

const inject = (effect: ProxyFault["effect"], when: ProxyFault["when"] = "before", more = {}) =>
  proxy.faults.add({ effect, when, count: 1, ...more });

it("passes requests and responses on, many on one connection", async () => {
  const { sockets } = service;
  let connections = 0;
  agent.on("free", () => connections++);
  expect(await call("POST", "/things?x=1")).toBe("200 {}");
  expect([await call(), await call()]).toEqual(["200 {}", "200 {}"]);
  expect(service.seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    ...["POST /v4/things?x=1 abc", "GET /v4/a ", "GET /v4/a "],
  ]);
  expect(connections).toBe(3);
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  expect(service.sockets - sockets).toBe(3);
  expect(proxy.requests.map(({ number, method }) => `${number} ${method}`)).toEqual([
    "1 POST",
    "2 GET",
    "3 GET",
  ]);
});

/** The result of a request with a fault, before and after the service carries it out. */
it.each<[string, ProxyFault["effect"], string]>([
  ["a reset", { reset: true }, "ECONNRESET"],
  ["no response", { hang: true }, "Error: timed out"],
  ["bytes that are not HTTP", { garbage: true }, "HPE_INVALID_CONSTANT"],
  ["an error of the service", { status: 503 }, '503 {"errors":[{"reason":"Please try again"}]}'],
  ["another success", { status: 200, body: "" }, "200 "],
  [
    "another proxy's page",
    { html: 502 },
    "502 <html><head><title>502</title></head><body>Bad gateway</body></html>",
  ],
])("gives %s, whether or not the request is carried out", async (_, effect, result) => {
  const timeout = "hang" in effect ? 30 : 0;
  inject(effect);
  expect(await call("GET", "/a", timeout)).toBe(result);
  expect(service.seen).toHaveLength(0);
  inject(effect, "after");
  expect(await call("GET", "/a", timeout)).toBe(result);
  expect(service.seen).toHaveLength(1);
  expect(await call()).toBe("200 {}");
});

it.each<[string, ProxyFault["effect"], string]>([
  ["half of the body", { truncated: true }, "200 ECONNRESET"],
  ["a late response", { latency: 1000 }, "200 {}"],
  ["a response in many parts", { drip: 1000 }, "200 {}"],
])("gives %s of the service", async (_, effect, result) => {
  inject(effect);
  expect(await call()).toBe(result);
  expect(service.seen).toHaveLength(1);
  expect(await call()).toBe("200 {}");
});

it("lets a request be carried out after its caller received a failure", async () => {
  inject({ status: 408 }, "later", { delay: 20_000 });
  expect(await call("POST")).toContain("408");
  expect(service.seen).toHaveLength(0);
  await clock.sleep(60_000);
  expect(service.seen.map(({ body }) => String(body))).toEqual(["abc"]);
});

it("refuses connections for a while, and then serves them at the same address", async () => {
  inject({ refused: 100_000 });
  expect(await call()).toBe("ECONNRESET");
  expect(await call()).toBe("ECONNREFUSED");
  await clock.sleep(150_000);
  expect(await call()).toBe("200 {}");
});

it("chooses requests by method, path, number and probability, with the headers of the fault", async () => {
  inject({ status: 429, headers: { "Retry-After": "3" } }, "before", {
    ...{ method: "POST", path: "/things", from: 2, count: 2 },
  });
  const calls = [
    ["POST", "/things"],
    ["GET", "/things"],
    ["POST", "/others"],
  ] as const;
  const results = [];
  for (const [method, path] of [...calls, ...calls, ...calls, ...calls]) {
    results.push((await call(method, path)).slice(0, 3));
  }
  expect(
    results.map((status, index) => (status === "429" ? index : -1)).filter((index) => index >= 0),
  ).toEqual([3, 6]);
  expect(proxy.faults.applied).toEqual(new Map([["429 before", 2]]));
  proxy.faults.clear();
  expect(await call("POST", "/things")).toBe("200 {}");

  const choices = async (seed: number) => {
    const seeded = await FaultProxy.start({ target: service.address, seed });
    seeded.faults.add({ probability: 0.5, when: "before", effect: { reset: true } });
    const chosen = Array.from({ length: 20 }, () => seeded.faults.faultOf("GET", "/a") !== undefined);
    await seeded.close();
    return chosen.map(Number).join("");
  };
  expect(await choices(5)).toBe(await choices(5));
  expect(await choices(5)).not.toBe(await choices(6));
  expect(await choices(5)).toMatch(/01|10/);
});

it("calls its hooks before and after the service carries out a request", async () => {
  const events: string[] = [];
  const note = (text: string) => (request: ProxiedRequest) => {
    events.push(`${text} ${request.number}: ${service.seen.length} carried out`);
  };
  proxy.onRequest = note("before");
  proxy.onCarriedOut = note("after");
  inject({ reset: true });
  await call();
  inject({ reset: true }, "after");
  await call();
  await call();
  expect(events).toEqual([
    ...["before 1: 0 carried out", "before 2: 0 carried out", "after 2: 1 carried out"],
    ...["before 3: 1 carried out", "after 3: 2 carried out"],
  ]);
});

it("does not pass on the request of a caller that was killed before it", async () => {
  proxy.onRequest = async () => {
    agent.destroy();
    await clock.sleep(50_000);
  };
  const closed = http.request(`${proxy.url}/a`, { method: "POST", agent });
  closed.on("error", () => undefined);
  closed.end("abc");
  await new Promise((resolve) => closed.on("close", resolve));
  await clock.sleep(100_000);
  expect([proxy.requests.length, service.seen.length]).toEqual([1, 0]);
});
