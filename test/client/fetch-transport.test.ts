import { createClient, fetchTransport } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { anInstance } from "./fake-service";

function clientOf(fetch: (request: Request) => Promise<Response>) {
  const clock = new VirtualClock();
  const options = { baseUrl: "http://in-process/v4", token: "t", clock };
  return { clock, client: createClient({ ...options, transport: fetchTransport(fetch) }) };
}

const create = { region: "a", type: "b" };
const failing = (code: string) => Promise.reject(Object.assign(new Error("x"), { code }));

describe("a service in this process", () => {
  it("is called without a port, while the clock is stopped", async () => {
    const seen: unknown[] = [];
    const { clock, client } = clientOf(async (request) => {
      seen.push([request.method, request.url, await request.json(), request.headers.get("authorization")]);
      return Response.json(anInstance);
    });
    const begun = clock.now();
    await expect(clock.run(client.instances.create(create))).resolves.toEqual(anInstance);
    expect(seen).toEqual([["POST", "http://in-process/v4/node/instances", create, "Bearer t"]]);
    expect(clock.now()).toBe(begun);
  });

  it.each([
    ["ECONNREFUSED", "none", 5],
    ["ECONNRESET", "unknown", 1],
  ])("may fail with %s", async (code, effect, sent) => {
    let calls = 0;
    const { clock, client } = clientOf(() => {
      calls++;
      return failing(code);
    });
    await expect(clock.run(client.instances.create(create))).rejects.toMatchObject({
      code: "connection",
      effect,
    });
    expect(calls).toBe(sent);
  });

  it("may break off in the middle of a response", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("broken")) });
    const { clock, client } = clientOf(async () => new Response(body));
    await expect(clock.run(client.instances.create(create))).rejects.toMatchObject({ effect: "unknown" });
  });

  it("may hang, even if it ignores the signal", async () => {
    const { clock, client } = clientOf(() => new Promise(() => {}));
    await expect(clock.run(client.instances.create(create))).rejects.toMatchObject({ code: "timeout" });
  });

  it.each<[string, () => Promise<Response>]>([
    ["before its response", () => new Promise(() => {})],
    ["in the middle of its response", async () => new Response(new ReadableStream())],
  ])("may hang %s: an abort ends the request, even if the service ignores the signal", async (_, fetch) => {
    const stop = new AbortController();
    const [url, headers] = ["http://in-process/v4/regions", {}];
    const onConnection = () => undefined;
    const sent = fetchTransport(fetch)({
      method: "GET",
      url,
      headers,
      signal: stop.signal,
      freshConnection: false,
      onConnection,
    });
    setImmediate(() => stop.abort());
    await expect(sent).rejects.toMatchObject({ sent: "maybe", code: "ABORTED" });
  });

  it("may respond without a body", async () => {
    const { clock, client } = clientOf(async () => new Response(null, { status: 204 }));
    await expect(clock.run(client.instances.delete({ instanceId: 7 }))).resolves.toEqual({});
  });
});
