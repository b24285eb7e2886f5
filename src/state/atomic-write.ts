import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces a file so that at every moment either the old or the new text is on disk, whole.
 * With `backup` the old text stays next to it as `<file>.bak`. The temporary name must not end in `.json`:
 * the CLI would take it for a stack.
 */
export async function writeAtomically(
  path: string,
  text: string,
  options: { readonly backup?: boolean; readonly mode?: number } = {},
): Promise<void> {
  const folder = dirname(path);
  const temporary = `${path}.${randomUUID()}.tmp`;
  await mkdir(folder, { recursive: true });
  try {
    const file = await open(temporary, "wx", options.mode ?? 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (options.backup) await keepOld(path, temporary);
    await rename(temporary, path);
    await syncFolder(folder);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A second name for the old file costs nothing; where links are not to be had, a copy is made. */
async function keepOld(path: string, temporary: string): Promise<void> {
  const kept = `${temporary}.bak`;
  try {
    await link(path, kept).catch((cause: unknown) => {
      if (isMissing(cause)) throw cause;
      return copyFile(path, kept);
    });
    await rename(kept, `${path}.bak`);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  } finally {
    await rm(kept, { force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

export function isMissing(cause: unknown): boolean {
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ENOENT";
}
