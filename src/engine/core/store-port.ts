import type { PropertyMap, Snapshot } from "../../state";

export interface StorePort {
  load(): Promise<Snapshot>;
  /** Resolves when the snapshot is on disk. Not called again before. */
  save(snapshot: Snapshot): Promise<void>;
  /** Locks the stack and returns the function that unlocks it. */
  lock(): Promise<() => Promise<void>>;
  /** Who holds locks of the stack, a text for each. Absent: nobody can tell. */
  lockOwners?(): Promise<readonly string[]>;
  /** The outputs of another stack, by its name in a StackReference. Undefined: there is no such stack. */
  outputsOf?(stack: string): Promise<PropertyMap | undefined>;
}
