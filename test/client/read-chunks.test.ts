import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import promises from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readChunks } from "../../src/client/read-chunks";

const folder = mkdtempSync(join(tmpdir(), "read-chunks-test-"));
const path = join(folder, "file");
const content = randomBytes(200_000);
writeFileSync(path, content);

afterEach(() => jest.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

describe("the chunks of a file", () => {
  it("have memory of their own without buffers", async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of readChunks(path)) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(1);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  it("are read into the buffers in turn", async () => {
    const buffers = [new Uint8Array(70_000), new Uint8Array(70_000)];
    const read: [ArrayBufferLike, Buffer][] = [];
    for await (const chunk of readChunks(path, buffers)) read.push([chunk.buffer, Buffer.from(chunk)]);
    expect(read.map(([memory]) => buffers.findIndex(({ buffer }) => buffer === memory))).toEqual([0, 1, 0]);
    expect(Buffer.concat(read.map(([, copy]) => copy)).equals(content)).toBe(true);
  });

  it.each(["at the end", "after the first chunk"])("close the file %s", async (end) => {
    const open = jest.spyOn(promises, "open");
    for await (const _ of readChunks(path)) if (end !== "at the end") break;
    const file = await open.mock.results[0]?.value;
    expect(file.fd).toBe(-1);
  });
});
