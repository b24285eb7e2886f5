import type { Settings } from "../config";
import type { DriftReport } from "./report";
import { type DriftScan, openScan, type ScanOptions } from "./scan/drift-scan";
import { readStacks, type StackSource } from "./stacks";

export interface DriftOptions extends ScanOptions {
  /** Where the stacks are read from. At least one. */
  readonly sources: readonly StackSource[];
  /** Settings of the connection that have priority over the environment and the configuration of the stacks. */
  readonly settings?: Partial<Settings> | undefined;
}

/**
 * Compares stacks with their accounts. It sends only reads, takes no lock and writes nothing anywhere. What can't be read is a problem
 * of the report, which is then never `inSync`.
 * @throws StateError, UsageError or NodecloudError when a stack can't be read, a needed passphrase is missing or wrong, or the address of
 * the service is not set. Nothing was changed then.
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
  return new Detection(await openScan(stacks, options));
}

/** Stacks and their accounts, to be read and reported as often as wanted. */
export class Detection {
  readonly #scan: DriftScan;

  constructor(scan: DriftScan) {
    this.#scan = scan;
  }

  /** Reads everything anew. */
  readAll(): Promise<void> {
    return this.#scan.readAll();
  }

  /** What the last reads show. */
  async report(): Promise<DriftReport> {
    return this.#scan.report();
  }
}
