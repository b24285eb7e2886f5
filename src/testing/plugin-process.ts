import type { Clock } from "../clock";
import { type Effect, pluginEnded } from "../engine/core/plugin-ended";
import type { IntentStore, Lifecycle, Locks } from "../lifecycle";

/** When a plugin process is killed. */
export interface PluginKill {
  /** The number of the request at which it is killed, from 1. */
  readonly request: number;
  /** Whether the service carries out that request. */
  readonly isCarriedOut: boolean;
}

/** A plugin process that may be killed. From then on its waits never end, and the calls of its engine fail. */
export class PluginProcess {
  #requests = 0;
  #isKilled = false;
  readonly #kill: PluginKill | undefined;
  readonly #killed: Promise<never>;
  #rejectCalls: (error: Error) => void = () => undefined;

  constructor(kill: PluginKill | undefined) {
    this.#kill = kill;
    this.#killed = new Promise((_, reject) => {
      this.#rejectCalls = reject;
    });
    this.#killed.catch(() => undefined);
  }

  get isKilled(): boolean {
    return this.#isKilled;
  }

  /** Sends a request with `fetch`, unless the process is killed at it. */
  async send(request: Request, fetch: (request: Request) => Promise<Response>): Promise<Response> {
    this.#requests++;
    if (this.#requests === this.#kill?.request) {
      this.#isKilled = true;
      if (this.#kill.isCarriedOut) void fetch(request).catch(() => undefined);
      this.#rejectCalls(new Error("The plugin process was killed."));
    }
    return this.#isKilled ? never() : this.#whileAlive(fetch(request));
  }

  clock(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      random: () => clock.random(),
      token: (length) => clock.token(length),
      sleep: (ms, signal) => this.#whileAlive(clock.sleep(ms, signal)),
    };
  }

  intents(intents: IntentStore): IntentStore {
    return {
      ...intents,
      save: (intent) => (this.#isKilled ? never() : intents.save(intent)),
      remove: (...args) => (this.#isKilled ? never() : intents.remove(...args)),
      endAdoption: (...args) => (this.#isKilled ? never() : intents.endAdoption(...args)),
      move: (...args) => (this.#isKilled ? never() : intents.move(...args)),
      confirmUnresolved: (...args) => (this.#isKilled ? undefined : intents.confirmUnresolved(...args)),
      closeRequest: (...args) => (this.#isKilled ? never() : intents.closeRequest(...args)),
    };
  }

  /** The system releases the locks of a process that ends. */
  locks(locks: Locks): Locks {
    return { run: (key, work) => locks.run(key, () => Promise.race([work(), this.#killed])) };
  }

  /** The lifecycle as the engine calls it. */
  lifecycle(lifecycle: Lifecycle): Lifecycle {
    const orKilled = <T>(effect: Effect, call: Promise<T>) =>
      Promise.race([call, this.#killed.catch(() => Promise.reject(pluginEnded(effect)))]);
    return {
      check: (olds, news) => orKilled("none", lifecycle.check(olds, news)),
      diff: (id, olds, news) => orKilled("none", lifecycle.diff(id, olds, news)),
      create: (news) => orKilled("create", lifecycle.create(news)),
      read: (id, props) => orKilled("none", lifecycle.read(id, props)),
      update: (id, olds, news) => orKilled("change", lifecycle.update(id, olds, news)),
      delete: (id, props) => orKilled("change", lifecycle.delete(id, props)),
    };
  }

  async #whileAlive<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      return this.#isKilled ? await never() : result;
    } catch (error) {
      if (this.#isKilled) await never();
      throw error;
    }
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
