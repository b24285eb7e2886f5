import { type Clock, realClock } from "../clock";
import { type Control, controlOf } from "./control";
import { openFolder } from "./data/folder-files";
import { WorldFolder } from "./data/world-folder";
import { appOf } from "./http/app";
import { type Listening, type ListenOptions, listen } from "./http/listen";
import type { Settings } from "./settings";
import { State } from "./state";
import { worldOf } from "./world/written-world";

/** How a world is kept. */
export interface DataOptions {
  /** Made if it isn't there. One emulator at a time uses it. */
  readonly folder: string;
  /** How many bytes longer than the last snapshot the journal may be before another takes its place. Default: 4 MiB. */
  readonly compactAbove?: number;
}

export interface EmulatorOptions {
  /** The clock that it runs by. Default: the real one. */
  readonly clock?: Clock;
  /** Emulated seconds a second of the clock. Default: 1, or as it was kept. */
  readonly speed?: number;
  /** The operator's word in paths, fields, scopes and image ids. Default: `node`. Throws a `BrandError` for one that can't be. */
  readonly brand?: string;
  /**
   * A whole number of which ids and secrets are made, and what fault rules leave to chance: the same calls get the same answers.
   * Default: ids and secrets that nobody can guess, and 1 for fault rules.
   */
  readonly seed?: number;
  /** Where the service differs from the default: see `settings`. */
  readonly settings?: Partial<Settings>;
  /** A world that was exported by `control.world()`, which it begins with and a reset goes back to. Default: the seeded one. */
  readonly world?: unknown;
  /**
   * A folder that keeps the world, in which it goes on from where it was. Without, it is in memory. Throws a `DataError` where the
   * folder can't be written, is in use, is damaged, or keeps a world of another brand.
   */
  readonly data?: string | DataOptions;
}

/** The service on this machine. */
export interface Emulator {
  /**
   * Serves a request in process: no port, and no timer but the clock's. Only the path of the address counts.
   * Rejects with a `ConnectionFault` where a fault rule breaks the connection.
   */
  fetch(request: Request): Promise<Response>;
  /** Serves on 127.0.0.1, to local programs and not to web pages: see `ListenOptions.allowedHosts`. */
  listen(options?: ListenOptions): Promise<Listening>;
  readonly control: Control;
  /** Gives its data folder free; without one there is nothing to do. It serves no more. */
  close(): void;
}

const journalBytes = 4 * 2 ** 20;

/** Makes an emulator of the interface's service, its world in memory or in a folder. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { data } = options;
  if (data === undefined) return emulatorOn(undefined, options);
  const { folder, compactAbove = journalBytes } = typeof data === "string" ? { folder: data } : data;
  const files = openFolder(folder);
  try {
    return emulatorOn(new WorldFolder(files, compactAbove), options);
  } catch (error) {
    files.close();
    throw error;
  }
}

/** An emulator whose world is kept by a folder, whatever files that has. */
export function emulatorOn(folder: WorldFolder | undefined, options: EmulatorOptions): Emulator {
  const state = new State({
    folder,
    clock: options.clock ?? realClock,
    speed: options.speed,
    brand: options.brand ?? "node",
    seed: options.seed,
    settings: options.settings ?? {},
    world: options.world === undefined ? undefined : worldOf(options.world),
  });
  const app = appOf(state);
  const fetch = async (request: Request) => app.fetch(request);
  return {
    fetch,
    listen: (options = {}) => listen(fetch, options),
    control: controlOf(state),
    close: () => {
      state.faults.dropLate();
      folder?.files.close();
    },
  };
}
