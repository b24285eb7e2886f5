import type { VirtualClock } from "../clock";
import type { Control, Emulator, LoggedRequest, SavedWorld } from "../emulator";
import type { OutputValues } from "./output-values";
import type { RunResult } from "./run-result";

/**
 * A program: it creates resources with its usual classes, and may return the outputs of the stack, which correspond to the exports of a
 * program's module. It runs in this process.
 */
export type Program = () => unknown;

/** A stack with its own service, both in this process. Nothing is written to disk. */
export interface TestedStack {
  /**
   * Runs the program and creates, updates, replaces and deletes resources accordingly.
   * @throws FailedRun if the program throws, one of its promises rejects, or a resource fails.
   */
  up(program: Program, options?: TestedRunOptions): Promise<RunResult>;
  /** Like `up`, but only reports the steps that it would take. */
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
  /** The outputs of the stack after the last run, by name. */
  outputs(): OutputValues;
  /**
   * A resource or component in the state after the last run.
   * @throws if the state has none with this name, or several.
   */
  resource(name: string): TestedResource;
  /** A copy of all objects that the service has now: `world.instances`, `world.images`, ... with the names of the interface. */
  readonly world: SavedWorld;
  /** The API calls that the service received, oldest first. */
  readonly calls: readonly LoggedRequest[];
  /** Errors that the service injects into calls: `add`, `list` and `clear` rules. */
  readonly faults: Control["faults"];
  /** The service: its settings, snapshots, and external changes (`control.externalChange`). */
  readonly emulator: Emulator;
  /** The clock of service, engine and resources. `advance` takes milliseconds; runs advance it by the time that they wait. */
  readonly clock: VirtualClock;
}

/** A resource in the state of a stack. */
export interface TestedResource {
  readonly urn: string;
  readonly type: string;
  /** Empty for a component. */
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
  /** Replace these resources even without a diff: URNs, in which `*` and `**` stand for any characters. Default: none. */
  readonly replace?: readonly string[];
  /** Run only these resources: URNs, in which `*` and `**` stand for any characters. Default: all. */
  readonly targets?: readonly string[];
}
