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
const defaultColumns = 80;

/** Shows what a command is waiting for on standard error, after a second, and only on a terminal. */
export function startProgress(text: string, options: ProgressOptions = {}): Progress {
  const { output = process.stderr, clock = realClock, env = process.env } = options;
  const isTerminal = output.isTTY === true && env.TERM !== "dumb";
  if (!isTerminal) return { show: () => undefined, close: () => undefined };
  const ended = new AbortController();
  const begin = clock.now();
  let current = text;
  let isShown = false;
  const renew = async () => {
    for (;;) {
      await clock.sleep(interval, ended.signal);
      const seconds = Math.floor((clock.now() - begin) / interval);
      const line = `${printable(current)} (${seconds} s)`.slice(0, (output.columns || defaultColumns) - 1);
      isShown = true;
      output.write(`\r${line}\u001b[K`);
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
