import { accountsOf } from "./accounts";
import type { Collection } from "./collection";
import type { ResourceOrigin } from "./definition";
import { LifecycleError } from "./failures";
import { compareIdentity, type LiveIdentity } from "./identity";
import type { RecordedObject } from "./ownership";
import { maxSeenObjects, type SeenObject } from "./seen-objects";
import { perServices, type Services } from "./services";

/** How to see whether a thing of one kind exists. */
interface KindReader<Live> {
  readonly kind: string;
  readonly collection: Collection<Live>;
  readonly identityOf: (live: Live) => LiveIdentity;
  /** Whether an id alone proves that the thing is ours. */
  readonly idsAreUnique: boolean;
}

/** Resources of one run reach the plugin at about the same time: so long do those that seem gone wait for the others. */
const searchDelays = [0, 500, 1000, 1500];

/**
 * Where the account can't be compared, another account's token looks as if everything were gone. A thing is taken to be
 * gone only when another one of the stack is seen to exist.
 */
class StackPresence {
  readonly #services: Services;
  /** For each kind, whether a thing exists. */
  readonly #kinds = new Map<string, (thing: SeenObject) => Promise<boolean>>();
  /** The things of the states that this process was given, and those that earlier runs saw. */
  readonly #siblings = new Map<string, SeenObject>();
  readonly #gone = new Set<string>();
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
      if (live === undefined) return false;
      return idsAreUnique || compareIdentity(identity, identityOf(live)) === "same";
    });
  }

  register(known: RecordedObject): void {
    this.#siblings.set(keyOf(known), known);
    this.#recall(known.origin);
  }

  /** A thing of a state exists, and is the one that the state recorded: the token is of the right account. */
  async confirmExists(thing: SeenObject, known: RecordedObject): Promise<void> {
    this.#isConfirmed = true;
    // Of a state of 0.1.0, others may still lack the account that this one has now.
    if (known.identity.account === undefined) await this.remember(thing, known.origin);
  }

  /** For later runs, in which it may tell whether the token is of the right account. */
  async remember(thing: SeenObject, origin: ResourceOrigin | undefined): Promise<void> {
    if (origin === undefined) return;
    this.#recall(origin);
    const { kind, id, identity } = thing;
    this.#seen.set(keyOf(thing), { kind, id, identity });
    this.#isUnsaved = true;
    this.#saving ??= this.#save(origin).finally(() => {
      this.#saving = undefined;
    });
    await this.#saving;
  }

  /** Throws where it can't be told whether a thing is gone or the token is of another account. */
  async verifyAbsence(known: RecordedObject): Promise<void> {
    this.#gone.add(keyOf(known));
    if (this.#services.allowEmpty || (await this.#tokenIsOurs())) return;
    for (const pause of searchDelays) {
      await this.#services.clock.sleep(pause);
      if (this.#isConfirmed || (await this.#findOne())) return;
    }
    throw new LifecycleError(
      `${known.kind} ${known.id} seems to be gone, and so does everything else of this stack that this run has seen. The token may be of another account: ${await this.#whyUnknown()}. Nothing was changed. Check the token and the address. If others exist, run the command again, which now looks for all that this run has seen; if everything is really gone, run the command with \`--allow-empty\`, or with NODECLOUD_ALLOW_EMPTY=1 in the environment.`,
    );
  }

  /** What earlier runs saw counts, and what this one creates does not: it may be in the wrong account itself. */
  #recall(origin: ResourceOrigin | undefined): void {
    if (this.#earlier !== undefined || origin === undefined) return;
    this.#earlier = this.#services.seenObjects.load(origin);
    for (const thing of this.#earlier) {
      if (!this.#siblings.has(keyOf(thing))) this.#siblings.set(keyOf(thing), thing);
    }
  }

  /** The newest first. What is seen while this writes is written next, together. */
  async #save(origin: ResourceOrigin): Promise<void> {
    while (this.#isUnsaved) {
      this.#isUnsaved = false;
      const earlier = (this.#earlier ?? []).filter((thing) => !this.#seen.has(keyOf(thing)));
      const existing = [...this.#seen.values(), ...earlier].filter((thing) => !this.#gone.has(keyOf(thing)));
      await this.#services.seenObjects.save(origin, existing.slice(0, maxSeenObjects));
    }
  }

  /** Whether another resource of the stack is known to be of the token's account. */
  async #tokenIsOurs(): Promise<boolean> {
    const accounts = accountsOf(this.#services);
    const token = await accounts.ofToken();
    return token.kind === "known" && token.euuid === accounts.recorded;
  }

  async #whyUnknown(): Promise<string> {
    const token = await accountsOf(this.#services).ofToken();
    return token.kind === "known" ? "the state does not record one yet" : "the token can't read its account";
  }

  /** Those that seem gone at the same time share one search, of a list per kind at most. */
  async #findOne(): Promise<boolean> {
    this.#search ??= this.#searchAll().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #searchAll(): Promise<boolean> {
    for (const thing of this.#siblings.values()) {
      const exists = await this.#kinds
        .get(thing.kind)?.(thing)
        .catch(() => false);
      if (exists) this.#isConfirmed = true;
      if (this.#isConfirmed) return true;
    }
    return false;
  }
}

export const presenceOf = perServices((services) => new StackPresence(services));

function keyOf({ kind, id }: Pick<SeenObject, "kind" | "id">): string {
  return `${kind} ${id}`;
}
