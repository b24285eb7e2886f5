import type { Clock } from "../clock";
import { type Brand, brandOf } from "../contract";
import { chanceOf } from "./chance";
import { EmulatorClock } from "./emulator-clock";
import { Faults } from "./faults/faults";
import { Journal } from "./http/journal";
import { RateLimits } from "./http/rate-limits";
import { carryOut } from "./models/time";
import type { Service } from "./service";
import { defaultSettings, patchSettings, type Settings } from "./settings";
import { seedWorld } from "./world/seed";
import { World, type WorldState } from "./world/world";

export interface StateOptions {
  readonly clock: Clock;
  readonly brand: string;
  readonly seed: number;
  readonly speed: number;
  readonly settings: Partial<Settings>;
  readonly world: WorldState | undefined;
}

/** Everything that an emulator holds. */
export class State implements Service {
  readonly brand: Brand;
  readonly clock: EmulatorClock;
  /** The clock that callers wait by. */
  readonly wire: Clock;
  readonly journal = new Journal();
  readonly faults: Faults;
  readonly rateLimits: RateLimits;
  settings: Settings;
  world: World;
  readonly #options: StateOptions;
  #moment: number | undefined;

  constructor(options: StateOptions) {
    this.#options = options;
    this.brand = brandOf(options.brand);
    this.wire = options.clock;
    this.clock = new EmulatorClock(options.clock, options.speed);
    this.faults = new Faults(chanceOf(options.seed));
    this.rateLimits = new RateLimits(() => options.clock.now());
    this.settings = patchSettings(defaultSettings, options.settings);
    this.world = this.#firstWorld();
  }

  now(): number {
    return this.#moment ?? this.clock.now();
  }

  token(length: number): string {
    return this.wire.token(length);
  }

  /** Lets everything happen that has come due, each at its own moment. */
  catchUp(): void {
    const now = this.clock.now();
    try {
      for (let entry = this.world.timeline.take(now); entry; entry = this.world.timeline.take(now)) {
        this.#moment = entry.at;
        carryOut(this, entry.due);
      }
    } finally {
      this.#moment = undefined;
    }
  }

  /** Back to how it began: world, settings, faults, journal, limits. */
  reset(): void {
    this.settings = patchSettings(defaultSettings, this.#options.settings);
    this.world = this.#firstWorld();
    this.faults.clear();
    this.journal.clear();
    this.rateLimits.clear();
  }

  load(world: WorldState): void {
    if (world.brand !== this.brand.word) {
      throw new Error(
        `Loading a world: it is written in the word ${JSON.stringify(world.brand)}, this emulator in ${JSON.stringify(this.brand.word)}. Start one with that brand.`,
      );
    }
    this.clock.moveTo(world.time);
    this.world = new World(world);
  }

  #firstWorld(): World {
    const { world } = this.#options;
    if (!world) return new World(seedWorld(this.brand, this.clock.now()));
    this.load(world);
    return this.world;
  }
}
