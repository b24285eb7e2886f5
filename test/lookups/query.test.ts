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
import { startFilledService, stopServices } from "./service";

afterAll(stopServices);

type Look = (query: never, options?: never) => Promise<unknown>;
const lookups: readonly (readonly [string, Look, string, RegExp])[] = [
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

/** Calls a look-up with what the compiler would refuse. */
const misused = (look: Look) => (query: object, options: object) =>
  Reflect.apply(look, undefined, [query, options]);

describe("a look-up", () => {
  it.each(lookups)(
    "%s refuses a condition that it does not know, before anything is sent",
    async (name, look, key, hint) => {
      const { options, emulator } = await startFilledService();
      const looking = misused(look)({ [key]: "x" }, options);
      await expect(looking).rejects.toThrow(`${name} was not sent: ${key} is not one of its conditions.`);
      await expect(misused(look)({ [key]: "x" }, options)).rejects.toThrow(hint);
      expect(emulator.control.requests()).toEqual([]);
    },
  );

  it.each(lookups)("%s refuses an option that it does not know", async (name, look) => {
    const { options, emulator } = await startFilledService();
    const looking = misused(look)({}, { ...options, baseURL: "x" });
    await expect(looking).rejects.toThrow(
      `${name} was not sent: baseURL is not one of its options. Did you mean baseUrl`,
    );
    expect(emulator.control.requests()).toEqual([]);
  });

  it("without conditions refuses unknown options too", async () => {
    const { options } = await startFilledService();
    await expect(misused(getAccount)({ ...options, tokn: "x" }, {})).rejects.toThrow(
      /tokn.*Did you mean token\?/,
    );
  });

  it("lists its conditions where none is like the unknown one, and names three at most", async () => {
    const { options } = await startFilledService();
    await expect(misused(getImage)({ zzz: 1 }, options)).rejects.toThrow(
      /Its conditions are vendor, label, type, public, deprecated, status, id, mostRecent\./,
    );
    for (const key of ["a", "e", "s", "t", "tatus", "pe", "el"]) {
      const message = await misused(getImage)({ [key]: 1 }, options).catch((error: Error) => error.message);
      const [, candidates = ""] = /Did you mean (.*)\?/.exec(message) ?? [];
      expect(candidates.split(/, | or /).length).toBeLessThanOrEqual(3);
    }
  });

  it("takes null and undefined as absent, also of what it does not know", async () => {
    const { options } = await startFilledService();
    const all = await getImages({}, options);
    expect(await misused(getImages)({ label: null, vendor: undefined, other: undefined }, options)).toEqual(
      all,
    );
    expect(await misused(getRegion)({ id: null, country: "us", first: true }, options)).toMatchObject({
      country: "us",
    });
  });
});

describe("an answer of another kind than the interface says", () => {
  it.each<[string, Look, object]>([
    ["images.list", getImages, { id: 5, label: 7, created: 9, vendor: 3, description: {}, type: null }],
    [
      "instances.list",
      getInstances,
      { id: "7", label: null, tags: "a", ipv4: null, specs: 3, alerts: "x", backups: [] },
    ],
    ["regions.list", getRegions, { id: 3, country: 49, capabilities: null, resolvers: "x" }],
    ["oauthClients.list", getOAuthClients, { id: 12, label: 5, public: "yes" }],
    ["paymentMethods.list", getPaymentMethods, { id: "4", data: null, is_default: "true" }],
  ])("of %s is taken all the same", async (operation, look, item) => {
    const { options, emulator } = await startFilledService();
    const body = JSON.parse(
      JSON.stringify({ data: [item, item], page: "1", pages: null, results: "2", more: 1 }),
    );
    emulator.control.faults.add({ operation, effect: { status: 200, body } });
    expect(await misused(look)({}, options)).toHaveLength(1);
    const conditions = { label: /x/, vendor: "x", tag: "x", country: "x", capability: "x", id: "x" };
    for (const [name, value] of Object.entries(conditions))
      await misused(look)({ [name]: value }, options).catch((error: Error) =>
        expect(error.message).toMatch(/is not one of its conditions/),
      );
  });
});
