import type { Clock } from "../../clock";
import type { Configuration, PropertyMap, ResourceState } from "../../state";
import type { Counts, RunResult } from "./events";
import type { ProgramPort, ProviderPort, StorePort } from "./ports";
import type { RunOptions } from "./run";

export interface EnginePorts {
  readonly provider: ProviderPort;
  readonly program: ProgramPort;
  readonly store: StorePort;
  readonly clock: Clock;
}

export interface EngineOptions extends RunOptions {
  readonly configuration: Configuration;
  /** Read everything anew before an `up`. */
  readonly refreshFirst?: boolean;
  /** Forget the creates that an earlier run did not see the end of. */
  readonly forgetPendingCreates?: boolean;
  /**
   * Whether the provider knows of a create that an earlier run did not see the end of, and looks for it before it
   * creates anything. Such a create is settled once its resource is in the state.
   */
  readonly isTakenUp?: (resource: ResourceState) => boolean;
}

/** What a run came to. */
export interface RunOutcome {
  readonly result: RunResult;
  readonly counts: Counts;
  /** The stack's outputs after the run. */
  readonly outputs: PropertyMap;
  /** What broke the engine itself, such as a state that could not be written. */
  readonly fault?: Error;
}
