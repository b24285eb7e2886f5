import { printableText } from "../../printable";
import { errorCodeOf } from "../../unknown";
import { type Progress, startProgress } from "../progress";

/** Where results are printed. Each write resolves when the reader has received it. */
export interface Output {
  /** Width of the terminal in columns; undefined when the output is not a terminal. */
  readonly width: number | undefined;
  /** @throws OutputClosedError */
  write(chunk: string | Uint8Array): Promise<void>;
}

/** The process around the command, or its replacement in a test. */
export interface CommandContext {
  readonly env: NodeJS.ProcessEnv;
  readonly input: AsyncIterable<Uint8Array | string>;
  /** For results only. */
  readonly output: Output;
  /** Prints errors and warnings on standard error. */
  printMessage(text: string): void;
  /** Shows what the command is waiting for. */
  startProgress(text: string): Progress;
}

export function contextOf(process: NodeJS.Process): CommandContext {
  return {
    env: process.env,
    input: process.stdin,
    output: outputTo(process.stdout),
    printMessage: (text) => void process.stderr.write(text),
    startProgress,
  };
}

/** The same context, with control characters in messages escaped. Results are escaped where they are formatted. */
export function withPrintableMessages(context: CommandContext): CommandContext {
  return { ...context, printMessage: (text) => context.printMessage(printableText(text)) };
}

/** A result cannot be written, for example because the disk is full. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** The reader has closed standard output, as `| head` does. */
export class OutputClosedError extends Error {
  override readonly name = "OutputClosedError";
}

function outputTo(stream: NodeJS.WriteStream): Output {
  // Each write reports its own failure.
  stream.on("error", () => undefined);
  return {
    width: stream.isTTY ? stream.columns || defaultWidth : undefined,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => {
          if (!error) resolve();
          else if (errorCodeOf(error) === "EPIPE") reject(new OutputClosedError());
          else reject(new OutputError(error.message, { cause: error }));
        });
      }),
  };
}

const defaultWidth = 80;
