import { messageOf } from "../../unknown";
import { Refusal } from "../refusal";
import type { World } from "../world/world";
import type { WorldState } from "../world/world-state";
import { worldOf } from "../world/written-world";
import { DataError } from "./data-error";
import type { Circumstances } from "./kept";
import { lineOf, linesOf } from "./lines";
import type { Found, WorldFolder } from "./world-folder";

/** The world that a reset goes back to, where it isn't the seeded one. */
const firstFile = "world.first";
/** Two readings of a clock that goes on by itself differ from what is expected by rounding alone. */
const rounding = 1;

/** Keeps a world in a folder, step by step, as the emulator changes it. */
export class Keeping {
  readonly #folder: WorldFolder;
  readonly #brand: string;
  #world: World | undefined;
  #circumstances: Circumstances | undefined;

  constructor(folder: WorldFolder, brand: string) {
    this.#folder = folder;
    this.#brand = brand;
  }

  /** The world as it was kept, followed from here on. Throws a `DataError` where it can't be read or is of another brand. */
  find(): Found | undefined {
    const found = this.#folder.read();
    if (!found) return undefined;
    const { brand } = found.world;
    if (brand !== this.#brand) {
      throw new DataError(
        `The world in ${this.#folder.path} is written in the word ${JSON.stringify(brand)}, this emulator in ${JSON.stringify(this.#brand)}. Start it with that brand, or give another folder.`,
      );
    }
    this.#follow(found.world, found.circumstances);
    return found;
  }

  /** The world as it was kept last, after something went wrong. Throws a `Refusal` where that can't be read. */
  findAgain(): Found {
    try {
      const found = this.find();
      if (found) return found;
    } catch (error) {
      throw this.refusal(error);
    }
    throw this.refusal("what was kept there is gone");
  }

  /** Begins with a world in a folder that keeps none. */
  begin(world: World, circumstances: Circumstances): void {
    try {
      this.#folder.begin(world.state(circumstances.clock.time), circumstances);
    } catch (error) {
      throw new DataError(
        `The world can't be kept in ${this.#folder.path}: ${messageOf(error)}. Give a folder that can be written, with room in it.`,
        { cause: error },
      );
    }
    this.#follow(world, circumstances);
  }

  /** What a reset goes back to: what is given, which is kept for the next start, or what was given to an earlier one. */
  first(given: WorldState | undefined): WorldState | undefined {
    if (given) {
      this.#folder.files.replace(firstFile, lineOf(given));
      return given;
    }
    const [line] = linesOf(this.#folder.files.read(firstFile) ?? new Uint8Array());
    return line && worldOf(line.value);
  }

  /** Keeps what has changed since the last time. Throws a `Refusal` when it can't be kept: nothing of it is then. */
  keep(world: World, circumstances: Circumstances): void {
    const changes = world.changes.take();
    const isOther = world !== this.#world;
    if (!isOther && changes.length === 0 && !this.#isChange(circumstances)) return;
    const whole = () => world.state(circumstances.clock.time);
    try {
      this.#folder.write(
        isOther ? { ...circumstances, world: whole(), changes: [] } : { ...circumstances, changes },
        whole,
      );
    } catch (error) {
      throw this.refusal(error);
    }
    this.#follow(world, circumstances);
  }

  refusal(error: unknown): Refusal {
    const reason = `The emulator can't keep its world in ${this.#folder.path}: ${messageOf(error)}. Nothing was changed; make room there, or the folder writable, and call again.`;
    return new Refusal("unkept", [{ reason }]);
  }

  #follow(world: World, circumstances: Circumstances): void {
    this.#world = world;
    this.#circumstances = circumstances;
    world.changes.begin();
  }

  #isChange({ clock, settings, chance }: Circumstances): boolean {
    const before = this.#circumstances;
    if (!before) return true;
    const passed = before.clock.frozen ? 0 : (clock.outside - before.clock.outside) * before.clock.speed;
    return (
      Math.abs(clock.time - before.clock.time - passed) > rounding ||
      clock.speed !== before.clock.speed ||
      clock.frozen !== before.clock.frozen ||
      chance?.state !== before.chance?.state ||
      chance?.seed !== before.chance?.seed ||
      JSON.stringify(settings) !== JSON.stringify(before.settings)
    );
  }
}
