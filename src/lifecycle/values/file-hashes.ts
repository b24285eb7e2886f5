import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createPrivateFolder, writeAtomically } from "../../files";
import { isRecord } from "../../unknown";

/**
 * Content hashes of files. Each is computed once, even across processes, while the size and the times of the file stay the same.
 */
export interface FileHashes {
  /** The SHA-256 in hexadecimal. Rejects if the file cannot be read, or once the run is interrupted. */
  hashOf(path: string): Promise<string>;
}

/**
 * @param folder Where the hashes are cached. Without write access, each process computes them again.
 * @param interrupt Aborted when the run is interrupted.
 */
export function fileHashes(folder: string, interrupt?: AbortSignal): FileHashes {
  const computing = new Map<string, Promise<string>>();
  return {
    hashOf: async (path) => {
      const absolute = resolve(path);
      const { size, mtimeMs, ctimeMs, ino } = await stat(absolute);
      // Tools that write disk images may restore `mtime`. No program can set `ctime`.
      const stamp = `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
      const cacheFile = join(
        folder,
        `${createHash("sha256").update(absolute).digest("hex").slice(0, 32)}.json`,
      );
      const key = `${absolute} ${stamp}`;
      const hash =
        computing.get(key) ??
        readCached(cacheFile, stamp).then(
          (cached) => cached ?? compute(absolute, cacheFile, stamp, interrupt),
        );
      computing.set(key, hash);
      return hash;
    },
  };
}

async function readCached(cacheFile: string, stamp: string): Promise<string | undefined> {
  const text = await readFile(cacheFile, "utf8").catch(() => "null");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isRecord(value) && value.stamp === stamp && typeof value.hash === "string" ? value.hash : undefined;
}

async function compute(
  path: string,
  cacheFile: string,
  stamp: string,
  interrupt: AbortSignal | undefined,
): Promise<string> {
  const hex = await hashOf(path, interrupt);
  try {
    createPrivateFolder(dirname(cacheFile));
    await writeAtomically(cacheFile, JSON.stringify({ stamp, hash: hex }));
  } catch {
    // The next run computes it again.
  }
  return hex;
}

async function hashOf(path: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path, { signal })) hash.update(chunk);
  } catch (error) {
    throw signal?.aborted ? new Error("the run was interrupted") : error;
  }
  return hash.digest("hex");
}
