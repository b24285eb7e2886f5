import { realClock } from "../clock";
import type { Settings } from "../config";
import { type IgnoreFile, ignoreFindings, readIgnoreFiles } from "./ignore";
import type { DriftReport } from "./report";
import { type DriftScan, openScan, type ScanOptions } from "./scan/drift-scan";
import { readStacks, type StackSource } from "./stacks";
import { withActors } from "./who";

export interface DriftOptions extends ScanOptions {
  /** Where the stacks are read from. At least one. */
  readonly sources: readonly StackSource[];
  /** Settings of the connection that have priority over the environment and the configuration of the stacks. */
  readonly settings?: Partial<Settings> | undefined;
  /**
   * Files with rules for findings to ignore. Default: `.nodecloudignore` in the folder of each project and, for stacks without one, in
   * the working folder. False: none.
   */
  readonly ignoreFiles?: readonly string[] | false | undefined;
  /** Whether to name the user, time and action of each finding, from the event log. Default: false. */
  readonly who?: boolean | undefined;
}

/**
 * Compares stacks with their accounts. It sends only reads, takes no lock and writes nothing anywhere. What can't be read is a problem
 * of the report, which is then never `inSync`.
 * @throws StateError, UsageError or NodecloudError when a stack can't be read, a needed passphrase is missing or wrong, a file of rules is
 * malformed, or the address of the service is not set. Nothing was changed then.
 */
export async function detectDrift(options: DriftOptions): Promise<DriftReport> {
  const detection = await openDetection(options);
  await detection.readAll();
  return detection.report();
}

/**
 * Reads the stacks and connects to their accounts.
 * @throws As `detectDrift`.
 */
export async function openDetection(options: DriftOptions): Promise<Detection> {
  const { sources, settings, interrupt, env = process.env } = options;
  const stacks = await readStacks(sources, { env, settings, signal: interrupt });
  const ignoreFiles = await readIgnoreFiles(stacks, options.ignoreFiles);
  return new Detection(await openScan(stacks, options), ignoreFiles, options);
}

/** How reports are made from what was read. */
type DetectionOptions = Pick<DriftOptions, "clock" | "allFields" | "unmanaged" | "who">;

/** Stacks and their accounts, to be read and reported as often as wanted. */
export class Detection {
  readonly scan: DriftScan;
  readonly #ignoreFiles: readonly IgnoreFile[];
  readonly #options: DetectionOptions;

  constructor(scan: DriftScan, ignoreFiles: readonly IgnoreFile[], options: DetectionOptions) {
    this.scan = scan;
    this.#ignoreFiles = ignoreFiles;
    this.#options = options;
  }

  /** Reads everything anew. */
  readAll(): Promise<void> {
    return this.scan.readAll();
  }

  /** What the last reads show. */
  async report(): Promise<DriftReport> {
    const { clock = realClock, allFields = false, unmanaged = true, who = false } = this.#options;
    const found = this.scan.report();
    const report = who ? await withActors(found, this.scan.accounts) : found;
    return ignoreFindings(report, this.#ignoreFiles, clock.now(), { allFields, unmanaged });
  }
}
