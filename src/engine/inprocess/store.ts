import { checkIntegrity, emptySnapshot, type PropertyMap, type Snapshot } from "../../state";
import type { StorePort } from "../core";

/** A stack's state in memory. Each write is checked in the same way as the CLI checks a state that it reads. */
export class MemoryStore implements StorePort {
  #snapshot: Snapshot;
  #locked = false;
  #writes = 0;
  readonly #otherStacks: ReadonlyMap<string, PropertyMap>;
  /** Called with each snapshot before it is stored. An error simulates a failing disk. */
  readonly #onSave: (snapshot: Snapshot, writes: number) => void;

  constructor(
    options: {
      readonly snapshot?: Snapshot;
      readonly onSave?: (snapshot: Snapshot, writes: number) => void;
      readonly otherStacks?: ReadonlyMap<string, PropertyMap>;
    } = {},
  ) {
    this.#snapshot = options.snapshot ?? emptySnapshot;
    this.#onSave = options.onSave ?? (() => undefined);
    this.#otherStacks = options.otherStacks ?? new Map();
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get writes(): number {
    return this.#writes;
  }

  async load(): Promise<Snapshot> {
    return this.#snapshot;
  }

  async save(snapshot: Snapshot): Promise<void> {
    checkIntegrity(snapshot.resources, "The state in memory");
    this.#writes++;
    this.#onSave(snapshot, this.#writes);
    this.#snapshot = snapshot;
  }

  async lock(): Promise<() => Promise<void>> {
    if (this.#locked) throw new Error("The stack in memory is locked by another run.");
    this.#locked = true;
    return async () => {
      this.#locked = false;
    };
  }

  async outputsOf(stack: string): Promise<PropertyMap | undefined> {
    return this.#otherStacks.get(stack);
  }
}
