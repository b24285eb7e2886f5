import type { Snapshot } from "../state";

/** The state of one stack, wherever it is stored. */
export interface RecoveryStore {
  /** Refuses a stack that another run is updating, and reports that run. Returns a function that unlocks the stack. */
  lock(): Promise<() => Promise<void>>;
  load(): Promise<StoredSnapshot>;
  /** Throws if the state has been updated since it was loaded. Absent if the lock prevents that. */
  verifyCurrent?(): Promise<void>;
  /** Resolves when the state is stored. */
  save(snapshot: Snapshot): Promise<void>;
  /** Whether a state that is saved keeps its pending operations. */
  readonly keepsOperations: boolean;
}

export interface StoredSnapshot {
  readonly snapshot: Snapshot;
  /** In milliseconds since 1970. Undefined if it is unknown. */
  readonly savedAt: number | undefined;
}

/** When a state was written, by its manifest. */
export function savedAtOf(manifest: unknown): number | undefined {
  const time = typeof manifest === "object" && manifest !== null && "time" in manifest ? manifest.time : "";
  const milliseconds = Date.parse(String(time));
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
