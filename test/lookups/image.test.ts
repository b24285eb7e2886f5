import * as pulumi from "@pulumi/pulumi";
import { getImage, getImageOutput, getImages, getImagesOutput } from "../../src";
import { wellKnownTokens } from "../../src/emulator";
import { settled, startService, stopServices } from "./service";

afterAll(stopServices);

const ids = (images: readonly { readonly id: string }[]) => images.map(({ id }) => id);
const token = wellKnownTokens.full;

describe("getImage", () => {
  it("finds an image by its id, whole, slash and all", async () => {
    const { options } = await startService();
    expect(await getImage({ id: "node/debian9" }, options)).toEqual({
      id: "node/debian9",
      label: "Debian 9",
      description: null,
      created: "2017-06-18T00:00:00",
      updated: "2017-06-18T00:00:00",
      createdBy: "node",
      deprecated: true,
      eol: "2022-06-30T00:00:00",
      expiry: null,
      isPublic: true,
      size: 1100,
      status: "available",
      type: "manual",
      vendor: "Debian",
    });
  });

  it("takes the newest of several when it is asked to, else says which there are", async () => {
    const { options } = await startService();
    expect(await getImage({ vendor: "debian", mostRecent: true }, options)).toMatchObject({
      id: "node/debian12",
    });
    await expect(getImage({ vendor: "debian" }, options)).rejects.toThrow(
      "3 images match (vendor debian): node/debian12 (Debian 12); node/debian11 (Debian 11); node/debian9 (Debian 9, deprecated). Ask for one of them by its id, or narrow the conditions.",
    );
  });

  it("takes what the label says where the vendor alone also finds images for the nodes of clusters", async () => {
    const { options } = await startService({ settings: { clusterImages: true } });
    expect(await getImage({ vendor: "Debian", mostRecent: true }, options)).toMatchObject({
      id: "node/debian11-kube-v1.25.4",
    });
    const label = /^Debian \d+$/;
    expect(await getImage({ label, deprecated: false, mostRecent: true }, options)).toMatchObject({
      id: "node/debian12",
    });
    expect(ids(await getImages({ label }, options))).toEqual([
      "node/debian12",
      "node/debian11",
      "node/debian9",
    ]);
    expect(await getImage({ label: "debian 11" }, options)).toMatchObject({ id: "node/debian11" });
  });

  it("lists the nearest where there is none", async () => {
    const { options } = await startService();
    await expect(getImage({ id: "node/debain12" }, options)).rejects.toThrow(
      /^There is no image "node\/debain12"\. The nearest: node\/debian12 \(Debian 12\); /,
    );
    await expect(getImage({ vendor: "Debian", label: /^Ubuntu/, mostRecent: true }, options)).rejects.toThrow(
      /^No image matches \(vendor Debian, label \/\^Ubuntu\/\)\. The nearest: .*Debian 12.*and 4 more\.$/,
    );
  });

  it("needs a token for private ones, and says nothing of them without", async () => {
    const { options } = await startService();
    expect(await getImage({ id: "private/1" }, { ...options, token })).toMatchObject({
      label: "golden",
      vendor: null,
      isPublic: false,
    });
    await expect(getImage({ id: "private/1" }, options)).rejects.toThrow(/^There is no image "private\/1"/);
  });
});

describe("getImages", () => {
  const newestFirst = [
    "node/ubuntu22.04",
    "node/alma9",
    "node/debian12",
    "node/alpine3.15",
    "node/fedora35",
    "node/debian11",
    "node/alma8",
    "node/ubuntu20.04",
    "node/debian9",
  ];

  it("lists the public ones, the newest first, with no token", async () => {
    const { options, emulator } = await startService();
    expect(ids(await getImages({}, options))).toEqual(newestFirst);
    expect(emulator.control.requests().map(({ token: sent }) => sent)).toEqual([null]);
  });

  it("lists private ones too with a token, the account's newest at the top", async () => {
    const { options } = await startService();
    expect(ids(await getImages({}, { ...options, token }))).toEqual(["private/1", ...newestFirst]);
    expect(ids(await getImages({ public: false }, { ...options, token }))).toEqual(["private/1"]);
    expect(ids(await getImages({ public: true }, { ...options, token }))).toEqual(newestFirst);
  });

  it.each([
    [{ vendor: "UBUNTU" }, ["node/ubuntu22.04", "node/ubuntu20.04"]],
    [{ label: "debian 12" }, ["node/debian12"]],
    [{ label: "Debian" }, []],
    [{ label: /debian/i }, ["node/debian12", "node/debian11", "node/debian9"]],
    [{ label: /LTS$/ }, ["node/ubuntu22.04", "node/ubuntu20.04"]],
    [{ deprecated: true }, ["node/debian9"]],
    [{ type: "automatic" }, []],
    [{ status: "creating" }, []],
    [
      { vendor: "Debian", deprecated: false, type: "manual", status: "available", public: true, label: /1/ },
      ["node/debian12", "node/debian11"],
    ],
  ])("with %j are %j", async (filters, expected) => {
    const { options } = await startService();
    expect(ids(await getImages(filters, options))).toEqual(expected);
  });

  it("asks an expression with the flag g or y anew for every image, and twice gives the same", async () => {
    const { options } = await startService();
    for (const label of [/Debian/g, /Debian/y]) {
      const first = ids(await getImages({ label }, options));
      expect(first).toEqual(["node/debian12", "node/debian11", "node/debian9"]);
      expect(ids(await getImages({ label }, options))).toEqual(first);
      expect(label.lastIndex).toBe(0);
    }
  });

  it("of another brand carry its word", async () => {
    const { options } = await startService({ brand: "acme" });
    expect(await getImage({ vendor: "Debian", mostRecent: true }, options)).toMatchObject({
      id: "acme/debian12",
      createdBy: "acme",
    });
  });

  it("gathers all pages, however small the service makes them", async () => {
    const { options, emulator } = await startService({ settings: { pageSize: "clamped" } });
    const world = emulator.control.world();
    const [image] = world.images;
    const many = Array.from({ length: 620 }, (_, index) => ({ ...image, id: `node/many-${index}` }));
    emulator.control.load({ ...world, images: many });
    expect(await getImages({}, options)).toHaveLength(620);
    expect(emulator.control.requests()).toHaveLength(2);
  });
});

describe("the forms for outputs", () => {
  it("take outputs, and expressions as they are", async () => {
    const { options } = await startService();
    const vendor = pulumi.output(Promise.resolve("Ubuntu"));
    const newest = getImageOutput({ vendor, mostRecent: true }, options);
    expect(await settled(newest)).toMatchObject({ id: "node/ubuntu22.04" });
    expect(await settled(getImageOutput({ label: pulumi.output("fedora 35") }, options))).toMatchObject({
      id: "node/fedora35",
    });
    const old = getImagesOutput({ vendor, label: /20\.04/g }, options);
    expect(ids(await settled(old))).toEqual(["node/ubuntu20.04"]);
    expect(await settled(getImagesOutput(undefined, options))).toHaveLength(9);
  });
});
