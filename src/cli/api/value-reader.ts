import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Argument } from "../../contract";
import { isRecord } from "../../unknown";

/** A value on the command line is not valid for its argument. The message names the argument and never has the value. */
export class ValueError extends Error {
  override readonly name = "ValueError";
}

/** Reads the values of arguments: plain text, `@FILE`, and `@-` for standard input, which only one argument can read. */
export class ValueReader {
  readonly #input: AsyncIterable<Uint8Array | string>;
  #inputReadBy: string | undefined;

  constructor(input: AsyncIterable<Uint8Array | string>) {
    this.#input = input;
  }

  /** Reads an argument from its words; more than one word is valid only for a repeated argument. */
  async read(flag: string, argument: Argument, words: readonly string[]): Promise<unknown> {
    if (!argument.repeated) return this.#readOne(flag, argument, singleWord(flag, words));
    const values: unknown[] = [];
    for (const word of words) values.push(...(await this.#readItems(flag, argument, word)));
    return values;
  }

  async readObject(flag: string, words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const value = parseJson(flag, await this.#readText(flag, singleWord(flag, words)));
    if (isRecord(value)) return value;
    throw new ValueError(`${flag} must be a JSON object.`);
  }

  async #readOne(flag: string, argument: Argument, word: string): Promise<unknown> {
    if (argument.form === "bytes") return this.#readBytes(flag, word);
    return parsers[argument.form](await this.#readText(flag, word), flag);
  }

  /** One item of a list, or a whole list as JSON, which is the only way to specify an empty one. */
  async #readItems(flag: string, argument: Argument, word: string): Promise<readonly unknown[]> {
    const text = await this.#readText(flag, word);
    const list = text.trimStart().startsWith("[") ? parseList(text) : undefined;
    return list ?? [parsers[argument.form](text, flag)];
  }

  async #readText(flag: string, word: string): Promise<string> {
    if (word.startsWith("@@")) return word.slice(1);
    if (!word.startsWith("@")) return word;
    // Editors end files with a line break, which is not part of a password.
    // What seems to be the name of a file may be a secret that begins with @.
    const problem = "the file after @ cannot be read";
    const hint = " To pass a value that begins with @, begin it with @@.";
    return (await this.#readSource(flag, word.slice(1), problem, hint))
      .toString("utf8")
      .replace(/\r?\n$/, "");
  }

  async #readBytes(flag: string, word: string): Promise<Uint8Array> {
    if (!word.startsWith("@"))
      throw new ValueError(`${flag} takes a file: write ${flag} @FILE, or @- for standard input.`);
    const path = word.slice(1);
    return new Uint8Array(
      await this.#readSource(flag, path, `the file ${JSON.stringify(path)} cannot be read`),
    );
  }

  async #readSource(flag: string, path: string, problem: string, hint = ""): Promise<Buffer> {
    if (path !== "-") {
      return readFile(path).catch((cause: unknown) => {
        const code = isRecord(cause) && "code" in cause ? ` (${String(cause.code)})` : "";
        throw new ValueError(`${flag}: ${problem}${code}.${hint}`);
      });
    }
    if (this.#inputReadBy !== undefined)
      throw new ValueError(
        `${flag} and ${this.#inputReadBy} cannot both read standard input: only one argument can be @-.`,
      );
    this.#inputReadBy = flag;
    return buffer(this.#input);
  }
}

const parsers = {
  text: (text: string) => text,
  integer: (text: string, flag: string) => {
    if (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
    throw new ValueError(`${flag} must be an integer.`);
  },
  number: (text: string, flag: string) => {
    if (text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
    throw new ValueError(`${flag} must be a number.`);
  },
  boolean: (text: string, flag: string) => {
    if (text === "true" || text === "false") return text === "true";
    throw new ValueError(`${flag} must be true or false.`);
  },
  bytes: (text: string) => new TextEncoder().encode(text),
  json: (text: string, flag: string) => parseJson(flag, text),
} as const;

function singleWord(flag: string, words: readonly string[]): string {
  const [first, ...others] = words;
  if (first === undefined || others.length > 0) throw new ValueError(`${flag} is given more than once.`);
  return first;
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The parser's own message would quote the input, which may be secret. */
function parseJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ValueError(
      `${flag} must be JSON, such as '{"name": "value"}'. Quote it for your shell, or use a file: ${flag} @FILE.`,
    );
  }
}
