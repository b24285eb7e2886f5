import type { ChaosOutcome, ChaosStack } from "./chaos-stack";
import { drawnClasses, objectsOf } from "./resources";
import { readMessage } from "./user";
import { keyOf, objectsIn, objectsOfState, typeOf, worldOf } from "./world";

/** Classifies the objects of the account: those that existed before, those that the state records, and those left on purpose. */
export class AccountObjects {
  readonly #stack: ChaosStack;
  /** The objects that existed before. */
  readonly #base: ReadonlySet<string>;
  /** The objects that the program left on purpose. */
  readonly #retained = new Set<string>();
  /** The ids that messages said to delete if they are no longer needed. */
  readonly #unneeded = new Set<string>();
  /** The types of the objects that messages said to look for, because the service may create them late. */
  readonly #typesToLookFor = new Set<string>();

  /** The objects that somebody else deleted. A stale list may still contain them. */
  readonly #deletedByOthers = new Set<string>();

  constructor(stack: ChaosStack) {
    this.#stack = stack;
    this.#base = this.existing;
  }

  get existing(): ReadonlySet<string> {
    return objectsIn(worldOf(this.#stack.control));
  }

  /** The objects that existed before and no longer do. */
  get lost(): readonly string[] {
    const { existing } = this;
    return [...this.#base].filter((key) => !existing.has(key));
  }

  /** The objects that did not exist before, that no state records, and that were not left on purpose. */
  get orphans(): readonly string[] {
    const recorded = new Set(objectsOfState(this.#stack.states));
    return [...this.existing].filter(
      (key) => !this.#base.has(key) && !recorded.has(key) && !this.#retained.has(key),
    );
  }

  /** The orphans that a message named, so that a user may delete them. */
  get unneededOrphans(): readonly string[] {
    return this.orphans.filter((key) => {
      const at = key.indexOf(" ");
      return this.#typesToLookFor.has(key.slice(0, at)) || this.#unneeded.has(key.slice(at + 1));
    });
  }

  markDeletedByOthers(key: string): void {
    this.#deletedByOthers.add(key);
  }

  /** Whether somebody else deleted the object that a message names: `image private/2 was created`. */
  namesDeletedByOthers(message: string): boolean {
    return [...this.#deletedByOthers].some((key) => {
      const id = key.slice(key.indexOf(" ") + 1);
      return message.includes(` ${id} was created`);
    });
  }

  markUnneeded(id: string): void {
    this.#unneeded.add(id);
  }

  /** Learns what a run left on purpose, and what its messages call unneeded. */
  learn({ messages, removed }: ChaosOutcome): void {
    for (const { type, id, retainOnDelete } of removed) {
      const name = typeOf(type);
      if (retainOnDelete && name && id) this.#retained.add(keyOf(name, id));
    }
    for (const { text } of messages) {
      const [, lateKind] =
        /may still carry out an earlier request to create this ([^,]+), .* look for/.exec(text) ?? [];
      for (const type of drawnClasses) {
        const { kind, keptMessage } = objectsOf(type) ?? {};
        const [, kept] = keptMessage?.exec(text) ?? [];
        if (kept) this.#retained.add(keyOf(type, kept));
        if (kind !== undefined && kind === lateKind) this.#typesToLookFor.add(type);
      }
      for (const action of readMessage({ urn: "", text })) {
        if (action.kind === "delete") for (const id of action.ids) this.markUnneeded(id);
      }
    }
  }
}
