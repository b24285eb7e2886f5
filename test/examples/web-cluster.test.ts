import { Example } from "./example";

it("creates a cluster with tags and backups, grows by one instance, and deletes everything", async () => {
  const example = await Example.open("web-cluster");
  try {
    await example.configure("rootPass", "root-password-canary", { secret: true });
    await example.configure("count", "2");
    const { outputs } = await example.run("up");
    const expected = {
      image: "node/debian12",
      status: "running",
      tags: expect.arrayContaining(["web", "production"]),
      backups: { enabled: true, day: "Sunday", window: "W2" },
    };
    expect(example.world.instances).toMatchObject([expected, expected]);
    const [one, other] = example.world.instances.map(({ id }) => id);
    for (const instance_id of [one, other]) {
      const owned = example.world.addresses.filter((address) => address.instance_id === instance_id);
      expect(outputs.addresses).toEqual(
        expect.arrayContaining(owned.slice(0, 1).map(({ address }) => address)),
      );
    }
    expect(outputs.addresses).toHaveLength(2);

    example.changingCalls();
    expect((await example.run("up")).counts).toMatchObject({
      unchanged: 5,
      created: 0,
      updated: 0,
      replaced: 0,
    });
    expect(example.changingCalls()).toEqual([]);

    await example.configure("count", "3");
    expect((await example.run("up")).counts).toMatchObject({
      created: 2,
      updated: 0,
      replaced: 0,
      deleted: 0,
    });
    expect(example.world.instances).toMatchObject([expected, expected, expected]);

    await example.run("destroy");
    expect(example.world.instances).toEqual([]);
    expect(example.everythingWritten()).not.toContain("canary");
  } finally {
    await example.close();
  }
}, 60_000);
