import { Example } from "./example";

it("captures an image from a disk, deploys an instance from it, and deletes both", async () => {
  const example = await Example.open("golden-image");
  try {
    const source = await example.client.instances.create({
      ...{ region: "us-east", type: "g1-nano-1", image: "node/debian12", root_pass: "correct-horse-battery" },
      label: "the-source",
    });
    const disk = example.world.disks.find(({ instance_id }) => instance_id === source.id);
    await example.configure("diskId", String(disk?.id));
    await example.configure("rootPass", "root-password-canary", { secret: true });
    example.changingCalls();

    const { counts, outputs } = await example.run("up");
    expect(counts).toMatchObject({ created: 2 });
    expect(example.changingCalls()).toEqual(["images.create", "instances.create"]);
    const image = example.world.images.find(({ id }) => id === outputs.imageId);
    expect(image).toMatchObject({ status: "available", is_public: false, size: outputs.smallestDisk });
    const deployed = example.world.instances.filter(({ label }) => label !== "the-source");
    expect(deployed).toMatchObject([{ image: image?.id, status: "running", tags: ["golden"] }]);
    expect(example.world.addresses).toContainEqual(
      expect.objectContaining({ address: outputs.address, instance_id: deployed[0]?.id }),
    );

    expect((await example.run("up")).counts).toMatchObject({
      created: 0,
      updated: 0,
      replaced: 0,
      unchanged: 2,
    });
    expect(example.changingCalls()).toEqual([]);

    await example.run("destroy");
    expect(example.changingCalls()).toEqual(["instances.delete", "images.delete"]);
    expect(example.world.images.filter(({ id }) => id === image?.id)).toEqual([]);
    expect(example.world.instances).toMatchObject([{ id: source.id }]);
    expect(example.everythingWritten()).not.toContain("canary");
  } finally {
    await example.close();
  }
}, 60_000);
