import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../clock";
import { acquireLock, createPrivateFolder } from "../files";
import type { Locks } from "../lifecycle";

const pollInterval = 250;
/** Longer than any holder works. An abandoned lock can name a process that has nothing to do with it: ids are used again. */
const maxHold = 20 * 60_000;

/**
 * Locks between the processes of one user on this machine: one file each. The lock of a process that ended without releasing it
 * no longer counts. Within a process the caller asks for a key once at a time.
 */
export function machineLocks(folder: string, clock: Clock): Locks {
  return {
    run: async (key, work) => {
      const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
      const release = await waitForLock(join(folder, `${name}.lock`), folder, clock);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

async function waitForLock(file: string, folder: string, clock: Clock): Promise<() => void> {
  createPrivateFolder(folder);
  for (;;) {
    const lock = acquireLock(file, { abandonedBefore: clock.now() - maxHold });
    if (lock.status === "acquired") return lock.release;
    await clock.sleep(pollInterval * (1 + clock.random()));
  }
}
