import type { ChaosOutcome, ChaosStack } from "./chaos-stack";
import type { ObjectType } from "./history";
import { readMessage } from "./user";
import { keyOf, objectsIn, objectsOfState, typeOf } from "./world";

/** What messages call the objects. */
const kinds: Readonly<Record<ObjectType, string>> = {
  Instance: "instance",
  Image: "image",
  OAuthClient: "OAuth client",
  PaymentMethod: "payment method",
};

/** Classifies the objects of the account: those that existed before, those that the state records, and those left on purpose. */
export class AccountObjects {
  readonly #stack: ChaosStack;
  /** The objects that existed before. */
  readonly #base: ReadonlySet<string>;
  /** The objects that the program left on purpose. */
  readonly #retained = new Set<string>();
  /** The ids that messages said to delete if nobody needs them. */
  readonly #unneeded = new Set<string>();
  /** The types of the objects that messages said to look for, because the service may create them late. */
  readonly #typesToLookFor = new Set<string>();

  constructor(stack: ChaosStack) {
    this.#stack = stack;
    this.#base = this.existing;
  }

  get existing(): ReadonlySet<string> {
    return objectsIn(this.#stack.control.world());
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
      const [, kept] = /payment method (\d+) is the default and stays in the account/.exec(text) ?? [];
      if (kept) this.#retained.add(keyOf("PaymentMethod", kept));
      const [, kind] =
        /may still carry out an earlier request to create this ([^,]+), .* look for/.exec(text) ?? [];
      for (const [type, name] of Object.entries(kinds)) if (name === kind) this.#typesToLookFor.add(type);
      for (const action of readMessage({ urn: "", text })) {
        if (action.kind === "delete") for (const id of action.ids) this.markUnneeded(id);
      }
    }
  }
}
