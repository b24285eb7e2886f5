import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileParts } from "../../src/client/file-parts";

const folder = mkdtempSync(join(tmpdir(), "file-parts-test-"));
const path = join(folder, "image");
/** Ends in the middle of a part. */
const content = randomBytes(3 * 2 ** 20 + 7);
writeFileSync(path, content);

afterAll(() => rmSync(folder, { recursive: true }));

it.each([false, true])(
  "the parts of a file are its content, when memory is reused: %s",
  async (reusesMemory) => {
    const hash = createHash("sha256");
    const memory = new Set<ArrayBufferLike>();
    let bytes = 0;
    for await (const part of fileParts(path, reusesMemory)) {
      // Meanwhile the next part is read.
      await new Promise((resolve) => setImmediate(resolve));
      hash.update(part);
      bytes += part.length;
      memory.add(part.buffer);
    }
    expect(bytes).toBe(content.length);
    expect(hash.digest("hex")).toBe(createHash("sha256").update(content).digest("hex"));
    if (reusesMemory) expect(memory.size).toBe(2);
    else expect(memory.size).toBeGreaterThan(2);
  },
);

it("parts stay as they are unless memory is reused", async () => {
  const parts: Uint8Array[] = [];
  for await (const part of fileParts(path, false)) parts.push(part);
  expect(Buffer.concat(parts).equals(content)).toBe(true);
});

it("a file whose rest is not needed is closed, and one that does not exist is reported", async () => {
  const parts = fileParts(path, true);
  await parts.next();
  await expect(parts.return(undefined)).resolves.toMatchObject({ done: true });
  await expect(parts.next()).resolves.toMatchObject({ done: true });
  await expect(fileParts(join(folder, "missing"), true).next()).rejects.toMatchObject({ code: "ENOENT" });
});
