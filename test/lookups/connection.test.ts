import * as pulumi from "@pulumi/pulumi";
import { getImage, getImages, getRegion, getRegions } from "../../src";
import { wellKnownTokens } from "../../src/emulator";
import { connect } from "../../src/lookups/connection";
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

describe("a lookup takes its settings", () => {
  it("from its options", async () => {
    const { options } = await startService();
    expect(await getRegion({ id: "us-east" }, options)).toMatchObject({ id: "us-east" });
  });

  it("from the environment: address, token and brand", async () => {
    const { options } = await startService({ brand: "acme" });
    process.env.NODECLOUD_BASE_URL = options.baseUrl;
    process.env.NODECLOUD_TOKEN = wellKnownTokens.full;
    process.env.NODECLOUD_BRAND = "acme";
    expect(await getImage({ label: "golden" })).toMatchObject({ id: "private/1" });
    expect(await getImage({ label: "Debian 12" })).toMatchObject({ id: "acme/debian12" });
  });

  it("from the stack's configuration", async () => {
    const { options } = await startService();
    pulumi.runtime.setAllConfig(
      { "nodecloud:baseUrl": options.baseUrl, "nodecloud:token": wellKnownTokens.full },
      ["nodecloud:token"],
    );
    expect(await getImages({ public: false })).toHaveLength(1);
  });

  it("from the environment before the stack's configuration", async () => {
    const [configured, exported] = [await startService(), await startService()];
    pulumi.runtime.setAllConfig({ "nodecloud:baseUrl": configured.options.baseUrl });
    process.env.NODECLOUD_BASE_URL = exported.options.baseUrl;
    await getRegions();
    expect(exported.emulator.control.requests()).toHaveLength(1);
    expect(configured.emulator.control.requests()).toEqual([]);
  });
});

describe("lookups with the same settings", () => {
  it("share one list, and their client's rate limits, but not with another token", async () => {
    const { options, emulator } = await startService();
    const lookUp = (token?: string) =>
      getImage({ id: "node/debian12" }, { ...options, ...(token && { token }) });
    const found = await Promise.all(Array.from({ length: 200 }, () => lookUp()));
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(["node/debian12"]));
    expect(emulator.control.requests()).toHaveLength(1);
    await Promise.all([lookUp(), lookUp(wellKnownTokens.full), lookUp(wellKnownTokens.readOnly)]);
    expect(new Set(emulator.control.requests().map(({ token }) => token))).toHaveProperty("size", 3);
    expect(emulator.control.requests()).toHaveLength(4);
  });

  it("use one client", async () => {
    const { options } = await startService();
    expect(connect(options).client).toBe(connect({ ...options }).client);
    expect(connect({ ...options, maxListItems: 5 }).client).not.toBe(connect(options).client);
  });
});

describe("a lookup that cannot reach the service ends with one readable error", () => {
  it("that names all three ways to set a missing address", async () => {
    const error = await failureOf(getRegion({ first: true }));
    expect(error.message).toMatch(/`baseUrl`.*NODECLOUD_BASE_URL.*pulumi config set nodecloud:baseUrl/);
  });

  it("that says that the address must end with v4", async () => {
    const error = await failureOf(getRegions({}, { baseUrl: "https://api.example.com" }));
    expect(error.message).toMatch(/baseUrl: "https:\/\/api.example.com\/" does not end with .* "v4"/);
  });

  it("that names an invalid brand", async () => {
    const { options } = await startService();
    const error = await failureOf(getRegions({}, { ...options, brand: "disk" }));
    expect(error.message).toMatch(/disk/);
  });

  it("that contains the response to a wrong token, but not the token", async () => {
    const { options } = await startService();
    const error = await failureOf(getImages({}, { ...options, token: "wrong-token-canary" }));
    expect(error.message).toMatch(/images\.list.*401.*Invalid Token/);
    expect(error.message).not.toContain("canary");
  });

  it("that has the operation and the address when nothing listens there", async () => {
    const baseUrl = `http://127.0.0.1:${await unusedPort()}/v4`;
    const error = await failureOf(getRegions({}, { baseUrl }));
    expect(error.message).toMatch(
      /regions\.list.*no connection to http:\/\/127\.0\.0\.1:\d+\/v4.*ECONNREFUSED/,
    );
  });

  it("that distinguishes a proxy's page from a response of the service", async () => {
    const { options, emulator } = await startService();
    emulator.control.faults.add({ operation: "regions.list", effect: { html: 404 } });
    const error = await failureOf(getRegions({}, options));
    expect(error.message).toMatch(/404.*Check the service's address/);
    expect(error.cause).toMatchObject({ name: "NodecloudError", code: "not_found", status: 404 });
  });
});

const isError = (value: unknown): value is Error => value instanceof Error;

/** The error of a lookup: a RunError, of which the SDK prints the message only. Neither it nor its cause has a stack trace. */
async function failureOf(lookup: Promise<unknown>): Promise<Error> {
  const error: unknown = await lookup.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!pulumi.RunError.isInstance(error)) throw new Error("It did not fail with a RunError.");
  expect(error.message).not.toMatch(/\n/);
  for (const { name, message, stack } of [error, error.cause].filter(isError)) {
    expect(stack).toBe(`${name}: ${message}`);
  }
  return error;
}
