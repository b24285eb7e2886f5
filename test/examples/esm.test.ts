import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Example } from "./example";

it("runs an ES module in TypeScript with top-level await as it is", async () => {
  const example = await Example.open("esm");
  try {
    writeFileSync(join(example.folder, "key.pub"), "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA user@example\n");
    await example.configure("publicKeyFile", "key.pub");
    await example.configure("region", "eu-central");
    await example.configure("rootPass", "root-password-canary", { secret: true });
    const { outputs } = await example.run("up");
    expect(example.world.instances).toMatchObject([{ status: "running", tags: ["esm"] }]);
    const region = example.world.regions.find(({ id }) => id === example.world.instances[0]?.region);
    expect(region?.id).toBe("eu-central");
    expect(outputs).toMatchObject({ country: region?.country, address: expect.any(String) });

    example.changingCalls();
    expect((await example.run("up")).counts).toMatchObject({ unchanged: 1, created: 0, updated: 0 });
    expect(example.changingCalls()).toEqual([]);

    await example.run("destroy");
    expect(example.world.instances).toEqual([]);
    expect(example.everythingWritten()).not.toContain("canary");
  } finally {
    await example.close();
  }
}, 60_000);
