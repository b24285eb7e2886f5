import { LifecycleError } from "../failures";
import { accountsOf } from "../identity/accounts";
import { type LiveIdentity, provesAccount } from "../identity/identity";
import type { ResourceOrigin } from "../identity/origin";
import type { RecordedObject } from "../identity/ownership";
import { cachedPerServices, type Services } from "../services";
import type { Collection } from "./collection";
import { maxSeenObjects, type SeenObject } from "./seen-objects";

/** How to check whether an object of one kind exists. */
interface KindReader<Live> {
  readonly kind: string;
  readonly collection: Collection<Live>;
  readonly identityOf: (live: Live) => LiveIdentity;
  /** Whether the id alone identifies an object. */
  readonly idsAreUnique: boolean;
}

/** In milliseconds: the resources of one run reach the plugin at about the same time, so a missing one waits for the others. */
const searchDelays = [0, 500, 1000, 1500];

/**
 * If the account cannot be compared, a token for another account looks as if the whole stack no longer existed. An object then counts as
 * missing only if another object of the stack is seen to exist.
 */
class StackPresence {
  readonly #services: Services;
  /** The function that checks whether an object exists, by kind. */
  readonly #kinds = new Map<string, (object: SeenObject) => Promise<boolean>>();
  /** The objects in the states that this process received, and those that earlier runs saw. */
  readonly #siblings = new Map<string, SeenObject>();
  readonly #missing = new Set<string>();
  readonly #seen = new Map<string, SeenObject>();
  #isConfirmed = false;
  #earlier: readonly SeenObject[] | undefined;
  #search: Promise<boolean> | undefined;
  #isUnsaved = false;
  #saving: Promise<void> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  registerKind<Live>({ kind, collection, identityOf, idsAreUnique }: KindReader<Live>): void {
    this.#kinds.set(kind, async ({ id, identity }) => {
      const live = (await collection.listRecent()).get(id);
      return live !== undefined && provesAccount(identity, identityOf(live), idsAreUnique);
    });
  }

  register(recorded: RecordedObject): void {
    this.#siblings.set(keyOf(recorded), recorded);
    this.#loadEarlier(recorded.origin);
  }

  /** Called if an object in a state exists and is the recorded one: the token belongs to the right account. */
  async confirmExists(object: SeenObject, recorded: RecordedObject): Promise<void> {
    this.#isConfirmed = true;
    // In a state of version 0.1.0, other objects may still lack the account that this one has now.
    if (recorded.identity.account === undefined) await this.remember(object, recorded.origin);
  }

  /** Remembers an object for later runs, in which it may show whether the token belongs to the right account. */
  async remember(object: SeenObject, origin: ResourceOrigin | undefined): Promise<void> {
    if (origin === undefined) return;
    this.#loadEarlier(origin);
    const { kind, id, identity } = object;
    this.#seen.set(keyOf(object), { kind, id, identity });
    this.#isUnsaved = true;
    this.#saving ??= this.#save(origin).finally(() => {
      this.#saving = undefined;
    });
    await this.#saving;
  }

  /** Throws if an object may only seem to be missing because the token may belong to another account. */
  async verifyAbsence(recorded: RecordedObject): Promise<void> {
    this.#missing.add(keyOf(recorded));
    if (this.#services.allowEmpty || (await this.#tokenIsOurs())) return;
    for (const delay of searchDelays) {
      await this.#services.clock.sleep(delay);
      if (this.#isConfirmed || (await this.#findSibling())) return;
    }
    throw new LifecycleError(
      `${recorded.kind} ${recorded.id} was not found, and neither was any other object of this stack, so the token may belong to another account (${await this.#unknownReason()}). Nothing was changed. Check the token and the address and run the command again; if all of the objects were deleted, add \`--allow-empty\`, or set NODECLOUD_ALLOW_EMPTY=1 in the environment.`,
    );
  }

  /** Objects that earlier runs saw count. Objects that this run creates do not, because they may be in the wrong account. */
  #loadEarlier(origin: ResourceOrigin | undefined): void {
    if (this.#earlier !== undefined || origin === undefined) return;
    this.#earlier = this.#services.seenObjects.load(origin);
    for (const object of this.#earlier) {
      if (!this.#siblings.has(keyOf(object))) this.#siblings.set(keyOf(object), object);
    }
  }

  /** Saves the newest objects first. The next write saves all objects that are seen during this one. */
  async #save(origin: ResourceOrigin): Promise<void> {
    while (this.#isUnsaved) {
      this.#isUnsaved = false;
      const earlier = (this.#earlier ?? []).filter((object) => !this.#seen.has(keyOf(object)));
      const existing = [...this.#seen.values(), ...earlier].filter(
        (object) => !this.#missing.has(keyOf(object)),
      );
      await this.#services.seenObjects.save(origin, existing.slice(0, maxSeenObjects));
    }
  }

  /** Whether another resource in the stack is known to belong to the token's account. */
  async #tokenIsOurs(): Promise<boolean> {
    const accounts = accountsOf(this.#services);
    const token = await accounts.ofToken();
    return token.kind === "known" && token.euuid === accounts.recorded;
  }

  async #unknownReason(): Promise<string> {
    const token = await accountsOf(this.#services).ofToken();
    return token.kind === "known"
      ? "the state does not record its account yet"
      : "the token cannot read its account";
  }

  /** Objects that are missing at the same time share one search, with at most one list per kind. */
  async #findSibling(): Promise<boolean> {
    this.#search ??= this.#searchAll().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #searchAll(): Promise<boolean> {
    for (const object of this.#siblings.values()) {
      const exists = await this.#kinds
        .get(object.kind)?.(object)
        .catch(() => false);
      if (exists) this.#isConfirmed = true;
      if (this.#isConfirmed) return true;
    }
    return false;
  }
}

export const presenceOf = cachedPerServices((services) => new StackPresence(services));

function keyOf({ kind, id }: Pick<SeenObject, "kind" | "id">): string {
  return `${kind} ${id}`;
}
