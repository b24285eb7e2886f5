import { type Transport, TransportFailure } from "../client";
import type { Clock } from "../clock";

export interface EngineWatchOptions {
  readonly clock: Clock;
  /** Whether somebody listens at the engine's address. */
  readonly isEngineListening: () => Promise<boolean>;
  /** Ends the process. */
  readonly end: () => void;
}

const watchInterval = 1000;
/** How long a request that is under way may still take, so that the id of what it made is recorded. */
const maxShutdownTime = 2000;
const pollInterval = 100;

/**
 * Ends a plugin whose engine was killed: nobody would ever record what it does. A plugin may be started through a shell,
 * so that it is the engine's address, and not the parent process, that tells.
 */
export class EngineWatch {
  readonly #options: EngineWatchOptions;
  #underWay = 0;

  constructor(options: EngineWatchOptions) {
    this.#options = options;
  }

  /** Whether the engine runs. A connection that failed once is tried again: it may have been an accident. */
  async isEngineRunning(): Promise<boolean> {
    const { clock, isEngineListening } = this.#options;
    if (await isEngineListening()) return true;
    await clock.sleep(pollInterval);
    return isEngineListening();
  }

  /** Watches until the engine has gone, then ends the process. */
  async watch(): Promise<void> {
    const { clock, end } = this.#options;
    do await clock.sleep(watchInterval);
    while (await this.isEngineRunning());
    const until = clock.now() + maxShutdownTime;
    while (this.#underWay > 0 && clock.now() < until) await clock.sleep(pollInterval);
    // What was just answered is being written down.
    await clock.sleep(pollInterval);
    end();
  }

  /** The same transport, over which nothing that changes anything leaves when the engine has gone. */
  requireEngine(transport: Transport): Transport {
    return async (request) => {
      if (request.method === "GET") return transport(request);
      if (!(await this.isEngineRunning())) throw new TransportFailure({ sent: false, code: "ENGINE_ENDED" });
      this.#underWay++;
      try {
        return await transport(request);
      } finally {
        this.#underWay--;
      }
    };
  }
}
