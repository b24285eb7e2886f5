import { type Clock, realClock } from "../clock";
import { type Control, controlOf } from "./control";
import { appOf } from "./http/app";
import { type Listening, listen } from "./http/listen";
import type { Settings } from "./settings";
import { State } from "./state";
import { worldOf } from "./world/written-world";

export interface EmulatorOptions {
  /** The clock that it runs by. Default: the real one. */
  readonly clock?: Clock;
  /** Emulated seconds a second of the clock. Default: 1. */
  readonly speed?: number;
  /** The operator's word in paths, fields, scopes and image ids. Default: `node`. Throws a `BrandError` for one that can't be. */
  readonly brand?: string;
  /** Of what fault rules leave to chance. Default: 1. */
  readonly seed?: number;
  /** Where the service differs from the default: see `settings`. */
  readonly settings?: Partial<Settings>;
  /** A world that was exported by `control.world()`. Default: the seeded one. */
  readonly world?: unknown;
}

/** The service on this machine. */
export interface Emulator {
  /**
   * Serves a request in process: no port, and no timer but the clock's. Only the path of the address counts.
   * Rejects with a `ConnectionFault` where a fault rule breaks the connection.
   */
  fetch(request: Request): Promise<Response>;
  /** Serves on 127.0.0.1. Port 0, the default, takes a free one. */
  listen(options?: { readonly port?: number }): Promise<Listening>;
  readonly control: Control;
}

/** Makes an emulator of the interface's service, with a world in memory. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const state = new State({
    clock: options.clock ?? realClock,
    speed: options.speed ?? 1,
    brand: options.brand ?? "node",
    seed: options.seed ?? 1,
    settings: options.settings ?? {},
    world: options.world === undefined ? undefined : worldOf(options.world),
  });
  const app = appOf(state);
  const fetch = async (request: Request) => app.fetch(request);
  return { fetch, listen: ({ port = 0 } = {}) => listen(fetch, port), control: controlOf(state) };
}
