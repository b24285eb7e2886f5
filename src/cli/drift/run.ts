import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  detectDrift,
  exitCodeOfDriftError,
  exitCodes,
  formatReport,
  type ReportFormat,
  reportFormats,
  UsageError,
} from "../../drift";
import { messageOf } from "../../unknown";
import { listenForInterruption } from "../interruption";
import { printError } from "../print";
import { withProgress } from "../progress";
import { usesColor } from "../terminal";
import { parseResourceClass } from "./resource-class";
import { type SourceOptions, sourcesOf } from "./sources";
import { runWatch } from "./watch";

export interface DriftCommandOptions extends SourceOptions {
  readonly type?: readonly string[];
  readonly allFields: boolean;
  readonly unmanaged: boolean;
  readonly who: boolean;
  readonly ignoreFile?: readonly string[];
  readonly ignore: boolean;
  readonly showIgnored: boolean;
  readonly format: ReportFormat;
  readonly output?: readonly string[];
  readonly all: boolean;
  readonly watch: boolean;
  readonly interval?: string;
  readonly fullScanInterval?: string;
}

/** Prints the report and writes it to the files of `--output`. Returns the exit code. */
export async function runDrift(options: DriftCommandOptions): Promise<number> {
  const interruption = listenForInterruption();
  try {
    const outputs = (options.output ?? []).map(outputOf);
    const watchFormat = watchFormatOf(options);
    const scan = {
      sources: await sourcesOf(options),
      types: options.type?.map(parseResourceClass),
      allFields: options.allFields,
      unmanaged: options.unmanaged,
      who: options.who,
      ignoreFiles: ignoreFilesOf(options),
      interrupt: interruption.signal,
    };
    if (watchFormat !== undefined) {
      const { interval, fullScanInterval } = options;
      return await runWatch({ ...scan, interval, fullScanInterval }, watchFormat);
    }
    const report = await withProgress("Reading the stacks and their accounts", ({ show }) =>
      detectDrift({ ...scan, onProgress: show }),
    );
    const { all, showIgnored } = options;
    const color = usesColor();
    // Formatted reports are safe to print, whatever labels contain.
    process.stdout.write(formatReport(report, options.format, { all, showIgnored, color }));
    for (const { format, file } of outputs) {
      await writeFile(file, formatReport(report, format, { all, showIgnored }));
    }
    return exitCodes[report.verdict];
  } catch (error) {
    if (interruption.exitCode !== undefined) {
      printError("The scan was interrupted. Nothing was changed.\n");
      return interruption.exitCode;
    }
    printError(`error: ${messageOf(error)}\n`);
    return exitCodeOfDriftError(error);
  } finally {
    interruption.close();
  }
}

/** Undefined without `--watch`. */
function watchFormatOf(options: DriftCommandOptions): "table" | "json" | undefined {
  const { watch, format, output, all, showIgnored, interval, fullScanInterval } = options;
  if (!watch) {
    if (interval === undefined && fullScanInterval === undefined) return undefined;
    throw new UsageError("--interval and --full-scan-interval require --watch. Nothing was read.");
  }
  if (output !== undefined || all || showIgnored) {
    throw new UsageError(
      "--output, --all and --show-ignored apply to a single report, but --watch prints changes. Nothing was read.",
    );
  }
  if (format === "table" || format === "json") return format;
  throw new UsageError(
    `--format ${format} applies to a single report. Nothing was read. With --watch, use table for lines or json for JSON lines.`,
  );
}

function ignoreFilesOf({ ignore, ignoreFile }: DriftCommandOptions): readonly string[] | false | undefined {
  if (ignore) return ignoreFile;
  if (ignoreFile === undefined) return false;
  throw new UsageError(
    "--ignore-file and --no-ignore contradict each other. Nothing was read. Pass only one of them.",
  );
}

function outputOf(text: string): { readonly format: ReportFormat; readonly file: string } {
  const [, name, file] = /^(\w+)=(.+)$/s.exec(text) ?? [];
  const format = reportFormats.find((known) => known === name);
  if (format !== undefined && file !== undefined) {
    if (existsSync(dirname(file))) return { format, file };
    throw new UsageError(
      `--output ${text}: there is no folder ${dirname(file)}. Nothing was read. Create it first.`,
    );
  }
  throw new UsageError(
    `--output ${text}: write FORMAT=FILE, such as json=drift.json. Nothing was read. The formats are ${reportFormats.join(", ")}.`,
  );
}
