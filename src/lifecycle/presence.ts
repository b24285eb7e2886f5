import { accountsOf } from "./accounts";
import type { Reader } from "./collection";
import { LifecycleError } from "./failures";
import type { Known } from "./guard";
import { compareIdentity, type Traits } from "./identity";
import { perServices, type Services } from "./services";

/** A thing of the stack, and how to see whether it exists. */
export interface Sibling<Live> {
  readonly known: Known;
  readonly collection: Reader<Live>;
  readonly traits: (live: Live) => Traits;
  /** Whether its id alone proves that it is ours. */
  readonly idsAreUnique: boolean;
}

/** Resources of one run reach the plugin at about the same time: so long do those that seem gone wait for the others. */
const patience = [0, 500, 1000, 1500];

/**
 * Where the account can't be compared, another account's token looks as if everything were gone. A thing is taken to be
 * gone only when another one of the stack was seen to exist.
 */
class Presence {
  readonly #services: Services;
  /** The things of the states that this process was given, and whether one exists. */
  readonly #siblings = new Map<string, () => Promise<boolean>>();
  readonly #gone = new Set<string>();
  #isConfirmed = false;
  #search: Promise<boolean> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  note<Live>({ known, collection, traits, idsAreUnique }: Sibling<Live>): void {
    this.#siblings.set(keyOf(known), async () => {
      const live = (await collection.recentItems()).get(known.id);
      if (live === undefined) return false;
      return idsAreUnique || compareIdentity(known.identity, traits(live)) === "same";
    });
  }

  /** A thing of a state was seen to exist, and is the one that the state means. */
  confirm(): void {
    this.#isConfirmed = true;
  }

  /** Throws where it can't be told whether a thing is gone or the token is of another account. */
  async mustBeGone(known: Known): Promise<void> {
    this.#gone.add(keyOf(known));
    if (this.#services.allowEmpty || (await this.#tokenIsOurs())) return;
    for (const pause of patience) {
      await this.#services.clock.sleep(pause);
      if (this.#isConfirmed || (await this.#findOne())) return;
    }
    throw new LifecycleError(
      `${known.noun} ${known.id} seems to be gone, and so does everything else of this stack that this run has seen. The token may be of another account: ${await this.#whyUnknown()}. Nothing was changed. Check the token and the address; if everything is really gone, run the command with \`--allow-empty\`, or with NODECLOUD_ALLOW_EMPTY=1 in the environment.`,
    );
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
    for (const [key, exists] of this.#siblings) {
      if (this.#gone.has(key)) continue;
      if (await exists().catch(() => false)) this.#isConfirmed = true;
      if (this.#isConfirmed) return true;
    }
    return false;
  }
}

export const presenceOf = perServices((services) => new Presence(services));

function keyOf({ noun, id }: Known): string {
  return `${noun} ${id}`;
}
