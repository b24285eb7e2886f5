import type { Deadline } from "../client";

/** Runs one function at a time for each key, in the order of the calls. */
export interface Locks {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Locks between processes. */
export interface MachineLocks {
  /** @throws LifecycleError when another process holds the lock until the deadline. */
  run<T>(key: string, work: () => Promise<T>, wait: LockWait): Promise<T>;
}

/** For how long a task waits for a lock, and what it reports. */
export interface LockWait {
  readonly deadline: Deadline;
  readonly reportProgress: (what: string) => void;
  /** What the process that holds the lock does, for messages: `creates OAuth clients`. */
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
