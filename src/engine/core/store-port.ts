import type { PropertyMap, Snapshot } from "../../state";

export interface StorePort {
  load(): Promise<Snapshot>;
  /** Resolves when the snapshot is on disk. Never called twice at a time. */
  save(snapshot: Snapshot): Promise<void>;
  /** Takes the lock; returns what gives it back. */
  lock(): Promise<() => Promise<void>>;
  /** The outputs of another stack, by the name a StackReference gives; undefined: there is none. */
  outputsOf?(stack: string): Promise<PropertyMap | undefined>;
}
