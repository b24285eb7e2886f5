import * as pulumi from "@pulumi/pulumi";
import {
  getAccount,
  getBackups,
  getEvents,
  getImage,
  getImages,
  getInstance,
  getInstances,
  getOAuthClients,
  getPaymentMethods,
  getRegion,
  getRegions,
} from "../../src";
import { startServiceWithToken, stopServices } from "./service";

afterAll(stopServices);

type Lookup = (query: never, options?: never) => Promise<unknown>;
const lookups: readonly (readonly [string, Lookup, string, RegExp])[] = [
  ["getImage", getImage, "mostRecentt", /Did you mean mostRecent\?/],
  ["getImages", getImages, "lable", /Did you mean label\?/],
  ["getInstance", getInstance, "labell", /Did you mean label\?/],
  ["getInstances", getInstances, "tags", /Did you mean tag or status\?/],
  ["getRegion", getRegion, "county", /Did you mean country\?/],
  ["getRegions", getRegions, "capabilities", /Did you mean capability\?/],
  ["getBackups", getBackups, "instanceid", /Did you mean instanceId\?/],
  ["getEvents", getEvents, "entity", /Did you mean entity(Id|Type) or entity(Id|Type)\?/],
  ["getOAuthClients", getOAuthClients, "publik", /Did you mean public\?/],
  ["getPaymentMethods", getPaymentMethods, "default", /Did you mean isDefault\?/],
];

/** Calls a lookup with arguments that do not compile. */
const callUntyped = (lookup: Lookup) => (query: object, options: object) =>
  Reflect.apply(lookup, undefined, [query, options]);

describe("a lookup", () => {
  it.each(lookups)(
    "%s rejects an unknown filter before it sends a request",
    async (name, lookup, key, hint) => {
      const { options, emulator } = await startServiceWithToken();
      const call = callUntyped(lookup)({ [key]: "x" }, options);
      await expect(call).rejects.toThrow(`${name}: there is no filter ${key}. `);
      await expect(callUntyped(lookup)({ [key]: "x" }, options)).rejects.toThrow(hint);
      expect(emulator.control.requests()).toEqual([]);
    },
  );

  it.each(lookups)("%s rejects an unknown option", async (name, lookup) => {
    const { options, emulator } = await startServiceWithToken();
    const call = callUntyped(lookup)({}, { ...options, baseURL: "x" });
    await expect(call).rejects.toThrow(
      `${name}: there is no option baseURL. Did you mean baseUrl or betaUrl? Nothing was sent.`,
    );
    expect(emulator.control.requests()).toEqual([]);
  });

  it("without filters rejects unknown options too", async () => {
    const { options } = await startServiceWithToken();
    await expect(callUntyped(getAccount)({ ...options, tokn: "x" }, {})).rejects.toThrow(
      /tokn.*Did you mean token\?/,
    );
  });

  it("lists its filters if none resembles the unknown one, and suggests at most three", async () => {
    const { options } = await startServiceWithToken();
    await expect(callUntyped(getImage)({ zzz: 1 }, options)).rejects.toThrow(
      /Use vendor, label, type, public, deprecated, status, id, mostRecent\./,
    );
    for (const key of ["a", "e", "s", "t", "tatus", "pe", "el"]) {
      const message = await callUntyped(getImage)({ [key]: 1 }, options).catch(
        (error: Error) => error.message,
      );
      const [, candidates = ""] = /Did you mean (.*)\?/.exec(message) ?? [];
      expect(candidates.split(/, | or /).length).toBeLessThanOrEqual(3);
    }
  });

  it.each<[string, string, Lookup, unknown, string]>([
    ["getImage", "mostRecent", getImage, "false", 'a boolean, got "false".'],
    ["getImage", "public", getImage, 1, "a boolean, got 1."],
    ["getImage", "label", getImage, ["Debian 12"], "a string or a regular expression, got an array."],
    ["getImage", "vendor", getImage, pulumi.output("Debian"), "a string, got an output. Use getImageOutput."],
    ["getImages", "deprecated", getImages, "no", 'a boolean, got "no".'],
    ["getInstance", "id", getInstance, "12", 'a number, got "12".'],
    ["getInstance", "label", getInstance, 5, "a string or a regular expression, got 5."],
    ["getInstances", "tag", getInstances, { env: "dev" }, "a string, got an object."],
    ["getRegion", "first", getRegion, "false", 'a boolean, got "false".'],
    ["getRegions", "capability", getRegions, ["GPU", 1], "a string or an array of strings, got an array."],
    [
      "getRegions",
      "country",
      getRegions,
      Promise.resolve("us"),
      "a string, got a promise. Wait for it with await.",
    ],
    ["getBackups", "instanceId", getBackups, "1", 'a number, got "1".'],
    ["getEvents", "entityId", getEvents, true, "a number or a string, got true."],
    ["getEvents", "since", getEvents, 1647853200000, "a string or a Date, got 1647853200000."],
    ["getEvents", "limit", getEvents, "5", 'a number, got "5".'],
    ["getOAuthClients", "public", getOAuthClients, "true", 'a boolean, got "true".'],
    ["getPaymentMethods", "isDefault", getPaymentMethods, "true", 'a boolean, got "true".'],
  ])("%s rejects another type of %s before it sends a request", async (name, key, lookup, value, rule) => {
    const { options, emulator } = await startServiceWithToken();
    await expect(callUntyped(lookup)({ [key]: value }, options)).rejects.toThrow(
      `${name}: ${key} must be ${rule} Nothing was sent.`,
    );
    expect(emulator.control.requests()).toEqual([]);
  });

  it.each([
    ["node/debian12", '"node/debian12".'],
    [["node/debian12"], "an array."],
    [undefined, "undefined."],
    [null, "null."],
    [pulumi.output({ id: "node/debian12" }), "an output. Use getImageOutput."],
  ])("rejects a query that is not an object: %#", async (query, shown) => {
    const { options, emulator } = await startServiceWithToken();
    await expect(Reflect.apply(getImage, undefined, [query, options])).rejects.toThrow(
      `getImage: the query must be an object, got ${shown} Nothing was sent.`,
    );
    expect(emulator.control.requests()).toEqual([]);
  });

  it("ignores null and undefined, even for unknown filters", async () => {
    const { options } = await startServiceWithToken();
    const all = await getImages({}, options);
    expect(
      await callUntyped(getImages)({ label: null, vendor: undefined, other: undefined }, options),
    ).toEqual(all);
    expect(await callUntyped(getRegion)({ id: null, country: "us", first: true }, options)).toMatchObject({
      country: "us",
    });
  });
});

describe("a response with types other than those that the interface specifies", () => {
  it.each<[string, Lookup, object]>([
    ["images.list", getImages, { id: 5, label: 7, created: 9, vendor: 3, description: {}, type: null }],
    [
      "instances.list",
      getInstances,
      { id: "7", label: null, tags: "a", ipv4: null, specs: 3, alerts: "x", backups: [] },
    ],
    ["regions.list", getRegions, { id: 3, country: 49, capabilities: null, resolvers: "x" }],
    ["oauthClients.list", getOAuthClients, { id: 12, label: 5, public: "yes" }],
    ["paymentMethods.list", getPaymentMethods, { id: "4", data: null, is_default: "true" }],
  ])("of %s is accepted", async (operation, lookup, item) => {
    const { options, emulator } = await startServiceWithToken();
    const body = JSON.parse(
      JSON.stringify({ data: [item, item], page: "1", pages: null, results: "2", more: 1 }),
    );
    emulator.control.faults.add({ operation, effect: { status: 200, body } });
    expect(await callUntyped(lookup)({}, options)).toHaveLength(1);
    const filters = { label: /x/, vendor: "x", tag: "x", country: "x", capability: "x", id: "x" };
    for (const [name, value] of Object.entries(filters))
      await callUntyped(lookup)({ [name]: value }, options).catch((error: Error) =>
        expect(error.message).toMatch(/there is no filter|must be/),
      );
  });
});
