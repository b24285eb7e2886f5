import {
  exitCodes,
  formatWatchEvent,
  type WatchEvent,
  type WatchLineOptions,
  type WatchOptions,
  watchDrift,
} from "../../drift";
import { messageOf } from "../../unknown";
import { type Progress, startProgress } from "../progress";
import { usesColor } from "../terminal";

/** Writes a string. False once nobody reads the output any longer. */
export type Write = (text: string) => Promise<boolean>;

/**
 * Prints what a watch reports until it is interrupted or nobody reads it.
 * @returns The exit code of the last verdict.
 * @throws The error that ended the first scan.
 */
export async function printWatch(
  events: AsyncIterable<WatchEvent>,
  options: WatchLineOptions,
  write: Write,
): Promise<number> {
  let code = 0;
  for await (const event of events) {
    code = exitCodes[event.verdict];
    if (!(await write(formatWatchEvent(event, options)))) break;
  }
  return code;
}

/** @throws UsageError for bounds of intervals; otherwise as `detectDrift`, before anything is printed. */
export function runWatch(options: WatchOptions, format: "table" | "json"): Promise<number> {
  const color = usesColor();
  return printWatch(
    untilFirst(startProgress("Reading the stacks and their accounts"), ({ show }) =>
      watchDrift({ ...options, onProgress: show }),
    ),
    { format: format === "json" ? "json" : "text", color },
    writeOutput(),
  );
}

/** Shows progress until the first event. */
async function* untilFirst<T>(
  progress: Progress,
  start: (progress: Progress) => AsyncIterable<T>,
): AsyncGenerator<T> {
  try {
    for await (const event of start(progress)) {
      progress.close();
      yield event;
    }
  } finally {
    progress.close();
  }
}

function writeOutput(): Write {
  // Each write reports its own failure.
  process.stdout.on("error", () => undefined);
  return (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => {
        if (!error) resolve(true);
        else if ("code" in error && error.code === "EPIPE") resolve(false);
        else reject(new Error(`Cannot write to standard output: ${messageOf(error)}`));
      });
    });
}
