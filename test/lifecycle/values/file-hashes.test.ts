import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileHashes } from "../../../src/lifecycle/values/file-hashes";

const folder = mkdtempSync(join(tmpdir(), "hashes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "disk.img");

/** Writes the file without a change of its modification time. */
function write(content: string): void {
  writeFileSync(file, content);
  utimesSync(file, 1_700_000_000, 1_700_000_000);
}

it("the hash of a file that was rewritten with the same size and modification time is that of its new content", async () => {
  write("old content");
  const { ctimeMs } = statSync(file);
  const hashOf = () => fileHashes(join(folder, "cache")).hashOf(file);
  const before = await hashOf();
  // The system's clock may not have advanced yet.
  do write("new content");
  while (statSync(file).ctimeMs === ctimeMs);
  const after = await hashOf();
  expect([before, after]).toEqual(
    ["old content", "new content"].map((text) => createHash("sha256").update(text).digest("hex")),
  );
});

it("the hash of a large file is not computed to its end once the run is interrupted", async () => {
  const large = join(folder, "large.img");
  writeFileSync(large, "raw");
  truncateSync(large, 1e12);
  const interrupt = new AbortController();
  const hash = fileHashes(join(folder, "cache"), interrupt.signal).hashOf(large);
  const failure = expect(hash).rejects.toThrow(/^the run was interrupted$/);
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  interrupt.abort();
  await failure;
});
