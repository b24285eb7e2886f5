import type { PropertyMap, Snapshot } from "../../state";

export interface StorePort {
  load(): Promise<Snapshot>;
  /** Resolves when the snapshot is on disk. Not called again before that. */
  save(snapshot: Snapshot): Promise<void>;
  /** Locks the stack and returns the function that unlocks it. */
  lock(): Promise<() => Promise<void>>;
  /** The owners of the stack's locks, a string for each. Absent if they are unknown. */
  lockOwners?(): Promise<readonly string[]>;
  /** The outputs of another stack, by its name in a StackReference. Undefined if there is no such stack. */
  outputsOf?(stack: string): Promise<PropertyMap | undefined>;
}
