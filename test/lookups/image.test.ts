import * as pulumi from "@pulumi/pulumi";
import { getImage, getImageOutput, getImages, getImagesOutput } from "../../src";
import { VirtualClock } from "../../src/clock";
import { wellKnownTokens } from "../../src/emulator";
import { outputValue, startService, startServiceWithToken, stopServices } from "./service";

afterAll(stopServices);

const ids = (images: readonly { readonly id: string }[]) => images.map(({ id }) => id);
const token = wellKnownTokens.full;

describe("getImage", () => {
  it("returns all fields of an image found by its id, which contains a slash", async () => {
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

  it("returns the newest of several matches with `mostRecent`, and lists them without", async () => {
    const { options } = await startService();
    expect(await getImage({ vendor: "debian", mostRecent: true }, options)).toMatchObject({
      id: "node/debian12",
    });
    await expect(getImage({ vendor: "debian" }, options)).rejects.toThrow(
      "5 images match (vendor debian): node/debian11-kube-v1.25.4 (Debian 11 Kubernetes v1.25.4); node/debian11-kube-v1.24.8 (Debian 11 Kubernetes v1.24.8); node/debian12 (Debian 12); node/debian11 (Debian 11); node/debian9 (Debian 9, deprecated). Select one by its id, or add filters.",
    );
  });

  it("takes the newest image for cluster nodes only if no other image matches, or by its id or whole label", async () => {
    const { options } = await startService();
    for (const label of [/Debian/, /^Debian \d+$/]) {
      expect(await getImage({ label, mostRecent: true }, options)).toMatchObject({ id: "node/debian12" });
    }
    const newest = { id: "node/debian11-kube-v1.25.4" };
    expect(await getImage({ label: /Kubernetes/, mostRecent: true }, options)).toMatchObject(newest);
    const label = "Debian 11 Kubernetes v1.25.4";
    for (const query of [{ label }, newest]) expect(await getImage(query, options)).toMatchObject(newest);
    expect(await getImage({ label: "debian 11" }, options)).toMatchObject({ id: "node/debian11" });
  });

  it("lists the nearest images when none matches", async () => {
    const { options } = await startService();
    await expect(getImage({ id: "node/debain12" }, options)).rejects.toThrow(
      /^There is no image "node\/debain12"\. The nearest are node\/debian12 \(Debian 12\); /,
    );
    await expect(getImage({ vendor: "Debian", label: /^Ubuntu/, mostRecent: true }, options)).rejects.toThrow(
      /^No image matches \(vendor Debian, label \/\^Ubuntu\/\)\. The nearest are .*Debian 12.*and 6 more\.$/,
    );
  });

  it("finds private images only with a token", async () => {
    const { options } = await startService();
    expect(await getImage({ id: "private/1" }, { ...options, token })).toMatchObject({
      label: "golden",
      vendor: null,
      isPublic: false,
    });
    await expect(getImage({ id: "private/1" }, options)).rejects.toThrow(/^There is no image "private\/1"/);
  });

  it("finds a private image by its id before the list contains it", async () => {
    const { client, options } = await startServiceWithToken({
      clock: new VirtualClock(),
      settings: { listLagSeconds: 30 },
    });
    const { image } = await client.images.upload({ label: "new", region: "us-east" });
    expect(await getImages({ label: "new" }, options)).toEqual([]);
    expect(await getImage({ id: image.id }, options)).toMatchObject({ id: image.id, label: "new" });
    await expect(getImage({ id: `${image.id}9` }, options)).rejects.toThrow(/^There is no image "private\//);
  });
});

describe("getImages", () => {
  const newestFirst = [
    "node/debian11-kube-v1.25.4",
    "node/debian11-kube-v1.24.8",
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

  it("lists public images, newest first, without a token", async () => {
    const { options, emulator } = await startService();
    expect(ids(await getImages({}, options))).toEqual(newestFirst);
    expect(emulator.control.requests().map(({ token: sent }) => sent)).toEqual([null]);
  });

  it("lists private images too with a token", async () => {
    const { options } = await startService();
    expect(ids(await getImages({}, { ...options, token }))).toEqual(["private/1", ...newestFirst]);
    expect(ids(await getImages({ public: false }, { ...options, token }))).toEqual(["private/1"]);
    expect(ids(await getImages({ public: true }, { ...options, token }))).toEqual(newestFirst);
  });

  it.each([
    [{ vendor: "UBUNTU" }, ["node/ubuntu22.04", "node/ubuntu20.04"]],
    [{ label: "debian 12" }, ["node/debian12"]],
    [{ label: "Debian" }, []],
    [{ label: /^debian \d+$/i }, ["node/debian12", "node/debian11", "node/debian9"]],
    [{ label: /LTS$/ }, ["node/ubuntu22.04", "node/ubuntu20.04"]],
    [{ deprecated: true }, ["node/debian9"]],
    [{ type: "automatic" }, []],
    [{ status: "creating" }, []],
    [
      {
        vendor: "Debian",
        deprecated: false,
        type: "manual",
        status: "available",
        public: true,
        label: /1\d?$/,
      },
      ["node/debian12", "node/debian11"],
    ],
  ])("with %j, returns the images %j", async (filters, expected) => {
    const { options } = await startService();
    expect(ids(await getImages(filters, options))).toEqual(expected);
  });

  it("tests every image from its start with a regular expression that has the flag g or y", async () => {
    const { options } = await startService();
    for (const label of [/Debian \d+$/g, /Debian \d+$/y]) {
      const first = ids(await getImages({ label }, options));
      expect(first).toEqual(["node/debian12", "node/debian11", "node/debian9"]);
      expect(ids(await getImages({ label }, options))).toEqual(first);
      expect(label.lastIndex).toBe(0);
    }
  });

  it("returns ids with the brand's word", async () => {
    const { options } = await startService({ brand: "acme" });
    expect(await getImage({ vendor: "Debian", mostRecent: true }, options)).toMatchObject({
      id: "acme/debian12",
      createdBy: "acme",
    });
  });

  it("reads all pages when the service limits their size", async () => {
    const { options, emulator } = await startService({ settings: { pageSize: "clamped" } });
    const world = emulator.control.world();
    const [image] = world.images;
    const many = Array.from({ length: 620 }, (_, index) => ({ ...image, id: `node/many-${index}` }));
    emulator.control.load({ ...world, images: many });
    expect(await getImages({}, options)).toHaveLength(620);
    expect(emulator.control.requests()).toHaveLength(2);
  });
});

describe("the variants for outputs", () => {
  it("resolve outputs and accept plain regular expressions", async () => {
    const { options } = await startService();
    const vendor = pulumi.output(Promise.resolve("Ubuntu"));
    const newest = getImageOutput({ vendor, mostRecent: true }, options);
    expect(await outputValue(newest)).toMatchObject({ id: "node/ubuntu22.04" });
    expect(await outputValue(getImageOutput({ label: pulumi.output("fedora 35") }, options))).toMatchObject({
      id: "node/fedora35",
    });
    const old = getImagesOutput({ vendor, label: /20\.04/g }, options);
    expect(ids(await outputValue(old))).toEqual(["node/ubuntu20.04"]);
    expect(await outputValue(getImagesOutput(undefined, options))).toHaveLength(11);
  });
});
