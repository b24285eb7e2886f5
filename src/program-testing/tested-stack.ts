import type { VirtualClock } from "../clock";
import type { Control, Emulator, LoggedRequest, SavedWorld } from "../emulator";
import type { OutputValues } from "./output-values";
import type { RunResult } from "./run-result";

/**
 * A program: it creates resources with the classes that it always uses, and may return the outputs of the stack, as the exports of a
 * program's module are. It runs in this process.
 */
export type Program = () => unknown;

/** A stack of its own with a service of its own, in this process. Nothing is written to disk. */
export interface TestedStack {
  /**
   * Runs the program and creates, updates, replaces and deletes what it says.
   * @throws FailedRun if the program throws, a promise of it rejects, or a resource fails.
   */
  up(program: Program, options?: TestedRunOptions): Promise<RunResult>;
  /** Like `up`, but only reports what it would do. */
  preview(program: Program, options?: TestedRunOptions): Promise<RunResult>;
  /**
   * Reads every object of the stack into its state.
   * @throws FailedRun if an object cannot be read.
   */
  refresh(options?: TestedRunOptions): Promise<RunResult>;
  /**
   * Deletes every object of the stack.
   * @throws FailedRun if one is protected or cannot be deleted.
   */
  destroy(options?: TestedRunOptions): Promise<RunResult>;
  /** The outputs of the stack as the last run left them, by name. */
  outputs(): OutputValues;
  /**
   * A resource or component as the last run left it in the state.
   * @throws if the state has none of this name, or several.
   */
  resource(name: string): TestedResource;
  /** Everything that the service has now, as a copy: `world.instances`, `world.images`, ... with the names of the interface. */
  readonly world: SavedWorld;
  /** The API calls that the service received, oldest first. */
  readonly calls: readonly LoggedRequest[];
  /** Errors that the service injects into calls: `add`, `list` and `clear` rules. */
  readonly faults: Control["faults"];
  /** The service: its settings, snapshots, and changes that no call made (`control.externalChange`). */
  readonly emulator: Emulator;
  /** The clock of service, engine and resources. `advance` it by milliseconds; runs advance it by what they wait for. */
  readonly clock: VirtualClock;
}

/** A resource in the state of a stack. */
export interface TestedResource {
  readonly urn: string;
  readonly type: string;
  /** Empty: a component. */
  readonly id: string;
  /** The arguments that the program declared. */
  readonly inputs: OutputValues;
  readonly outputs: OutputValues;
  readonly protect: boolean;
}

/** The options of one run. */
export interface TestedRunOptions {
  /** Read the objects first, as `--refresh` does. Default: false. */
  readonly refresh?: boolean;
  /** Replace these resources whatever their diff says: URNs, in which `*` and `**` stand for any text. Default: none. */
  readonly replace?: readonly string[];
  /** Run only these resources: URNs, in which `*` and `**` stand for any text. Default: all. */
  readonly targets?: readonly string[];
}
