import { nextTurn } from "../../clock";
import type { Configuration } from "../../state";
import { messageOf } from "../../unknown";
import { EngineStopping, type ProgramPort, type ProgramResult, type ResourceMonitor } from "../core";
import { EngineError } from "../core/engine-error";
import { loadSdk } from "../grpc/sdk";
import { inProcessMonitor } from "./in-process-monitor";
import { RejectionCollector } from "./rejections";
import { loadRuntime, type SdkStore } from "./sdk-runtime";

export interface SdkProgramOptions {
  /** Creates resources with the classes of the SDK, and returns the outputs of the stack. */
  readonly program: () => unknown;
  readonly project: string;
  readonly stack: string;
  readonly organization: string;
  /** Additional properties of the monitor, through which modules that the program uses find its data. */
  readonly monitorProperties: Readonly<Record<symbol, unknown>>;
  /** Whether something that the program waits for is in progress in this process. */
  readonly isBusy: () => boolean;
  /** Called with each error that fails the program. */
  readonly onError: (error: unknown) => void;
}

type Context = Parameters<ProgramPort["run"]>[1];

/** A program that is a function in this process and uses the classes of the SDK. */
export class SdkProgram implements ProgramPort {
  readonly #options: SdkProgramOptions;

  constructor(options: SdkProgramOptions) {
    this.#options = options;
  }

  async run(monitor: ResourceMonitor, context: Context): Promise<ProgramResult> {
    const killed = new Promise<ProgramResult>((resolve) => {
      const onAbort = () => resolve({ ok: false, message: "" });
      context.signal.addEventListener("abort", onAbort, { once: true });
    });
    const running = new RunningProgram(this.#options, monitor, context);
    try {
      return await Promise.race([running.end(), killed]);
    } finally {
      running.close();
    }
  }
}

class RunningProgram {
  readonly #options: SdkProgramOptions;
  readonly #context: Context;
  readonly #server: ReturnType<typeof inProcessMonitor>;
  /** The error that the program threw, and its rejections, before the engine was stopping. */
  readonly #errors = new Set<unknown>();
  readonly #rejections = new RejectionCollector((reason) => this.#failed(reason));
  #store: SdkStore | undefined;
  #isStopping = false;
  #isClosed = false;

  constructor(options: SdkProgramOptions, monitor: ResourceMonitor, context: Context) {
    this.#options = options;
    this.#context = context;
    const folder = process.cwd();
    const target = {
      monitor: () => this.#open(monitor),
      log: monitor.log,
      onDeleteResult: () => undefined,
    };
    this.#server = inProcessMonitor(loadSdk(__dirname), { program: folder, project: folder }, target, {
      onStopping: () => this.#stop(),
      leaveProgram: (work) => this.#rejections.leave(work),
    });
  }

  /** Runs the program with its own store, so that other programs of this process do not affect it. */
  end(): Promise<ProgramResult> {
    const { withLocalStorage } = loadRuntime();
    return this.#rejections.run(() => withLocalStorage(() => this.#run()));
  }

  close(): void {
    this.#isClosed = true;
    this.#server.close();
  }

  async #run(): Promise<ProgramResult> {
    const { program, project, stack, organization, monitorProperties } = this.#options;
    const { parallel, preview, configuration } = this.#context;
    const { runtime, getStore } = loadRuntime();
    runtime.resetOptions(project, stack, parallel, "", "", preview, organization);
    const store = getStore();
    this.#store = store;
    store.settings.monitor = Object.assign(this.#server.monitor, monitorProperties);
    store.settings.engine = this.#server.engine;
    store.settings.options.rootDirectory = process.cwd();
    runtime.setAllConfig(...configOf(configuration));
    const caught = async () => {
      try {
        return await program();
      } catch (error) {
        this.#failed(error);
        return undefined;
      }
    };
    await runtime.runInPulumiStack(caught).catch((error: unknown) => this.#failed(error));
    await this.#registeredAll(store);
    const hasFailed = this.#isStopping || this.#errors.size > 0;
    // Only after this call does the engine delete what the program no longer declares.
    if (!hasFailed) await runtime.disconnect(true);
    await nextTurn();
    return this.#errors.size > 0 || hasFailed ? { ok: false, message: this.#report() } : { ok: true };
  }

  #failed(error: unknown): void {
    if (!this.#isStopping) this.#errors.add(error);
  }

  /** The program continues as in a preview. */
  #stop(): void {
    this.#isStopping = true;
    if (this.#store) this.#store.settings.options.dryRun = true;
  }

  #open(monitor: ResourceMonitor): ResourceMonitor {
    if (!this.#isClosed) return monitor;
    if (this.#isStopping) throw new EngineStopping();
    throw new EngineError(
      "The program called the engine after it had ended, so nothing was done. Return or await the promises that the program waits for, such as that of a timer.",
    );
  }

  /** Waits until the program has nothing left to register. */
  async #registeredAll({ settings }: SdkStore): Promise<void> {
    for (let idle = 0; idle < idleTurns; idle++) {
      const done = settings.rpcDone;
      await done;
      await nextTurn();
      if (settings.rpcDone !== done || this.#options.isBusy()) idle = -1;
    }
  }

  #report(): string {
    const errors = [...this.#errors];
    for (const error of errors) this.#options.onError(error);
    return [...new Set(errors.map(messageOf))].join("\n");
  }
}

/** After this many turns of the event loop without a call, a program has ended. */
const idleTurns = 5;

/** The configuration as the SDK receives it: values by key, and the keys of the secret ones. */
function configOf(configuration: Configuration): [Record<string, string>, string[]] {
  const entries = [...configuration];
  return [
    Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
    entries.filter(([, { secret }]) => secret).map(([key]) => key),
  ];
}
