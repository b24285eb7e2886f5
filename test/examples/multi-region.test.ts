import { Example } from "./example";

it("creates an instance in each region, and deletes only that of a region that is removed", async () => {
  const example = await Example.open("multi-region");
  try {
    const [one = "", other = ""] = example.world.regions.map(({ id }) => id);
    await example.configure("rootPass", "root-password-canary", { secret: true });
    await example.configure("regions", JSON.stringify([one, other]));
    const { outputs } = await example.run("up");
    const regions = () => example.world.instances.map(({ region }) => region).sort();
    expect(regions()).toEqual([one, other].sort());
    const countryOf = (region: string) => example.world.regions.find(({ id }) => id === region)?.country;
    expect(outputs.locations).toEqual({
      [one]: { country: countryOf(one), address: expect.any(String) },
      [other]: { country: countryOf(other), address: expect.any(String) },
    });

    example.changingCalls();
    expect((await example.run("up")).counts).toMatchObject({ unchanged: 2, created: 0, updated: 0 });
    expect(example.changingCalls()).toEqual([]);

    await example.configure("regions", JSON.stringify([other]));
    expect((await example.run("up")).counts).toMatchObject({ unchanged: 1, deleted: 1, replaced: 0 });
    expect(regions()).toEqual([other]);

    await example.run("destroy");
    expect(example.world.instances).toEqual([]);
    expect(example.everythingWritten()).not.toContain("canary");
  } finally {
    await example.close();
  }
}, 60_000);
