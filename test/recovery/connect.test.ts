import { gzipSync } from "node:zlib";
import { prepareImageFile, type TransportRequest } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { connect } from "../../src/recovery/connect";
import { type PropertyMap, Secret } from "../../src/state";
import { TemporaryFiles } from "../resources/temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

it("the service's clock is learned from the service, and not from the server that receives an upload", async () => {
  const clock = new VirtualClock();
  const later = (ms: number) => new Date(clock.now() + ms).toUTCString();
  const { services, allowWrites } = connect({
    settings: { baseUrl: "https://service.test/v4", brand: "node" },
    ...{ backend: "", env: {}, clock, interrupt: new AbortController().signal, onMessage: () => undefined },
    transport: async ({ url }: TransportRequest) => ({
      status: 200,
      headers: { date: later(new URL(url).host === "service.test" ? 5_000 : 3_600_000) },
      body: JSON.stringify({ data: [], page: 1, pages: 1, results: 0 }),
    }),
  });
  allowWrites();
  await services.client.regions.list();
  const file = await prepareImageFile(files.write("disk.img.gz", gzipSync("disk")));
  await services.upload({ uploadTo: "https://uploads.test/put", file });
  expect(services.serverTime.offset).toBe(5_000);
});

it("a message of the services does not contain their token", () => {
  const messages: string[] = [];
  const { services } = connect({
    settings: { baseUrl: "https://service.test/v4", token: "token-of-stack", brand: "node" },
    ...{ backend: "", env: {}, clock: new VirtualClock(), interrupt: new AbortController().signal },
    onMessage: (_, message) => void messages.push(message),
  });
  services.log.warn("The service rejected token-of-stack.");
  expect(messages).toEqual(["The service rejected <redacted>."]);
});

describe("the services of an explicit provider", () => {
  const messages: string[] = [];
  const requestOf = async (inputs: PropertyMap, env: NodeJS.ProcessEnv = {}) => {
    messages.length = 0;
    const requests: TransportRequest[] = [];
    const { servicesOf } = connect({
      settings: { baseUrl: "https://service.test/v4", token: "token-of-stack", brand: "node" },
      ...{
        backend: "",
        env,
        clock: new VirtualClock(),
        onMessage: (_, message) => void messages.push(message),
      },
      interrupt: new AbortController().signal,
      transport: async (request) => {
        requests.push(request);
        return {
          status: 200,
          headers: {},
          body: JSON.stringify({ data: [], page: 1, pages: 1, results: 0 }),
        };
      },
    });
    await servicesOf(inputs).client.instances.list();
    const { url = "", headers = {} } = requests[0] ?? {};
    return [new URL(url).host + new URL(url).pathname, (headers as Record<string, string>).Authorization];
  };
  const inputs = {
    "nodecloud:baseUrl": "https://second.test/v4",
    "nodecloud:token": new Secret("token-of-second"),
    "nodecloud:brand": "acme",
  };

  it("have the provider's own settings", async () => {
    expect(await requestOf(inputs)).toEqual(["second.test/v4/acme/instances", "Bearer token-of-second"]);
    expect(messages).toEqual([]);
  });

  it("have those of the environment first, with the variables that the provider maps", async () => {
    const env = { NODECLOUD_TOKEN: "token-of-environment", SECOND_TOKEN: "mapped-token" };
    expect(await requestOf(inputs, env)).toContain("Bearer token-of-environment");
    expect(messages).toEqual([
      "The resources of an explicit provider are read with NODECLOUD_TOKEN of the environment, although its own configuration has other values. Unset NODECLOUD_TOKEN to use those.",
    ]);
    const mapping = { __internal: { envVarMappings: { SECOND_TOKEN: "NODECLOUD_TOKEN" } } };
    expect(await requestOf({ ...inputs, ...mapping }, env)).toContain("Bearer mapped-token");
  });

  it("need an address", async () => {
    await expect(requestOf({ "nodecloud:token": "token" })).rejects.toThrow("The address of the service");
  });
});
