import * as pulumi from "@pulumi/pulumi";
import { getImage, getImages, getRegion, getRegions } from "../../src";
import { wellKnownTokens } from "../../src/emulator";
import { unusedPort } from "../cli/command";
import { startService, stopServices } from "./service";

const variables = ["NODECLOUD_BASE_URL", "NODECLOUD_TOKEN", "NODECLOUD_BRAND"];
const inherited = variables.map((name) => [name, process.env[name]] as const);

beforeEach(() => {
  for (const name of variables) delete process.env[name];
  pulumi.runtime.setAllConfig({});
});
afterAll(async () => {
  for (const [name, value] of inherited) if (value !== undefined) process.env[name] = value;
  await stopServices();
});

describe("a lookup finds the service", () => {
  it("in its own options", async () => {
    const { options } = await startService();
    expect(await getRegion({ id: "us-east" }, options)).toMatchObject({ id: "us-east" });
  });

  it("in the environment: address, token and brand", async () => {
    const { options } = await startService({ brand: "acme" });
    process.env.NODECLOUD_BASE_URL = options.baseUrl;
    process.env.NODECLOUD_TOKEN = wellKnownTokens.full;
    process.env.NODECLOUD_BRAND = "acme";
    expect(await getImage({ label: "golden" })).toMatchObject({ id: "private/1" });
    expect(await getImage({ label: "Debian 12" })).toMatchObject({ id: "acme/debian12" });
  });

  it("in the stack's configuration", async () => {
    const { options } = await startService();
    pulumi.runtime.setAllConfig(
      { "nodecloud:baseUrl": options.baseUrl, "nodecloud:token": wellKnownTokens.full },
      ["nodecloud:token"],
    );
    expect(await getImages({ public: false })).toHaveLength(1);
  });

  it("in the environment rather than the stack's configuration", async () => {
    const [configured, set] = [await startService(), await startService()];
    pulumi.runtime.setAllConfig({ "nodecloud:baseUrl": configured.options.baseUrl });
    process.env.NODECLOUD_BASE_URL = set.options.baseUrl;
    await getRegions();
    expect(set.emulator.control.requests()).toHaveLength(1);
    expect(configured.emulator.control.requests()).toEqual([]);
  });
});

describe("a lookup that cannot reach the service is one readable error", () => {
  it("names all three ways where there is no address", async () => {
    const error = await failureOf(getRegion({ first: true }));
    expect(error.message).toMatch(/`baseUrl`.*NODECLOUD_BASE_URL.*pulumi config set nodecloud:baseUrl/);
  });

  it("names the rule for an address without v4", async () => {
    const error = await failureOf(getRegions({}, { baseUrl: "https://api.example.com" }));
    expect(error.message).toMatch(/baseUrl: "https:\/\/api.example.com\/" does not end with .* "v4"/);
  });

  it("names the brand that can't be one", async () => {
    const { options } = await startService();
    const error = await failureOf(getRegions({}, { ...options, brand: "disk" }));
    expect(error.message).toMatch(/disk/);
  });

  it("says what came back for a wrong token, and not the token", async () => {
    const { options } = await startService();
    const error = await failureOf(getImages({}, { ...options, token: "wrong-token-canary" }));
    expect(error.message).toMatch(/images\.list.*401.*Invalid Token/);
    expect(error.message).not.toContain("canary");
  });

  it("says what was tried where nothing listens", async () => {
    const baseUrl = `http://127.0.0.1:${await unusedPort()}/v4`;
    const error = await failureOf(getRegions({}, { baseUrl }));
    expect(error.message).toMatch(
      /regions\.list.*no connection to http:\/\/127\.0\.0\.1:\d+\/v4.*ECONNREFUSED/,
    );
  });

  it("reads a proxy's page as one", async () => {
    const { options, emulator } = await startService();
    emulator.control.faults.add({ operation: "regions.list", effect: { html: 404 } });
    const error = await failureOf(getRegions({}, options));
    expect(error.message).toMatch(/404.*Check the service's address/);
  });
});

/** It ends the program as an error of the user's: the SDK prints the message alone. */
async function failureOf(lookup: Promise<unknown>): Promise<Error> {
  const error: unknown = await lookup.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!pulumi.RunError.isInstance(error)) throw new Error("It did not fail with a RunError.");
  expect(error.message).not.toMatch(/\n/);
  return error;
}
