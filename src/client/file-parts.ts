import { open } from "node:fs/promises";

/** In bytes. Large enough that reading and sending a part takes far longer than beginning to. */
const partSize = 512 * 1024;

/** The first parts are small, so that a service that rejects a file at once can be heard before the connection breaks. */
const firstParts = { count: 16, size: 64 * 1024 } as const;

/**
 * The content of a file. The next part is read while the consumer works on the last one.
 * @param reusesMemory Whether a part is needed only until the next one is requested, so that its memory is used again.
 */
export async function* fileParts(path: string, reusesMemory: boolean): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  const buffers = [Buffer.allocUnsafe(partSize), Buffer.allocUnsafe(partSize)] as const;
  const read = (turn: number) => {
    const buffer = reusesMemory ? buffers[turn % 2 === 0 ? 0 : 1] : Buffer.allocUnsafe(partSize);
    const reading = file.read(buffer, 0, turn < firstParts.count ? firstParts.size : partSize);
    // It is awaited later, or never.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = read(0);
  try {
    for (let turn = 1; ; turn++) {
      const { buffer, bytesRead } = await reading;
      if (bytesRead === 0) return;
      reading = read(turn);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await reading.catch(() => undefined);
    await file.close();
  }
}
