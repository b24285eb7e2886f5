import { join } from "node:path";
import { acquireLock, type LockResult } from "../../files";
import { messageOf } from "../../unknown";
import { DataError } from "./data-error";

/** Locks a folder for this process and returns a function that unlocks it. Throws a `DataError` when another emulator uses the folder. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, "world.lock");
  const lock = acquire(folder, path);
  if (lock.status === "acquired") return lock.release;
  if (lock.status === "contended") {
    throw new DataError(
      `${folder} cannot be locked: other emulators keep locking it at the same time. Use the folder for only one emulator.`,
    );
  }
  const { pid, host } = lock.owner;
  if (lock.isElsewhere) {
    throw new DataError(
      `${folder} is locked by an emulator on ${host} (process ${pid}), which may still be running or may have been killed. Stop it, or delete ${path} if it is not running.`,
    );
  }
  throw new DataError(
    `${folder} is in use by another emulator (process ${pid}). Stop that one, or choose another folder. If process ${pid} is not an emulator, delete ${path}.`,
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
