/** Runs one function at a time for each key, in the order of the calls. */
export interface Locks {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
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
