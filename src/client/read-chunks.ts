import { open } from "node:fs/promises";

/** The size of a chunk that is not read into a given buffer, in bytes. */
const chunkBytes = 1 << 16;

/** Reads a file from its start: into these buffers in turn, or each chunk into a new one if there are none. */
export async function* readChunks(
  path: string,
  buffers: readonly Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (let index = 0; ; index++) {
      const buffer = buffers[index % buffers.length] ?? new Uint8Array(chunkBytes);
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
