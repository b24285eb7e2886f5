import type { Deadline } from "../client";

/** Runs one function at a time for each key, in call order. */
export interface Locks {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Locks between processes. */
export interface MachineLocks {
  /** @throws LifecycleError if another process holds the lock until the deadline. */
  run<T>(key: string, work: () => Promise<T>, wait: LockWait): Promise<T>;
}

/** How long a task waits for a lock, and what it reports. */
export interface LockWait {
  readonly deadline: Deadline;
  readonly reportProgress: (what: string) => void;
  /** The activity of the process that holds the lock, for messages: `creates OAuth clients`. */
  readonly holderActivity: string;
}

export function createLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const before = last.get(key) ?? Promise.resolve();
      const mine = before.then(work, work);
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}
