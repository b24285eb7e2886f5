import { mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../files";

/** How the names of this machine's folders begin. The id of the process that created the folder follows. */
const prefix = `nodecloud-image-${hostname()}-`;

/** Creates a folder for a temporary file. Deletes the folders of processes that were killed before they could do so. */
export async function createTemporaryFolder(): Promise<string> {
  await deleteAbandonedFolders();
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

async function deleteAbandonedFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const folders = names.filter(isAbandoned).map((name) => join(tmpdir(), name));
  // Another user's folder cannot be deleted.
  await Promise.all(
    folders.map((folder) => rm(folder, { recursive: true, force: true }).catch(() => undefined)),
  );
}

function isAbandoned(name: string): boolean {
  const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
  return pid > 0 && !isRunning(pid);
}
