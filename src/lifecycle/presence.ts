import { accountsOf } from "./accounts";
import type { Reader } from "./collection";
import type { Origin } from "./definition";
import { LifecycleError } from "./failures";
import type { Known } from "./guard";
import { compareIdentity, type Traits } from "./identity";
import { perServices, type Services } from "./services";
import { maxSightings, type Sighting } from "./sightings";

/** How to see whether a thing of one kind exists. */
export interface Sight<Live> {
  readonly noun: string;
  readonly collection: Reader<Live>;
  readonly traits: (live: Live) => Traits;
  /** Whether an id alone proves that the thing is ours. */
  readonly idsAreUnique: boolean;
}

/** Resources of one run reach the plugin at about the same time: so long do those that seem gone wait for the others. */
const pauses = [0, 500, 1000, 1500];

/**
 * Where the account can't be compared, another account's token looks as if everything were gone. A thing is taken to be
 * gone only when another one of the stack is seen to exist.
 */
class Presence {
  readonly #services: Services;
  /** For each kind, whether a thing exists. */
  readonly #kinds = new Map<string, (thing: Sighting) => Promise<boolean>>();
  /** The things of the states that this process was given, and those that earlier runs saw. */
  readonly #siblings = new Map<string, Sighting>();
  readonly #gone = new Set<string>();
  readonly #seen = new Map<string, Sighting>();
  #isConfirmed = false;
  #earlier: readonly Sighting[] | undefined;
  #search: Promise<boolean> | undefined;
  #isUnsaved = false;
  #saving: Promise<void> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  learn<Live>({ noun, collection, traits, idsAreUnique }: Sight<Live>): void {
    this.#kinds.set(noun, async ({ id, identity }) => {
      const live = (await collection.recentItems()).get(id);
      if (live === undefined) return false;
      return idsAreUnique || compareIdentity(identity, traits(live)) === "same";
    });
  }

  note(known: Known): void {
    this.#siblings.set(keyOf(known), known);
    this.#recall(known.origin);
  }

  /** A thing of a state exists, and is the one that the state recorded: the token is of the right account. */
  async confirm(thing: Sighting, known: Known): Promise<void> {
    this.#isConfirmed = true;
    // Of a state of 0.1.0, others may still lack the account that this one has now.
    if (known.identity.account === undefined) await this.remember(thing, known.origin);
  }

  /** For later runs, in which it may tell whether the token is of the right account. */
  async remember(thing: Sighting, origin: Origin | undefined): Promise<void> {
    if (origin === undefined) return;
    this.#recall(origin);
    const { noun, id, identity } = thing;
    this.#seen.set(keyOf(thing), { noun, id, identity });
    this.#isUnsaved = true;
    this.#saving ??= this.#save(origin).finally(() => {
      this.#saving = undefined;
    });
    await this.#saving;
  }

  /** Throws where it can't be told whether a thing is gone or the token is of another account. */
  async mustBeGone(known: Known): Promise<void> {
    this.#gone.add(keyOf(known));
    if (this.#services.allowEmpty || (await this.#tokenIsOurs())) return;
    for (const pause of pauses) {
      await this.#services.clock.sleep(pause);
      if (this.#isConfirmed || (await this.#findOne())) return;
    }
    throw new LifecycleError(
      `${known.noun} ${known.id} seems to be gone, and so does everything else of this stack that this run has seen. The token may be of another account: ${await this.#whyUnknown()}. Nothing was changed. Check the token and the address. If others exist, run the command again, which now looks for all that this run has seen; if everything is really gone, run the command with \`--allow-empty\`, or with NODECLOUD_ALLOW_EMPTY=1 in the environment.`,
    );
  }

  /** What earlier runs saw counts, and what this one creates does not: it may be in the wrong account itself. */
  #recall(origin: Origin | undefined): void {
    if (this.#earlier !== undefined || origin === undefined) return;
    this.#earlier = this.#services.sightings.load(origin);
    for (const thing of this.#earlier) {
      if (!this.#siblings.has(keyOf(thing))) this.#siblings.set(keyOf(thing), thing);
    }
  }

  /** The newest first. What is seen while this writes is written next, together. */
  async #save(origin: Origin): Promise<void> {
    while (this.#isUnsaved) {
      this.#isUnsaved = false;
      const earlier = (this.#earlier ?? []).filter((thing) => !this.#seen.has(keyOf(thing)));
      const existing = [...this.#seen.values(), ...earlier].filter((thing) => !this.#gone.has(keyOf(thing)));
      await this.#services.sightings.save(origin, existing.slice(0, maxSightings));
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
        .get(thing.noun)?.(thing)
        .catch(() => false);
      if (exists) this.#isConfirmed = true;
      if (this.#isConfirmed) return true;
    }
    return false;
  }
}

export const presenceOf = perServices((services) => new Presence(services));

function keyOf({ noun, id }: Pick<Sighting, "noun" | "id">): string {
  return `${noun} ${id}`;
}
