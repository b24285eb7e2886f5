import { randomBytes } from "node:crypto";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Example } from "./example";

it("uploads a file, replaces the image only when the content changes, and deletes it", async () => {
  const example = await Example.open("upload-image");
  try {
    const file = join(example.folder, "disk.img");
    writeFileSync(file, Buffer.concat([randomBytes(100_000), Buffer.alloc(900_000)]));
    await example.configure("file", "./disk.img");
    const seeded = example.world.images.map(({ id }) => id);
    const uploaded = () => example.world.images.filter(({ id }) => !seeded.includes(id));

    const { outputs } = await example.run("up");
    expect(example.changingCalls()).toEqual(["images.upload", "images.data"]);
    expect(uploaded()).toMatchObject([
      { id: outputs.imageId, status: "available", description: "Uploaded from a file.", is_public: false },
    ]);
    const received = uploaded()[0]?.upload?.received ?? 0;
    expect(received).toBeGreaterThan(100_000);
    expect(received).toBeLessThan(110_000);
    expect(outputs.status).toBe("available");

    expect((await example.run("up")).counts).toMatchObject({
      created: 0,
      updated: 0,
      replaced: 0,
      unchanged: 1,
    });
    copyFileSync(file, join(example.folder, "same.img"));
    await example.configure("file", "./same.img");
    expect((await example.run("up")).counts).toMatchObject({ created: 0, replaced: 0 });
    expect(example.changingCalls()).toEqual([]);

    writeFileSync(file, randomBytes(1000));
    await example.configure("file", "./disk.img");
    expect((await example.run("up")).counts).toMatchObject({ replaced: 1 });
    expect(uploaded()).toHaveLength(1);
    expect(uploaded()).not.toMatchObject([{ id: outputs.imageId }]);

    await example.run("destroy");
    expect(uploaded()).toEqual([]);
  } finally {
    await example.close();
  }
}, 60_000);
