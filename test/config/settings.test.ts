/** @jest-environment node */
import { NodecloudError } from "../../src/client";
import { overridingVariables, resolveSettings } from "../../src/config";

const stackOf = (values: Record<string, string>) => (key: string) => values[key];

describe("settings", () => {
  it("come from the argument, else from the environment, else from the stack", () => {
    const found = resolveSettings({
      argument: { baseUrl: "https://argument/v4" },
      env: { NODECLOUD_BASE_URL: "https://environment/v4", NODECLOUD_TOKEN: "environment" },
      stack: stackOf({ "nodecloud:token": "stack", "nodecloud:brand": "acme" }),
    });
    expect(found).toEqual({
      baseUrl: "https://argument/v4",
      token: "environment",
      brand: "acme",
      sources: { baseUrl: "argument", token: "environment", brand: "stack" },
    });
  });

  it("have one spelling of an address, however it is written, because the records of creates are found by it", () => {
    const spelled = (baseUrl: string) =>
      resolveSettings({
        argument: { baseUrl, betaUrl: `${baseUrl.replace(/v4(?=\/*\s*$)/, "v4beta")}` },
        env: {},
      });
    const one = { baseUrl: "https://api.x/v4", betaUrl: "https://api.x/v4beta" };
    const others = ["/v4/", "/v4//", ":443/v4"].map((rest) => `https://api.x${rest}`);
    for (const text of [one.baseUrl, ...others, "https://API.x/v4", "HTTPS://api.x/v4", " https://api.x/v4 "])
      expect(spelled(text)).toMatchObject(one);
    const different = ["http://api.x/v4", "https://api.x:444/v4", "https://api.x/a/v4", "https://api.x/V4"];
    for (const text of different) expect(spelled(text).baseUrl).toBe(text);
  });

  it.each([
    "x",
    "ftp://api.x/v4/",
    "https://u@API.x/v4/",
    "https://:p@API.x/v4/",
    "https://API.x/v4/?a",
    "https://API.x/v4/#a",
  ])("keep an address that the client refuses as it is written: %s", (baseUrl) => {
    expect(resolveSettings({ argument: { baseUrl }, env: {} }).baseUrl).toBe(baseUrl);
  });

  it("include the beta address from each source", () => {
    const baseUrl = "https://host/v4";
    const betaUrl = "https://beta/v4beta";
    const places = [
      { argument: { baseUrl, betaUrl }, env: {} },
      { argument: { baseUrl }, env: { NODECLOUD_BETA_URL: betaUrl } },
      { argument: { baseUrl }, env: {}, stack: stackOf({ "nodecloud:betaUrl": betaUrl }) },
    ];
    expect(places.map((place) => resolveSettings(place).betaUrl)).toEqual([betaUrl, betaUrl, betaUrl]);
  });

  it("include the maximum length of lists from each source, as a number", () => {
    const baseUrl = "https://host/v4";
    const places = [
      { argument: { baseUrl, maxListItems: 7 }, env: {} },
      { argument: { baseUrl }, env: { NODECLOUD_MAX_LIST_ITEMS: "7" } },
      { argument: { baseUrl }, env: {}, stack: stackOf({ "nodecloud:maxListItems": "7" }) },
    ];
    expect(places.map((place) => resolveSettings(place).maxListItems)).toEqual([7, 7, 7]);
  });

  it.each(["many", "-1", "1.5", "0"])("reject %s as the maximum length of lists", (text) => {
    const env = { NODECLOUD_BASE_URL: "https://host/v4", NODECLOUD_MAX_LIST_ITEMS: text };
    expect(() => resolveSettings({ env })).toThrow(/maxListItems: .* is not an integer of at least 1/);
  });

  it("treat an empty string as missing", () => {
    const found = resolveSettings({
      argument: { token: "", baseUrl: "" },
      env: { NODECLOUD_TOKEN: "", NODECLOUD_BASE_URL: "https://host/v4", NODECLOUD_BRAND: "" },
      stack: stackOf({ "nodecloud:token": "from the stack", "nodecloud:brand": "" }),
    });
    expect(found.token).toBe("from the stack");
    expect(found.brand).toBe("node");
    expect(found.sources).toEqual({ baseUrl: "environment", token: "stack", brand: "default" });
  });

  it("have no token if none is set", () => {
    const found = resolveSettings({ env: { NODECLOUD_BASE_URL: "https://host/v4" } });
    expect("token" in found).toBe(false);
  });

  it("name all four ways to set a missing address", () => {
    const missing = () => resolveSettings({ env: {} });
    expect(missing).toThrow(NodecloudError);
    expect(missing).toThrow(expect.objectContaining({ code: "configuration" }));
    expect(missing).toThrow(
      /argument `baseUrl`.*NODECLOUD_BASE_URL, the input `nodecloud:baseUrl` of an explicit provider, or.*pulumi config set nodecloud:baseUrl/,
    );
  });

  it("refuse an Output or a promise, and name the places that lookups read a setting from", () => {
    const argument = { baseUrl: "https://api.x/v4", token: Promise.resolve("abc") as never };
    expect(() => resolveSettings({ argument, env: {} })).toThrow(
      "token: an Output or a promise has no value yet, so nothing was sent. Pass the value itself, or omit it and set the environment variable NODECLOUD_TOKEN or the stack's configuration: `pulumi config set --secret nodecloud:token VALUE` (or `nodecloud config set`).",
    );
    const address = { baseUrl: Promise.resolve("https://api.x/v4") as never };
    expect(() => resolveSettings({ argument: address, env: {} })).toThrow(
      "config set nodecloud:baseUrl VALUE` (or `nodecloud config set`)",
    );
  });

  it.each([
    [{ NODECLOUD_TOKEN: "other" }, ["NODECLOUD_TOKEN"]],
    [{ NODECLOUD_TOKEN: "token", NODECLOUD_BASE_URL: "https://HOST/v4/" }, []],
    [
      { NODECLOUD_TOKEN: "other", NODECLOUD_BASE_URL: "https://x/v4" },
      ["NODECLOUD_BASE_URL", "NODECLOUD_TOKEN"],
    ],
    [{ NODECLOUD_TOKEN: "", NODECLOUD_BRAND: "acme" }, []],
  ])("name the variables of the environment that take the place of other values: %j", (env, variables) => {
    const stack = stackOf({ "nodecloud:baseUrl": "https://host/v4", "nodecloud:token": "token" });
    expect(overridingVariables({ env, stack })).toEqual(variables);
    expect(overridingVariables({ env, stack: stackOf({ "nodecloud:brand": "node" }) })).toEqual([]);
  });

  it("are resolved without loading the HTTP library", () => {
    jest.isolateModules(() => {
      jest.doMock("axios", () => {
        throw new Error("axios was loaded");
      });
      expect(() =>
        require("../../src/config").resolveSettings({ env: { NODECLOUD_BASE_URL: "x" } }),
      ).not.toThrow();
    });
  });
});
