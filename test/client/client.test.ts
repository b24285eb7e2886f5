import { getMaxListeners } from "node:events";
import { type ClientOptions, createClient } from "../../src/client";
import { anInstance, fakeService, pageOf } from "./fake-service";

describe("a client", () => {
  it.each([
    [
      { connectTimeout: Number.NaN },
      /^connectTimeout must be a positive number\. No client was created\. Correct it, or omit it to use the default\.$/,
    ],
    [{ responseTimeout: 0 }, /^responseTimeout must be a positive number/],
    [{ listTimeout: -1 }, /^listTimeout must be a positive number/],
    [{ maxListItems: Number.NaN }, /^maxListItems must be a positive number/],
    [{ pageSize: 1.5 }, /^pageSize must be a positive integer/],
    [{ token: 7 }, /^token must be a string/],
    [{ userAgent: {} }, /^userAgent must be a string/],
    [{ transport: {} }, /^transport must be a function/],
    [{ clock: "now" }, /^clock must be an object/],
    [{ clock: { now: () => 0 } }, /^clock must be an object with the functions `now`, `sleep`, /],
    [{ baseUrl: new Error("none") }, /^baseUrl must be a string\. No client was created\. Correct it\.$/],
    [{ baseUrl: Symbol("none") }, /^baseUrl must be a string/],
    [{ betaUrl: Object.create(null) }, /^betaUrl must be a string/],
    [{ brand: 7n }, /^brand must be a string/],
    [{ hooks: () => undefined }, /^hooks must be an object/],
    [{ interrupt: new AbortController() }, /^interrupt must be an AbortSignal/],
  ])("is not created with %p", (options, message) => {
    const all = { baseUrl: "https://service.test/v4", ...options } as object as ClientOptions;
    expect(() => createClient(all)).toThrow(message);
  });

  it("is not created without options", () => {
    const create = createClient as () => unknown;
    expect(create).toThrow("The options must be an object with the `baseUrl`. No client was created.");
  });

  it("takes null as an option that is left out", () => {
    const options = { baseUrl: "https://service.test/v4", token: null, pageSize: null } as object;
    expect(createClient(options as ClientOptions)).toHaveProperty("regions");
  });

  it("waits for ever if a time is infinite", async () => {
    const service = fakeService([{ json: { id: 7 }, after: 86_400_000 }], { responseTimeout: Infinity });
    await expect(service.run(service.client.instances.view({ instanceId: 7 }))).resolves.toMatchObject({
      id: 7,
    });
  });

  it("lets any number of calls share a signal without a warning of Node.js", async () => {
    const [interrupt, signal] = [new AbortController().signal, new AbortController().signal];
    const { client, run } = fakeService([{ json: { id: 7 } }], { interrupt });
    await run(client.instances.view({ instanceId: 7 }, { signal }));
    expect([interrupt, signal].map(getMaxListeners)).toEqual([Infinity, Infinity]);
  });

  it("takes its arguments as one object", async () => {
    const service = fakeService([{ json: anInstance }]);
    expect(await service.run(service.client.instances.view({ instanceId: 7 }))).toEqual(anInstance);
    expect(service.lines()).toEqual(["GET /node/instances/7"]);
  });

  it("reads a body after a byte order mark, and white space as an empty one", async () => {
    const service = fakeService([{ body: '\uFEFF {"id":7,"label":"a\uFEFFb"}\n' }, { body: "\uFEFF \r\n" }]);
    const { instances } = service.client;
    expect(await service.run(instances.view({ instanceId: 7 }))).toEqual({ id: 7, label: "a\uFEFFb" });
    await service.run(instances.delete({ instanceId: 7 }));
    expect(service.calls).toHaveLength(2);
  });

  it("names the call in an error, with the parameters of its path", async () => {
    const service = fakeService([{ status: 404 }]);
    const { instances } = service.client;
    expect((await service.failure(instances.list())).message).toMatch(
      /^instances\.list \(GET \/node\/instances\): /,
    );
    expect((await service.failure(instances.view({ instanceId: 7 }))).message).toMatch(
      /^instances\.view \(GET \/node\/instances\/\{instanceId\}, instanceId 7\): /,
    );
  });

  it("sends the token, the accepted type and its user agent, and no content type without a body", async () => {
    const service = fakeService([{ json: anInstance }]);
    await service.run(service.client.instances.view({ instanceId: 7 }));
    expect(service.calls[0]!.request.headers).toEqual({
      Accept: "application/json",
      Authorization: "Bearer a-token-of-42",
      "User-Agent": expect.stringMatching(/^pulumi-nodecloud\/\d+\.\d+\.\d+/),
    });
    expect(service.calls[0]!.request.body).toBeUndefined();
  });

  it("sends a JSON body without arguments that are explicitly undefined", async () => {
    const service = fakeService([{ json: anInstance }]);
    await service.run(
      service.client.instances.create({ region: "a", type: "b", image: undefined, tags: ["x"] }),
    );
    const { body, headers } = service.calls[0]!.request;
    expect(JSON.parse(String(body))).toEqual({ region: "a", type: "b", tags: ["x"] });
    expect(headers["Content-Type"]).toBe("application/json");
  });

  it("returns one page when called, and every item by all()", async () => {
    const service = fakeService([
      pageOf([{ id: 1 }], 1, 2, 2),
      pageOf([{ id: 1 }], 1, 2, 2),
      pageOf([{ id: 2 }], 2, 2, 2),
    ]);
    expect((await service.run(service.client.instances.list({ page: 1 }))).pages).toBe(2);
    const ids = await service.run(collect(service.client.instances.list.all()));
    expect(ids).toEqual([1, 2]);
    expect(service.lines()).toEqual([
      "GET /node/instances?page=1",
      "GET /node/instances?page=1&page_size=500",
      "GET /node/instances?page=2&page_size=500",
    ]);
  });
});

async function collect(items: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const item of items) ids.push(item.id);
  return ids;
}
