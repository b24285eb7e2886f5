import { type Transport, TransportFailure } from "../client";
import type { Clock } from "../clock";

export interface EngineWatchOptions {
  readonly clock: Clock;
  /** Whether a process listens at the engine's address. */
  readonly isEngineListening: () => Promise<boolean>;
  /** Ends the process. */
  readonly end: () => void;
}

const watchInterval = 1000;
/** In milliseconds: a request in progress may still take this long, so that the id of the created object is recorded. */
const maxShutdownTime = 2000;
const pollInterval = 100;

/**
 * Ends a plugin whose engine was killed, because no state would record its changes. A plugin may be started through a shell, so the
 * engine's address is checked, and not the parent process.
 */
export class EngineWatch {
  readonly #options: EngineWatchOptions;
  #inProgress = 0;

  constructor(options: EngineWatchOptions) {
    this.#options = options;
  }

  /** Whether the engine runs. A connection that fails once is retried. */
  async isEngineRunning(): Promise<boolean> {
    const { clock, isEngineListening } = this.#options;
    if (await isEngineListening()) return true;
    await clock.sleep(pollInterval);
    return isEngineListening();
  }

  /** Waits until the engine has exited, then exits. */
  async watch(): Promise<void> {
    const { clock, end } = this.#options;
    do await clock.sleep(watchInterval);
    while (await this.isEngineRunning());
    const until = clock.now() + maxShutdownTime;
    while (this.#inProgress > 0 && clock.now() < until) await clock.sleep(pollInterval);
    // The last response is still being recorded.
    await clock.sleep(pollInterval);
    end();
  }

  /** Wraps a transport. Once the engine has ended, it sends only `GET` requests. */
  requireEngine(transport: Transport): Transport {
    return async (request) => {
      if (request.method === "GET") return transport(request);
      if (!(await this.isEngineRunning())) throw new TransportFailure({ sent: false, code: "ENGINE_ENDED" });
      this.#inProgress++;
      try {
        return await transport(request);
      } finally {
        this.#inProgress--;
      }
    };
  }
}
