import * as pulumi from "@pulumi/pulumi";
import { getRegion, getRegionOutput, getRegions, getRegionsOutput } from "../../src";
import { outputValue, startService, stopServices } from "./service";

afterAll(stopServices);

const ids = (regions: readonly { readonly id: string }[]) => regions.map(({ id }) => id);

describe("getRegion", () => {
  it("returns all fields of a region found by its id, without a token", async () => {
    const { options, emulator } = await startService();
    expect(await getRegion({ id: "eu-central" }, options)).toEqual({
      id: "eu-central",
      country: "de",
      capabilities: ["Instances", "Backups", "Block Storage", "Virtual Networks"],
      resolvers: { ipv4: "192.0.2.40,192.0.2.41", ipv6: "2001:db8:53::40,2001:db8:53::41" },
      status: "ok",
    });
    expect(emulator.control.requests().map(({ token }) => token)).toEqual([null]);
  });

  it("finds the only region that matches every filter, ignoring case", async () => {
    const { options } = await startService();
    expect(await getRegion({ country: "DE" }, options)).toMatchObject({ id: "eu-central" });
    expect(await getRegion({ country: "us", capability: "virtual networks" }, options)).toMatchObject({
      id: "us-east",
    });
    expect(await getRegion({ status: "outage" }, options)).toMatchObject({ id: "ap-south" });
  });

  it("returns the first of several matches only with `first`", async () => {
    const { options } = await startService();
    expect(await getRegion({ country: "us", first: true }, options)).toMatchObject({ id: "us-east" });
    await expect(getRegion({ country: "us" }, options)).rejects.toThrow(
      /^3 regions match \(country us\): us-east \(us, ok: .*\); us-central .*; us-west .*\. Select one by its id, or add filters\.$/,
    );
  });

  it("lists the nearest regions when none matches", async () => {
    const { options } = await startService();
    await expect(getRegion({ id: "us-eastt" }, options)).rejects.toThrow(
      /^There is no region "us-eastt"\. The nearest are us-east \(us, ok: /,
    );
    await expect(
      getRegion({ country: "de", capability: "Virtual Networks", status: "outage", first: true }, options),
    ).rejects.toThrow(
      /^No region matches \(country de, capability Virtual Networks, status outage\)\. The nearest are eu-central .*; ap-south .*and 1 more\.$/,
    );
    await expect(getRegion({ capability: "Teleportation" }, options)).rejects.toThrow(
      /No region matches \(capability Teleportation\)/,
    );
  });
});

describe("getRegions", () => {
  it("lists all regions in the service's order", async () => {
    const { options } = await startService();
    expect(ids(await getRegions({}, options))).toEqual([
      "us-east",
      "us-central",
      "us-west",
      "eu-central",
      "eu-west",
      "ap-south",
    ]);
  });

  it.each([
    [{ country: "US" }, ["us-east", "us-central", "us-west"]],
    [{ capability: "Virtual Networks" }, ["us-east", "eu-central", "ap-south"]],
    [{ capability: ["Backups", "virtual networks"] as const }, ["us-east", "eu-central", "ap-south"]],
    [{ capability: [] as const, status: "outage" }, ["ap-south"]],
    [{ capability: "Virtual Networks", status: "ok", country: "de" }, ["eu-central"]],
    [{ country: "fr" }, []],
  ])("with %j, returns the regions %j", async (filters, expected) => {
    const { options } = await startService();
    expect(ids(await getRegions(filters, options))).toEqual(expected);
  });

  it("reads the list again for every lookup", async () => {
    const { options, emulator } = await startService();
    expect(ids(await getRegions({ status: "outage" }, options))).toEqual(["ap-south"]);
    emulator.control.externalChange({ kind: "region", regionId: "ap-south", status: "ok" });
    expect(await getRegions({ status: "outage" }, options)).toEqual([]);
  });

  it("sends no filter to the service", async () => {
    const { options, emulator } = await startService({ settings: { filters: "ignored" } });
    expect(ids(await getRegions({ country: "gb" }, options))).toEqual(["eu-west"]);
    expect(emulator.control.requests().map(({ path }) => path)).toEqual(["/v4/regions"]);
  });
});

describe("the variants for outputs", () => {
  it("resolve their arguments", async () => {
    const { options } = await startService();
    const capability = pulumi.output(Promise.resolve("Virtual Networks"));
    const region = getRegionOutput({ capability, country: "us" }, options);
    expect(await outputValue(region)).toMatchObject({ id: "us-east" });
    const regions = getRegionsOutput({ capability, status: Promise.resolve("ok") }, options);
    expect(ids(await outputValue(regions))).toEqual(["us-east", "eu-central"]);
    expect(await outputValue(getRegionsOutput(undefined, options))).toHaveLength(6);
  });
});
