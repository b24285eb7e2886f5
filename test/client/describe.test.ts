import { createBinder } from "../../src/client/binder";

const binder = (brand = "node") =>
  createBinder({ baseUrl: "https://service.test/v4", token: "t0ken-canary", brand });

it("describes the request of a call, with its secrets redacted", () => {
  const described = binder("acme").describe("instances.create", {
    region: "us-east",
    type: "g1-nano-1",
    root_pass: "pass-canary",
    stackscript_data: { password: "answer-canary" },
    interfaces: [{ purpose: "vlan", further: "kept" }],
  });
  expect(described).toEqual({
    method: "POST",
    url: "https://service.test/v4/acme/instances",
    headers: expect.objectContaining({
      "Content-Type": "application/json",
      Authorization: "Bearer <REDACTED>",
    }),
    body: {
      region: "us-east",
      type: "g1-nano-1",
      root_pass: "<REDACTED>",
      stackscript_data: "<REDACTED>",
      interfaces: [{ purpose: "vlan", further: "kept" }],
    },
  });
  expect(JSON.stringify(described)).not.toContain("canary");
});

it("uses the brand's names", () => {
  const { url, body } = binder("acme").describe("instances.clone", { instanceId: 7, node_id: 8 });
  expect({ url, body }).toEqual({
    url: "https://service.test/v4/acme/instances/7/clone",
    body: { acme_id: 8 },
  });
});

it("describes the request for the first page of a list, or for the page that is asked for", () => {
  const url = (args: object) => binder().describe("instances.list", args).url.split("?")[1];
  expect(url({})).toBe("page=1&page_size=500");
  expect(url({ page: 3 })).toBe("page=3");
  expect(binder().describe("regions.list", {}).url).toBe("https://service.test/v4/regions");
});

it("replaces binary data with its size", () => {
  const args = { clientId: "c1", data: new Uint8Array(9), content_type: "image/png" };
  expect(binder().describe("oauthClients.updateThumbnail", args).body).toBe("9 bytes");
});

it("refuses what the call would refuse", () => {
  expect(() => binder().describe("instances.view", { instanceId: 0 })).toThrow(/was not sent: instanceId/);
});
