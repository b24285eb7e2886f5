import { printableText } from "../../printable";

/** Where results go. Each write waits until what reads the output has taken it. */
export interface Output {
  /** A terminal's width in columns; undefined where it is no terminal. */
  readonly width: number | undefined;
  /** @throws OutputClosed */
  write(chunk: string | Uint8Array): Promise<void>;
}

/** What a command has around it. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Results only. */
  readonly output: Output;
  /** Everything else that is said. */
  say(text: string): void;
}

export function surroundingsOf(process: NodeJS.Process): Surroundings {
  return {
    env: process.env,
    input: process.stdin,
    output: outputTo(process.stdout),
    say: (text) => void process.stderr.write(text),
  };
}

/** The same, in which nothing that is said acts on a terminal. Results are made fit for one where they are written. */
export function printably(around: Surroundings): Surroundings {
  return { ...around, say: (text) => around.say(printableText(text)) };
}

/** What reads the output has closed it (`| head`): there is nobody to tell anything. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
}

function outputTo(stream: NodeJS.WriteStream): Output {
  // Each write hears of its own failure.
  stream.on("error", () => undefined);
  return {
    width: stream.isTTY ? stream.columns || usualWidth : undefined,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => {
          if (!error) resolve();
          else reject("code" in error && error.code === "EPIPE" ? new OutputClosed() : error);
        });
      }),
  };
}

const usualWidth = 80;
