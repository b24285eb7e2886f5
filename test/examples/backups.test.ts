import { Example } from "./example";

const day = 24 * 60 * 60 * 1000;

it("backs an instance up on schedule, exports the last success, and cancels the backups before the delete", async () => {
  const example = await Example.open("backups");
  try {
    await example.configure("rootPass", "root-password-canary", { secret: true });
    const first = await example.run("up");
    expect(example.changingCalls()).toEqual(["instances.create", "backups.enable", "instances.update"]);
    expect(example.world.instances).toMatchObject([
      {
        id: first.outputs.instanceId,
        status: "running",
        backups: { enabled: true, day: "Saturday", window: "W2" },
      },
    ]);
    expect(first.outputs.lastSuccessful).toBeNull();

    example.emulator.control.clock.advance(2 * day);
    await example.run("refresh");
    const later = await example.run("up");
    expect(later.counts).toMatchObject({ created: 0, updated: 0, replaced: 0, unchanged: 2 });
    const taken = example.world.instances[0]?.backups.last_successful;
    expect(typeof taken).toBe("number");
    expect(Date.parse(`${later.outputs.lastSuccessful}Z`)).toBe(Math.floor(Number(taken) / 1000) * 1000);
    expect(example.changingCalls()).toEqual([]);

    await example.run("destroy");
    expect(example.changingCalls()).toEqual(["backups.cancel", "instances.delete"]);
    expect(example.world.instances).toEqual([]);
    expect(example.everythingWritten()).not.toContain("canary");
  } finally {
    await example.close();
  }
}, 60_000);
