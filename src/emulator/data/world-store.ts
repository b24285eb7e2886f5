import { existsSync } from "node:fs";
import { messageOf } from "../../unknown";
import { ServiceError } from "../service-error";
import type { SavedWorld } from "../types.generated";
import { worldOf } from "../world/input-world";
import type { World } from "../world/world";
import { decodeLines, encodeLine } from "./checksummed-lines";
import { DataError } from "./data-error";
import type { SavedRuntime } from "./saved-records";
import type { LoadedWorld, WorldFolder } from "./world-folder";

/** The world that a reset restores, if it is not the seed. */
const initialWorldFile = "world.first";
/** In milliseconds: rounding may make a running clock differ from the expected time by this much. */
const clockTolerance = 1;

/** Saves the changes to a world in its folder as they are made. */
export class WorldStore {
  readonly #folder: WorldFolder;
  readonly #brand: string;
  #world: World | undefined;
  #runtime: SavedRuntime | undefined;

  constructor(folder: WorldFolder, brand: string) {
    this.#folder = folder;
    this.#brand = brand;
  }

  /**
   * Loads the saved world, whose changes are recorded from then on. Undefined if none is saved. Throws a `DataError` when it cannot be
   * read or has another brand.
   */
  load(): LoadedWorld | undefined {
    const loaded = this.#folder.read();
    if (!loaded) return undefined;
    const { brand } = loaded.world;
    if (brand !== this.#brand) {
      throw new DataError(
        `The world in ${this.#folder.path} has the brand ${JSON.stringify(brand)}, but this emulator has ${JSON.stringify(this.#brand)}. Start the emulator with that brand, or choose another folder.`,
      );
    }
    this.#recordChanges(loaded.world, loaded.runtime);
    return loaded;
  }

  /** Loads the world as it was saved last, after an error. Throws a `ServiceError` when it cannot be read. */
  reload(): LoadedWorld {
    try {
      const loaded = this.load();
      if (loaded) return loaded;
    } catch (error) {
      if (error instanceof DataError) throw new ServiceError("storage", [{ reason: error.message }]);
      throw this.#unsavedError(error);
    }
    throw this.#unsavedError("the saved world no longer exists");
  }

  /** Saves a world in a folder that has none. */
  create(world: World, runtime: SavedRuntime): void {
    try {
      this.#folder.create(world.export(runtime.clock.time), runtime);
    } catch (error) {
      throw new DataError(
        `The world cannot be saved in ${this.#folder.path}: ${messageOf(error)}. Choose a folder that can be written, with enough space.`,
        { cause: error },
      );
    }
    this.#recordChanges(world, runtime);
  }

  /** The world that a reset restores: the given one, which is saved for the next start, or else the one of an earlier start. */
  initialWorld(given: SavedWorld | undefined): SavedWorld | undefined {
    if (given) {
      this.#folder.files.replace(initialWorldFile, encodeLine(given));
      return given;
    }
    try {
      const [line] = decodeLines(this.#folder.files.read(initialWorldFile) ?? new Uint8Array());
      return line && worldOf(line.value);
    } catch (error) {
      throw new DataError(
        `The world in ${this.#folder.path} cannot be read: ${initialWorldFile}: ${messageOf(error)}. Restore that file from a copy, or delete it: a reset then restores the seed.`,
        { cause: error },
      );
    }
  }

  /** Saves the changes since the last time, all of them or none. Throws a `ServiceError` when they cannot be saved. */
  save(world: World, runtime: SavedRuntime): void {
    const changes = world.changes.take();
    const isReplaced = world !== this.#world;
    if (!isReplaced && changes.length === 0 && !this.#isChanged(runtime)) return;
    const exportWorld = () => world.export(runtime.clock.time);
    try {
      this.#folder.append(
        isReplaced ? { ...runtime, world: exportWorld(), changes: [] } : { ...runtime, changes },
        exportWorld,
      );
    } catch (error) {
      throw this.#unsavedError(error);
    }
    this.#recordChanges(world, runtime);
  }

  #unsavedError(error: unknown): ServiceError {
    const { path } = this.#folder;
    const action = existsSync(path)
      ? "Free some space there or make the folder writable, and send the request again."
      : "The folder no longer exists: start the emulator again.";
    const reason = `The emulator cannot save its world in ${path}: ${messageOf(error)}. Nothing was changed. ${action}`;
    return new ServiceError("storage", [{ reason }]);
  }

  #recordChanges(world: World, runtime: SavedRuntime): void {
    this.#world = world;
    this.#runtime = runtime;
    world.changes.startRecording();
  }

  #isChanged({ clock, settings, chance }: SavedRuntime): boolean {
    const before = this.#runtime;
    if (!before) return true;
    const elapsed = before.clock.frozen ? 0 : (clock.outside - before.clock.outside) * before.clock.speed;
    return (
      Math.abs(clock.time - before.clock.time - elapsed) > clockTolerance ||
      clock.speed !== before.clock.speed ||
      clock.frozen !== before.clock.frozen ||
      chance?.state !== before.chance?.state ||
      chance?.seed !== before.chance?.seed ||
      JSON.stringify(settings) !== JSON.stringify(before.settings)
    );
  }
}
