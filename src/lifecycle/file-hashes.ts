import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createPrivateFolder, writeAtomically } from "../files";
import { isRecord } from "../unknown";

/** Content hashes of files, each computed once while the file's size and time stay the same, also across processes. */
export interface FileHashes {
  /** The sha256 in hexadecimal. Rejects where the file can't be read. */
  hashOf(path: string): Promise<string>;
}

/** @param folder Where hashes are remembered. One that can't be written only means that they are computed again. */
export function fileHashes(folder: string): FileHashes {
  const computing = new Map<string, Promise<string>>();
  return {
    hashOf: async (path) => {
      const full = resolve(path);
      const { size, mtimeMs, ino } = await stat(full);
      const stamp = `${size} ${mtimeMs} ${ino}`;
      const note = join(folder, `${createHash("sha256").update(full).digest("hex").slice(0, 32)}.json`);
      const key = `${full} ${stamp}`;
      const hash =
        computing.get(key) ?? remembered(note, stamp).then((known) => known ?? compute(full, note, stamp));
      computing.set(key, hash);
      return hash;
    },
  };
}

async function remembered(note: string, stamp: string): Promise<string | undefined> {
  const text = await readFile(note, "utf8").catch(() => "null");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isRecord(value) && value.stamp === stamp && typeof value.hash === "string" ? value.hash : undefined;
}

async function compute(path: string, note: string, stamp: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const hex = hash.digest("hex");
  try {
    createPrivateFolder(dirname(note));
    await writeAtomically(note, JSON.stringify({ stamp, hash: hex }));
  } catch {
    // The next run computes it again.
  }
  return hex;
}
