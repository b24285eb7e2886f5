import { Example } from "./example";

it("creates the new version next to the old one, switches, and deletes only the old one", async () => {
  const example = await Example.open("blue-green");
  const instances = () => example.world.instances;
  try {
    await example.configure("rootPass", "root-password-canary", { secret: true });
    await example.configure("versions", JSON.stringify({ blue: "Debian 11" }));
    await example.configure("live", "blue");
    const first = await example.run("up");
    const [blue] = instances();
    expect(instances()).toMatchObject([{ image: "node/debian11", status: "running", tags: ["web", "blue"] }]);

    await example.configure("versions", JSON.stringify({ blue: "Debian 11", green: "Debian 12" }));
    const beside = await example.run("up");
    expect(beside.counts).toMatchObject({ created: 1, unchanged: 1, replaced: 0, deleted: 0 });
    expect(beside.outputs.liveAddress).toBe(first.outputs.liveAddress);

    await example.configure("live", "green");
    example.changingCalls();
    const switched = await example.run("up");
    expect(example.changingCalls()).toEqual([]);
    expect(switched.outputs).toMatchObject({
      liveAddress: (beside.outputs.versionAddresses as { green: string }).green,
      versionAddresses: { blue: first.outputs.liveAddress },
    });
    expect(switched.outputs.liveAddress).not.toBe(first.outputs.liveAddress);

    await example.configure("versions", JSON.stringify({ green: "Debian 12" }));
    expect((await example.run("up")).counts).toMatchObject({ deleted: 1, unchanged: 1 });
    expect(instances()).toMatchObject([{ image: "node/debian12", tags: ["web", "green"] }]);
    expect(instances()[0]?.id).not.toBe(blue?.id);

    await example.configure("live", "bleu");
    await expect(example.run("up")).rejects.toThrow('live is "bleu", and versions holds only green.');
    expect(instances()).toHaveLength(1);

    await example.run("destroy");
    expect(instances()).toEqual([]);
    expect(example.everythingWritten()).not.toContain("canary");
  } finally {
    await example.close();
  }
}, 60_000);
