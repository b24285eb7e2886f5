import { type Clock, realClock } from "../clock";
import { printable } from "../printable";

/** A line that says what a command is waiting for. */
export interface Progress {
  /** Replaces the text. */
  readonly show: (text: string) => void;
  /** Erases the line. Call it before anything else is printed. */
  readonly close: () => void;
}

interface ProgressOptions {
  readonly output?: Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;
  readonly clock?: Clock;
  readonly env?: NodeJS.ProcessEnv;
}

/** In milliseconds: the delay before the line is shown, and the interval between its updates. */
const interval = 1_000;
/** In milliseconds: the interval between the lines that a log receives, which cannot be erased. */
const logInterval = 30_000;
const defaultColumns = 80;

/** Shows what a command is waiting for on standard error: on a terminal after a second, in a log with a line every 30 s. */
export function startProgress(text: string, options: ProgressOptions = {}): Progress {
  const { output = process.stderr, clock = realClock, env = process.env } = options;
  const isTerminal = output.isTTY === true && env.TERM !== "dumb";
  const ended = new AbortController();
  const begin = clock.now();
  let current = text;
  let isShown = false;
  const renew = async () => {
    for (;;) {
      await clock.sleep(isTerminal ? interval : logInterval, ended.signal);
      const seconds = Math.floor((clock.now() - begin) / 1000);
      const line = `${printable(current)} (${seconds} s)`;
      isShown = isTerminal;
      if (isTerminal) output.write(`\r${line.slice(0, (output.columns || defaultColumns) - 1)}\u001b[K`);
      else output.write(`${line}\n`);
    }
  };
  // The loop ends when the progress is closed.
  renew().catch(() => undefined);
  return {
    show: (next) => {
      current = next;
    },
    close: () => {
      ended.abort();
      if (isShown) output.write("\r\u001b[K");
      isShown = false;
    },
  };
}

/** Shows progress while the work lasts. */
export async function withProgress<T>(text: string, work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = startProgress(text);
  try {
    return await work(progress);
  } finally {
    progress.close();
  }
}
