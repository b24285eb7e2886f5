import { realClock } from "../clock";
import { withActors } from "./actors";
import type { DriftOptions } from "./drift-options";
import { type IgnoreFile, ignoreFindings, readIgnoreFiles } from "./ignore";
import { type DriftScan, openScan } from "./scan/drift-scan";
import { readStacks } from "./stacks";
import type { DriftReport } from "./types.generated";

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

/** How reports are created from the data that was read. */
type DetectionOptions = Pick<DriftOptions, "clock" | "allFields" | "unmanaged" | "who">;

/** Stacks and their accounts, which can be read and reported repeatedly. */
export class Detection {
  readonly scan: DriftScan;
  readonly #ignoreFiles: readonly IgnoreFile[];
  readonly #options: DetectionOptions;

  constructor(scan: DriftScan, ignoreFiles: readonly IgnoreFile[], options: DetectionOptions) {
    this.scan = scan;
    this.#ignoreFiles = ignoreFiles;
    this.#options = options;
  }

  /** Reads everything again. */
  readAll(): Promise<void> {
    return this.scan.readAll();
  }

  /** The report of the last reads. */
  async report(): Promise<DriftReport> {
    const { clock = realClock, allFields = false, unmanaged = true, who = false } = this.#options;
    const found = this.scan.report();
    const report = who ? await withActors(found, this.scan.accounts) : found;
    return ignoreFindings(report, this.#ignoreFiles, clock.now(), { allFields, unmanaged });
  }
}
