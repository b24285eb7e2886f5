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
  /** Report the steps without taking them. */
  readonly preview: boolean;
  readonly project: string;
  readonly stack: string;
  /** How many calls to the provider may be in progress at a time. */
  readonly parallel: number;
  /** URNs of resources to replace regardless of their diffs. They may contain `*` and `**`. */
  readonly replace?: readonly string[];
  /**
   * Called before a create is recorded as pending. `created` of the resource is the time when this run started, so the caller recognizes
   * creates that started on this machine.
   */
  readonly recordCreate?: (resource: ResourceState) => Promise<void>;
  /** The command that finds the objects of interrupted creates. Default: `nodecloud recover`, without a stack. */
  readonly recoverCommand?: string;
}

export interface EngineOptions extends RunOptions {
  readonly configuration: Configuration;
  /** Refresh before an `up` or `destroy`. */
  readonly refreshFirst?: boolean;
  /** Remove pending creates of earlier runs from the state. */
  readonly clearPendingCreates?: boolean;
  /**
   * Whether the provider has an intent for this create that an earlier run left pending, and so searches for the object before it creates
   * one. Such a create is resolved when its resource is in the state.
   */
  readonly hasIntent?: (resource: ResourceState) => boolean;
  /**
   * Whether a pending create of an earlier run without an intent may have created an object that no run on this machine can search for.
   * `next` is the resource that would be created now: it is not created until the user has resolved the pending create.
   */
  readonly isUnknownCreate?: (pending: ResourceState, next: ResourceState) => boolean;
  /** Whether a pending create of an earlier run without an intent left nothing. It is then no longer pending. */
  readonly leftNothing?: (pending: ResourceState) => boolean;
}

export interface RunOutcome {
  readonly result: RunResult;
  readonly counts: Counts;
  /** The stack's outputs after the run. */
  readonly outputs: PropertyMap;
  /** An error of the engine itself, such as a state that could not be written. */
  readonly engineError?: Error;
}
