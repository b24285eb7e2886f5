import type { Clock } from "../clock";
import { type Brand, brandOf } from "../contract";
import { Chance } from "./chance";
import { Keeping } from "./data/keeping";
import type { Circumstances } from "./data/kept";
import { Snapshots, snapshotsIn, snapshotsInMemory } from "./data/snapshots";
import type { Found, WorldFolder } from "./data/world-folder";
import { EmulatorClock } from "./emulator-clock";
import { Faults } from "./faults/faults";
import { Journal } from "./http/journal";
import { RateLimits } from "./http/rate-limits";
import { beginBilling } from "./models/billing/months";
import { carryOut } from "./models/due";
import { Refusal, refused } from "./refusal";
import type { Service } from "./service";
import { defaultSettings, otherThanDefault, patchSettings, type Settings } from "./settings";
import { seedWorld } from "./world/seed";
import { createWorld, type World } from "./world/world";
import type { WorldState } from "./world/world-state";

export interface StateOptions {
  readonly clock: Clock;
  readonly brand: string;
  readonly seed: number | undefined;
  readonly speed: number | undefined;
  readonly settings: Partial<Settings>;
  /** What it begins with, and goes back to. */
  readonly world: WorldState | undefined;
  /** Where the world is kept, and may have been kept before. */
  readonly folder: WorldFolder | undefined;
}

const defaultSeed = 1;

/** Everything that an emulator holds. */
export class State implements Service {
  readonly brand: Brand;
  readonly clock: EmulatorClock;
  /** The clock that callers wait by. */
  readonly wire: Clock;
  readonly journal = new Journal();
  readonly faults: Faults;
  readonly rateLimits: RateLimits;
  readonly snapshots: Snapshots;
  settings: Settings;
  world: World;
  readonly #options: StateOptions;
  /** What ids and secrets are made of, where a seed was given. */
  readonly #chance: Chance | undefined;
  readonly #keeping: Keeping | undefined;
  readonly #first: WorldState | undefined;
  /** A change could not be kept, nor what was kept be read: nothing goes on before that. */
  #isAstray = false;
  #moment: number | undefined;
  #carriedOut = 0;

  constructor(options: StateOptions) {
    const { clock, seed, folder } = options;
    this.#options = options;
    this.brand = brandOf(options.brand);
    this.wire = clock;
    this.clock = new EmulatorClock(clock, options.speed);
    this.faults = new Faults(new Chance(seed ?? defaultSeed));
    this.rateLimits = new RateLimits(() => clock.now());
    this.settings = patchSettings(defaultSettings, options.settings);
    this.#chance = seed === undefined ? undefined : new Chance(seed);
    this.snapshots = new Snapshots(folder ? snapshotsIn(folder.files) : snapshotsInMemory());
    this.#keeping = folder && new Keeping(folder, this.brand.word);
    const found = this.#keeping?.find();
    this.#first = this.#keeping ? this.#keeping.first(options.world) : options.world;
    this.world = found?.world ?? this.#firstWorld();
    if (found) {
      this.#resume(found);
      this.settings = patchSettings(this.settings, options.settings);
      if (options.speed !== undefined) this.clock.setSpeed(options.speed);
    } else {
      this.#keeping?.begin(this.world, this.#circumstances());
    }
  }

  now(): number {
    return this.#moment ?? this.clock.now();
  }

  token(length: number): string {
    return this.#chance?.token(length) ?? this.wire.token(length);
  }

  /**
   * Does something with the world as it is by now; what that changes, and what has come due, is kept when this returns.
   * Throws what the work throws, and a `Refusal` where it could not be kept: then nothing has changed.
   */
  act<T>(work: () => T): T {
    if (this.#isAstray) this.#goBack();
    const end = this.#begun(work);
    this.#keep();
    return end();
  }

  /** Lets so much time pass and carries out what comes due by then; answers how many things that were. */
  pass(milliseconds: number): number {
    const before = this.#carriedOut;
    this.act(() => this.clock.advance(milliseconds));
    this.act(() => undefined);
    return this.#carriedOut - before;
  }

  /** Back to how it began: world, settings, faults, journal, limits. */
  reset(): void {
    this.settings = patchSettings(defaultSettings, this.#options.settings);
    this.#chance?.restart();
    this.world = this.#firstWorld();
    this.faults.reset();
    this.journal.clear();
    this.rateLimits.clear();
  }

  load(world: WorldState): void {
    if (world.brand !== this.brand.word) {
      throw refused(
        `Loading a world: it is written in the word ${JSON.stringify(world.brand)}, this emulator in ${JSON.stringify(this.brand.word)}. Start one with that brand.`,
      );
    }
    const loaded = createWorld(world);
    this.clock.moveTo(world.time);
    this.world = loaded;
    for (const service of this.everyAccount()) beginBilling(service);
  }

  /** Does the work; what it came to is told when that is kept, a refusal like any outcome. */
  #begun<T>(work: () => T): () => T {
    try {
      this.#catchUp();
      const outcome = work();
      return () => outcome;
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.#goBack();
        throw error;
      }
      return () => {
        throw error;
      };
    }
  }

  everyAccount(): readonly Service[] {
    return this.world.accounts.map((world) =>
      world === this.world ? this : new ServiceOfAccount(this, world),
    );
  }

  /** Lets everything happen that has come due, each at its own moment. */
  #catchUp(): void {
    const now = this.clock.now();
    try {
      for (let entry = this.world.timeline.take(now); entry; entry = this.world.timeline.take(now)) {
        this.#moment = entry.at;
        this.#carriedOut += 1;
        for (const service of this.everyAccount()) carryOut(service, entry.due);
      }
    } finally {
      this.#moment = undefined;
    }
  }

  #keep(): void {
    try {
      this.#keeping?.keep(this.world, this.#circumstances());
    } catch (error) {
      this.#goBack();
      throw error;
    }
  }

  /** Where a world is kept: back to how it was kept last. */
  #goBack(): void {
    if (!this.#keeping) return;
    this.#isAstray = true;
    this.#resume(this.#keeping.findAgain());
    this.#isAstray = false;
  }

  #resume({ world, circumstances: { clock, settings, chance } }: Found): void {
    this.world = world;
    this.clock.resume(clock);
    this.settings = patchSettings(defaultSettings, settings);
    if (chance) this.#chance?.resume(chance);
  }

  #circumstances(): Circumstances {
    return {
      clock: this.clock.kept(),
      settings: otherThanDefault(this.settings),
      chance: this.#chance?.state() ?? null,
    };
  }

  #firstWorld(): World {
    if (!this.#first) {
      return createWorld(seedWorld(this.brand, this.clock.now(), this.settings.clusterImages));
    }
    this.load(this.#first);
    return this.world;
  }
}

/** The same service as another account has it. */
class ServiceOfAccount implements Service {
  readonly #state: State;

  constructor(
    state: State,
    readonly world: World,
  ) {
    this.#state = state;
  }

  get settings(): Settings {
    return this.#state.settings;
  }

  get brand(): Brand {
    return this.#state.brand;
  }

  now(): number {
    return this.#state.now();
  }

  token(length: number): string {
    return this.#state.token(length);
  }

  everyAccount(): readonly Service[] {
    return this.#state.everyAccount();
  }
}
