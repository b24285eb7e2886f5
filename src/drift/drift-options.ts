import type { Transport } from "../client";
import type { Clock } from "../clock";
import type { Settings } from "../config";
import type { ResourceClass } from "../resources/resource-class";
import type { StackSource } from "./stacks/sources";

export interface ScanOptions {
  /** The resource classes to scan. Default: all. */
  readonly types?: readonly ResourceClass[] | undefined;
  /** Whether to report changed outputs that no program declares. Default: false. */
  readonly allFields?: boolean | undefined;
  /** Whether to report objects that no scanned stack records. Default: true. */
  readonly unmanaged?: boolean | undefined;
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Aborts the scan, whose promise then rejects. */
  readonly interrupt?: AbortSignal | undefined;
  /** Called with the progress so far: `40 instances listed`. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Default: the system's. */
  readonly clock?: Clock | undefined;
  /** Sends the requests. Default: `axiosTransport()`. */
  readonly transport?: Transport | undefined;
}

export interface DriftOptions extends ScanOptions {
  /** Where the stacks are read from. At least one. */
  readonly sources: readonly StackSource[];
  /** Settings of the connection that have priority over the environment and the configuration of the stacks. */
  readonly settings?: Partial<Settings> | undefined;
  /**
   * Files with rules for findings to ignore. Default: `.nodecloudignore` in the folder of each project and, for stacks without one, in the
   * working folder. False to read none.
   */
  readonly ignoreFiles?: readonly string[] | false | undefined;
  /** Whether to name the user, time and action of each finding, from the event log. Default: false. */
  readonly who?: boolean | undefined;
}
