import type { Settings } from "../../../src/emulator";
import type { ProxyFault } from "../../fault-proxy/fault";
import type { Declared, Edit } from "../history";

/** A random history of one stack whose runs are processes: a plain value that JSON can hold. */
export interface ProcessHistory {
  /** Of the service's ids and secrets, and of the probabilities of faults. */
  readonly seed: number;
  /** Those of the emulator that differ from its defaults. */
  readonly settings: Partial<Settings>;
  readonly resources: readonly Declared[];
  readonly steps: readonly ProcessStep[];
}

/** One run. */
export interface ProcessStep {
  readonly operation: "up" | "refresh" | "destroy";
  /** Changes of the program before it. */
  readonly edits: readonly Edit[];
  readonly faults: readonly ProxyFault[];
  readonly kill: ProcessKill | undefined;
  /** Which of two machines it runs on. Both use the same state. */
  readonly machine: number;
}

/** A signal during a run. */
export interface ProcessKill {
  readonly signal: "SIGKILL" | "SIGINT" | "SIGTERM";
  readonly process: "engine" | "plugin";
  /** The method of the requests that are counted. Default: any. */
  readonly method: string | undefined;
  /** The number of the request that triggers it, counted from 1. */
  readonly request: number;
  /** Whether the service has carried out that request. */
  readonly isCarriedOut: boolean;
}

/** The name of a kill in reports: `engine SIGKILL`. */
export function nameOfKill({ process, signal }: ProcessKill): string {
  return `${process} ${signal}`;
}
