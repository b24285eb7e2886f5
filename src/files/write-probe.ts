import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomically } from "./atomic-write";

/** Throws if no file can be written to the folder. A full disk gives permission to write, too, so it writes a file, and deletes it. */
export async function writeProbe(folder: string): Promise<void> {
  const probe = join(folder, `${randomUUID()}.tmp`);
  try {
    await writeAtomically(probe, "x".repeat(4096));
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
