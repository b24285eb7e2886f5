import { join } from "node:path";
import { acquireLock, type LockResult } from "../../files";
import { messageOf } from "../../unknown";
import { DataError } from "./data-error";

/** Locks a folder for this process and returns what unlocks it. Throws a `DataError` when another emulator uses the folder. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, "world.lock");
  const lock = acquire(folder, path);
  if (lock.status === "acquired") return lock.release;
  if (lock.status === "contended") {
    throw new DataError(
      `${folder} cannot be locked: other emulators keep locking it at the same time. Start only one emulator on it.`,
    );
  }
  const { pid, host } = lock.owner;
  if (lock.isElsewhere) {
    throw new DataError(
      `${folder} is in use by an emulator on ${host} (process ${pid}), or was when that one was killed. Whether it still runs cannot be seen from here. End it, or delete ${path} if it no longer runs.`,
    );
  }
  throw new DataError(
    `${folder} is in use by another emulator (process ${pid}). End that one, or choose another folder. If process ${pid} is not an emulator, delete ${path}.`,
  );
}

function acquire(folder: string, path: string): LockResult {
  try {
    return acquireLock(path);
  } catch (error) {
    throw new DataError(
      `The world cannot be saved in ${folder}: ${messageOf(error)}. Choose a folder that can be written.`,
      { cause: error },
    );
  }
}
