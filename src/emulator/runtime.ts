import type { Clock } from "../clock";
import { type Brand, brandOf } from "../contract";
import { CallDetailsLog } from "./console/call-details";
import { Observations } from "./console/observations";
import type { SavedRuntime } from "./data/saved-records";
import { Snapshots, snapshotsIn, snapshotsInMemory } from "./data/snapshots";
import type { LoadedWorld, WorldFolder } from "./data/world-folder";
import { WorldStore } from "./data/world-store";
import { EmulatorClock } from "./emulator-clock";
import { Faults } from "./faults/faults";
import { OpenBodies } from "./http/open-bodies";
import { RateLimits } from "./http/rate-limits";
import { RequestLog } from "./http/request-log";
import { beginBilling } from "./models/billing/months";
import { carryOut } from "./models/due-transitions";
import { SeededRandom } from "./seeded-random";
import type { Service } from "./service";
import { invalidRequest, ServiceError } from "./service-error";
import { ServiceOfAccount } from "./service-of-account";
import { defaultSettings, nonDefaultSettings, patchSettings } from "./settings";
import type { SavedWorld, Settings } from "./types.generated";
import type { RecordChange } from "./world/changes";
import { seedWorld } from "./world/seed";
import { createWorld, type World } from "./world/world";

export interface RuntimeOptions {
  readonly clock: Clock;
  readonly brand: string;
  readonly seed: number | undefined;
  readonly speed: number | undefined;
  readonly settings: Partial<Settings>;
  /** The initial world, which a reset restores. Default: the seed. */
  readonly world: SavedWorld | undefined;
  /** Where the world is saved. Undefined if it is only in memory. */
  readonly folder: WorldFolder | undefined;
}

const defaultSeed = 1;

/**
 * One call carries out at most this many transitions, and starts none after this many milliseconds, because the end of a month takes a
 * while in a large world. If more are due, the clock falls behind.
 */
const maxTransitionsAtOnce = 5000;
const maxTimeAtOnce = 200;

/** A running emulator: its world, clock, settings, faults, request log and snapshots. */
export class Runtime implements Service {
  readonly brand: Brand;
  readonly clock: EmulatorClock;
  /** The clock of the callers, which is neither sped up nor frozen. */
  readonly callerClock: Clock;
  /** The data of consoles that is not in the world. */
  readonly observations = new Observations(() => this.now());
  readonly requestLog = new RequestLog(this.observations);
  readonly callDetails = new CallDetailsLog();
  readonly faults: Faults;
  readonly rateLimits: RateLimits;
  readonly bodies = new OpenBodies();
  readonly snapshots: Snapshots;
  settings: Settings;
  world: World;
  readonly #options: RuntimeOptions;
  /** The source of ids and secrets, if a seed was given. */
  readonly #random: SeededRandom | undefined;
  readonly #store: WorldStore | undefined;
  readonly #initialWorld: SavedWorld | undefined;
  /** Whether a change could not be saved, and the world before the change has not been reloaded yet. */
  #needsReload = false;
  /** The services of the accounts in the current world. */
  #accounts: { readonly world: World; readonly services: readonly Service[] } | undefined;
  #transitionTime: number | undefined;
  #transitions = 0;
  readonly #ended = new AbortController();

  constructor(options: RuntimeOptions) {
    const { clock, seed, folder } = options;
    this.#options = options;
    this.brand = brandOf(options.brand);
    this.callerClock = clock;
    this.clock = new EmulatorClock(clock, options.speed);
    this.faults = new Faults(new SeededRandom(seed ?? defaultSeed));
    this.rateLimits = new RateLimits(() => clock.now());
    this.settings = patchSettings(defaultSettings, options.settings);
    this.#random = seed === undefined ? undefined : new SeededRandom(seed);
    this.snapshots = new Snapshots(folder ? snapshotsIn(folder.files) : snapshotsInMemory());
    this.#store = folder && new WorldStore(folder, this.brand.word);
    const loaded = this.#store?.load();
    // Checked before it is written to the folder, where later starts would find it.
    if (options.world) this.#checkBrand(options.world);
    this.#initialWorld = this.#store ? this.#store.initialWorld(options.world) : options.world;
    this.world = loaded?.world ?? this.#createInitialWorld();
    if (loaded) {
      this.#restore(loaded);
      this.settings = patchSettings(this.settings, options.settings);
      if (options.speed !== undefined) this.clock.setSpeed(options.speed);
      // A world that an earlier version saved may lack the planned end of the month.
      beginBilling(this);
    } else {
      this.#store?.create(this.world, this.#saved());
    }
    this.observations.attach(this.world);
  }

  /** Aborted when the emulator is closed. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Ends event streams and calls that are waiting to be carried out. */
  close(): void {
    this.faults.cancelPending();
    this.#ended.abort();
  }

  now(): number {
    return this.#transitionTime ?? this.clock.now();
  }

  randomToken(length: number): string {
    return this.#random?.token(length) ?? this.callerClock.token(length);
  }

  changesWithin(milliseconds: number): readonly RecordChange[] {
    return milliseconds > 0 ? this.observations.undo.since(this.now() - milliseconds) : [];
  }

  /**
   * Carries out the transitions that are due, then does `work`. When this returns, all changes are saved. Throws what `work`
   * throws, and a `ServiceError` when the changes cannot be saved; then nothing has changed.
   */
  act<T>(work: () => T, isBounded = true): T {
    if (this.#needsReload) this.#reload();
    const finish = this.#attempt(work, isBounded);
    this.#save();
    return finish();
  }

  /**
   * Advances the clock and carries out the transitions that are due by then. Returns their number. If it is bounded and too many are due,
   * the clock falls behind.
   */
  advance(milliseconds: number, isBounded = false): number {
    const before = this.#transitions;
    this.act(() => this.clock.advance(milliseconds));
    this.act(() => undefined, isBounded);
    return this.#transitions - before;
  }

  /** Throws a `ServiceError` when the world is so large that nothing may be added to it. */
  checkRoom(): void {
    const { size } = this.world;
    if (!size.isFull) return;
    throw new ServiceError("limit", [
      {
        reason: `The emulator's world is full: its JSON has ${Math.floor(size.total / 2 ** 20)} MiB. Delete objects, load a smaller world or reset the emulator.`,
      },
    ]);
  }

  /** Restores the initial world and settings, and clears faults, request log and rate limits. */
  reset(): void {
    this.settings = patchSettings(defaultSettings, this.#options.settings);
    this.#random?.restart();
    this.world = this.#createInitialWorld();
    this.observations.attach(this.world);
    this.faults.reset();
    this.requestLog.clear();
    this.callDetails.clear();
    this.rateLimits.clear();
  }

  load(saved: SavedWorld): void {
    this.#checkBrand(saved);
    const world = createWorld(saved);
    this.clock.moveTo(saved.time);
    this.world = world;
    this.observations.attach(world);
    beginBilling(this);
  }

  /** Throws a `ServiceError` for a world with the names of another brand. */
  #checkBrand({ brand }: SavedWorld): void {
    if (brand === this.brand.word) return;
    throw invalidRequest(
      `The world has the brand ${JSON.stringify(brand)}, but this emulator has ${JSON.stringify(this.brand.word)}. Load it into an emulator with that brand.`,
    );
  }

  everyAccount(): readonly Service[] {
    if (this.#accounts?.world !== this.world) {
      const { world: first } = this;
      const services = first.accounts.map((world) =>
        world === first ? this : new ServiceOfAccount(this, world),
      );
      this.#accounts = { world: first, services };
    }
    return this.#accounts.services;
  }

  /** Does the work. The returned function returns its result, or throws its `ServiceError`, once the changes are saved. */
  #attempt<T>(work: () => T, isBounded: boolean): () => T {
    try {
      this.#makeTransitions(isBounded);
      const result = work();
      this.world.trimHistory();
      return () => result;
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        this.#reload();
        throw error;
      }
      return () => {
        throw error;
      };
    }
  }

  /** Carries out the transitions that are due, each at its own time. */
  #makeTransitions(isBounded: boolean): void {
    const now = this.clock.now();
    const startedAt = this.callerClock.now();
    const { timeline } = this.world;
    const before = this.#transitions;
    const isOver = () =>
      this.#transitions - before >= maxTransitionsAtOnce ||
      this.callerClock.now() - startedAt >= maxTimeAtOnce;
    try {
      for (let entry = timeline.take(now); entry; entry = timeline.take(now)) {
        this.#transitionTime = entry.at;
        this.#transitions += 1;
        carryOut(this, entry.due);
        this.world.trimHistory();
        if (isBounded && (timeline.next() ?? now + 1) <= now && isOver()) {
          this.clock.fallBehind(entry.at);
          break;
        }
      }
    } finally {
      this.#transitionTime = undefined;
    }
  }

  #save(): void {
    try {
      this.#store?.save(this.world, this.#saved());
    } catch (error) {
      this.#reload();
      throw error;
    }
  }

  /** Reverts to the world that was saved last. Without a store, nothing is reverted. */
  #reload(): void {
    if (!this.#store) return;
    this.#needsReload = true;
    this.#restore(this.#store.reload());
    this.#needsReload = false;
  }

  #restore({ world, runtime: { clock, settings, chance } }: LoadedWorld): void {
    this.world = world;
    this.observations.attach(world);
    this.clock.resume(clock);
    this.settings = patchSettings(defaultSettings, settings);
    if (chance) this.#random?.resume(chance);
  }

  #saved(): SavedRuntime {
    return {
      clock: this.clock.save(),
      settings: nonDefaultSettings(this.settings),
      chance: this.#random?.state() ?? null,
    };
  }

  #createInitialWorld(): World {
    if (!this.#initialWorld) {
      return createWorld(seedWorld(this.brand, this.clock.now(), this.settings.clusterImages));
    }
    this.load(this.#initialWorld);
    return this.world;
  }
}
