import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { type Argument, isRecord } from "../../contract";

/** What is given for an argument can't be its value. The message names the argument, never the value. */
export class ValueError extends Error {
  override readonly name = "ValueError";
}

/** Reads values as they stand on the command line, `@FILE` and `@-` (the input, once) included. */
export class Values {
  #inputReadBy: string | undefined;

  constructor(readonly input: AsyncIterable<Uint8Array | string>) {}

  /** The value of an argument that was given once, or of one that is repeated as often as it was given. */
  async read(flag: string, argument: Argument, given: readonly string[]): Promise<unknown> {
    if (!argument.repeated) return this.#one(flag, argument, onlyOne(flag, given));
    const values: unknown[] = [];
    for (const text of given) values.push(...(await this.#some(flag, argument, text)));
    return values;
  }

  /** A whole JSON object. */
  async object(flag: string, given: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const value = parsed(flag, await this.#text(flag, onlyOne(flag, given)));
    if (isRecord(value)) return value;
    throw new ValueError(`${flag} must be a JSON object.`);
  }

  async #one(flag: string, argument: Argument, word: string): Promise<unknown> {
    if (argument.form === "bytes") return this.#bytes(flag, word);
    const text = await this.#text(flag, word);
    return forms[argument.form](text, flag);
  }

  /** One value of a list, or with a JSON list all of them: the only way to say that there are none. */
  async #some(flag: string, argument: Argument, word: string): Promise<readonly unknown[]> {
    const text = await this.#text(flag, word);
    const list = text.trimStart().startsWith("[") ? listIn(text) : undefined;
    return list ?? [forms[argument.form](text, flag)];
  }

  async #text(flag: string, word: string): Promise<string> {
    if (word.startsWith("@@")) return word.slice(1);
    if (!word.startsWith("@")) return word;
    // The line break at the end of a file is the editor's, and no part of a password.
    return (await this.#source(flag, word.slice(1))).toString("utf8").replace(/\r?\n$/, "");
  }

  async #bytes(flag: string, word: string): Promise<Uint8Array> {
    if (!word.startsWith("@"))
      throw new ValueError(`${flag} takes a file: write ${flag} @FILE, or @- for the input.`);
    return new Uint8Array(await this.#source(flag, word.slice(1)));
  }

  async #source(flag: string, path: string): Promise<Buffer> {
    if (path !== "-") {
      return readFile(path).catch((cause: unknown) => {
        const why = isRecord(cause) && "code" in cause ? ` (${String(cause.code)})` : "";
        const literal = `A value that begins with @ is written with two: @@${path}.`;
        throw new ValueError(`${flag}: the file ${JSON.stringify(path)} can't be read${why}. ${literal}`);
      });
    }
    if (this.#inputReadBy !== undefined)
      throw new ValueError(
        `${flag} and ${this.#inputReadBy} can't both read the input: only one argument can be @-.`,
      );
    this.#inputReadBy = flag;
    return buffer(this.input);
  }
}

const forms = {
  text: (text: string) => text,
  integer: (text: string, flag: string) => {
    if (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
    throw new ValueError(`${flag} must be a whole number.`);
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
  json: (text: string, flag: string) => parsed(flag, text),
} as const;

function onlyOne(flag: string, given: readonly string[]): string {
  const [first, ...others] = given;
  if (first === undefined || others.length > 0) throw new ValueError(`${flag} is given more than once.`);
  return first;
}

function listIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The parser's own words would repeat a piece of the text, which may be secret. */
function parsed(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ValueError(
      `${flag} must be JSON, like '{"name": "value"}'. Quote it for your shell, or give a file: ${flag} @FILE.`,
    );
  }
}
