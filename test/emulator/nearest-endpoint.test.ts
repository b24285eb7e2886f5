import { createEmulator } from "../../src/emulator";

const emulator = createEmulator({ brand: "acme" });
const request = async (method: string, path: string) => {
  const response = await emulator.fetch(new Request(`http://emulator.test${path}`, { method }));
  const { errors } = JSON.parse(await response.text());
  return { status: response.status, allow: response.headers.get("Allow"), reason: errors[0].reason };
};

describe("the response to an unknown path names the nearest endpoint", () => {
  test.each([
    [
      "a letter too few",
      "GET",
      "/v4/acme/instancs/5",
      "instances.view (GET /v4/acme/instances/{instanceId})",
    ],
    ["no version", "GET", "/acme/instances", "instances.list (GET /v4/acme/instances)"],
    ["no version, no brand", "POST", "/instances", "instances.create (POST /v4/acme/instances)"],
    ["no brand", "GET", "/v4/instances/7", "instances.view (GET /v4/acme/instances/{instanceId})"],
    [
      "the interface's word",
      "POST",
      "/v4/node/instances/7/boot",
      "instances.boot (POST /v4/acme/instances/{instanceId}/boot)",
    ],
    ["another brand", "GET", "/v4/zebra/instances", "instances.list (GET /v4/acme/instances)"],
    ["one for many", "GET", "/v4/acme/instance", "instances.list (GET /v4/acme/instances)"],
    ["many for one", "GET", "/v4/accounts", "account.view (GET /v4/account)"],
    [
      "one for many, with an id",
      "DELETE",
      "/v4/image/private/1",
      "images.delete (DELETE /v4/images/{imageId})",
    ],
    [
      "an underscore",
      "GET",
      "/v4/account/oauth_clients/",
      "oauthClients.list (GET /v4/account/oauth-clients)",
    ],
    ["no /account", "GET", "/v4/payment-methods", "paymentMethods.list (GET /v4/account/payment-methods)"],
    [
      "a misspelled action",
      "POST",
      "/v4/acme/instances/7/boots",
      "instances.boot (POST /v4/acme/instances/{instanceId}/boot)",
    ],
    [
      "beta, not under v4beta",
      "GET",
      "/v4/account/maintenance",
      "maintenance.list (GET /v4beta/account/maintenance)",
    ],
    [
      "a segment too many",
      "GET",
      "/v4/regions/us-east/availability",
      "regions.view (GET /v4/regions/{regionId})",
    ],
    ["a control path", "GET", "/_emulator/wrld", "GET /_emulator/world"],
  ])("%s: %s %s", async (_, method, path, expected) => {
    expect(await request(method, path)).toEqual({
      ...{ status: 404, allow: null },
      reason: `Not found. The nearest endpoint is ${expected}.`,
    });
  });
});

test("an operation that is not served under v4beta is named with its own path", async () => {
  emulator.control.settings({ betaAddress: "betaOnly" });
  expect(await request("GET", "/v4beta/regions/us-east")).toMatchObject({
    status: 404,
    reason: "Not found. The nearest endpoint is regions.view (GET /v4/regions/{regionId}).",
  });
  emulator.control.settings({ betaAddress: "all" });
});

test("the response to a known path with another method names the endpoints of the path", async () => {
  expect(await request("PATCH", "/v4/acme/instances")).toEqual({
    status: 405,
    allow: "GET, POST",
    reason:
      "Method Not Allowed. This path has instances.list (GET /v4/acme/instances), instances.create (POST /v4/acme/instances).",
  });
});

test("only the first 300 characters of a path are compared", async () => {
  const reason = async (slashes: number) =>
    (await request("POST", `/v4/acme/instances/7${"/".repeat(slashes)}boots`)).reason;
  expect(await reason(270)).toContain("/boot");
  expect(await reason(300)).not.toContain("/boot");
});

test("a trailing slash makes no difference", async () => {
  const response = await emulator.fetch(new Request("http://emulator.test/v4/regions/"));
  expect(response.status).toBe(200);
});
