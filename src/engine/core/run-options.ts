import type { Clock } from "../../clock";
import type { Configuration, PropertyMap, ResourceState } from "../../state";
import type { Counts, Operation, RunResult } from "./events";
import type { ProgramPort } from "./program-port";
import type { ProviderPort } from "./provider-port";
import type { StorePort } from "./store-port";
import type { TargetOptions } from "./targets";

export interface EnginePorts {
  readonly provider: ProviderPort;
  readonly program: ProgramPort;
  readonly store: StorePort;
  readonly clock: Clock;
}

export interface RunOptions extends TargetOptions {
  readonly operation: Operation;
  /** Nothing is changed: steps are said, not done. */
  readonly preview: boolean;
  readonly project: string;
  readonly stack: string;
  readonly parallel: number;
  /** URNs, which may hold `*` and `**`, to be replaced whatever their diff says. */
  readonly replace?: readonly string[];
}

export interface EngineOptions extends RunOptions {
  readonly configuration: Configuration;
  /** Read everything anew before an `up`. */
  readonly refreshFirst?: boolean;
  /** Forget the creates that an earlier run did not see the end of. */
  readonly clearPendingCreates?: boolean;
  /**
   * Whether the provider knows of a create that an earlier run did not see the end of, and looks for it before it
   * creates anything. Such a create is settled once its resource is in the state.
   */
  readonly hasIntent?: (resource: ResourceState) => boolean;
}

/** What a run came to. */
export interface RunOutcome {
  readonly result: RunResult;
  readonly counts: Counts;
  /** The stack's outputs after the run. */
  readonly outputs: PropertyMap;
  /** What broke the engine itself, such as a state that could not be written. */
  readonly engineError?: Error;
}
