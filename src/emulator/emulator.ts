import type { Clock } from "../clock";
import type { Control } from "./control";
import type { Listening, ListenOptions } from "./http/listen";
import type { Settings } from "./types.generated";

/** Where and how the world is saved. */
export interface DataOptions {
  /** Created if it does not exist. Only one emulator at a time can use it. */
  readonly folder: string;
  /** When the journal is this many bytes larger than the snapshot, a new snapshot replaces both. Default: 4 MiB. */
  readonly compactAbove?: number;
}

export interface EmulatorOptions {
  /** The clock that the emulator's time is derived from. Default: the real clock. */
  readonly clock?: Clock;
  /** Emulated seconds per second of the clock. Default: 1, or the saved speed. */
  readonly speed?: number;
  /** The brand in paths, fields, scopes and image ids. Default: `node`. Throws a `BrandError` for an invalid one. */
  readonly brand?: string;
  /**
   * An integer from which ids, secrets and the random choices of fault rules are derived, so that the same calls get the same
   * responses. Default: secrets that cannot be guessed, and 1 for fault rules.
   */
  readonly seed?: number;
  /** Settings that differ from `defaultSettings`. Throws a `ServiceError` for unknown names and invalid values. */
  readonly settings?: Partial<Settings>;
  /** A world that `control.world()` exported. The emulator starts with it, and a reset restores it. Default: the seed. */
  readonly world?: unknown;
  /**
   * The folder in which the world is saved, and from which it is loaded at the next start. Default: the world is in memory only.
   * Throws a `DataError` when the folder cannot be written, is in use, is damaged, or has a world of another brand.
   */
  readonly data?: string | DataOptions;
}

/** The service, emulated on this machine. */
export interface Emulator {
  /**
   * Serves a request in process, without a port. Only the path and the query of the URL are used. Rejects with a `ConnectionFault` when
   * a fault rule breaks the connection.
   */
  fetch(request: Request): Promise<Response>;
  /**
   * Listens on 127.0.0.1 for local programs, or on `ListenOptions.host`. Web pages are rejected, see `ListenOptions.allowedHosts`. Rejects
   * when it cannot listen there, and for options that are not valid.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  readonly control: Control;
  /** Stops the emulator and releases its data folder. */
  close(): void;
}
