import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../clock";
import { acquireLock, createPrivateFolder, type LockResult } from "../files";
import { formatDuration, LifecycleError, type LockWait, type MachineLocks } from "../lifecycle";
import { messageOf } from "../unknown";

const pollInterval = 250;
/**
 * Longer than processes usually hold a lock. An abandoned lock can name an unrelated process, because process ids are reused and not every
 * system reports when a process started.
 */
const maxHold = 20 * 60_000;

/**
 * Locks between the processes of one user on this machine: one file each. The lock of a process that ended without releasing it no longer
 * counts. Within a process, the caller must not request a key again while it holds or waits for it.
 */
export function machineLocks(folder: string, clock: Clock): MachineLocks {
  return {
    run: async (key, work, wait) => {
      const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
      const release = await waitForLock(join(folder, `${name}.lock`), folder, clock, wait);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

async function waitForLock(
  file: string,
  folder: string,
  clock: Clock,
  { deadline, holderActivity, reportProgress }: LockWait,
): Promise<() => void> {
  const startedAt = clock.now();
  let reported = "";
  for (;;) {
    const lock = tryLock(file, folder, clock);
    if (lock.status === "acquired") return lock.release;
    const holder = `${nameOf(lock)} ${holderActivity}`;
    if (clock.now() >= deadline.at) {
      throw new LifecycleError(
        `Timed out after ${formatDuration(clock.now() - startedAt)}: ${holder}, and only one at a time can. Nothing was created. Run the command again when it has ended, or set a longer timeout in \`timeouts\`.`,
      );
    }
    if (holder !== reported) reportProgress(`waiting while ${holder}`);
    reported = holder;
    await clock.sleep(Math.min(pollInterval * (1 + clock.random()), deadline.at - clock.now()));
  }
}

function tryLock(file: string, folder: string, clock: Clock): LockResult {
  try {
    createPrivateFolder(folder);
    return acquireLock(file, { staleBefore: clock.now() - maxHold });
  } catch (error) {
    throw new LifecycleError(
      `Could not write a lock to ${folder}: ${messageOf(error)}. Nothing was created. Set NODECLOUD_HOME to a writable folder.`,
    );
  }
}

function nameOf(lock: Exclude<LockResult, { readonly status: "acquired" }>): string {
  if (lock.status === "contended") return "another process";
  const { owner, isElsewhere } = lock;
  return `process ${owner.pid} of ${isElsewhere ? owner.host : "this machine"}`;
}
